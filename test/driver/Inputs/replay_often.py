"""replay_often.py OMC N SOURCE…: checks each program with one worker and with four, and replays its bug N times each.

A bug counts as replayed when its first line is the one of the report. Exits with 1 unless all are.
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def bug_of(omc, source, jobs, folder):
    options = ["--check", "order-race"] if pathlib.Path(source).name.startswith("order-race") else []
    subprocess.run([omc, "check", "-q", "-j", str(jobs), "-o", folder, *options, source], stdout=subprocess.DEVNULL,
                   check=False)
    run = json.loads((pathlib.Path(folder) / "latest" / "run.json").read_text(encoding="utf-8"))
    bug = run["bugs"][0]
    # How many executions ended with a status is known to the search alone.
    message = bug["message"].split(" in ")[0] if bug["kind"] == "exit" else bug["message"]
    return f"{bug['site']['file']}:{bug['site']['line']}:{bug['site']['column']}: error: {bug['kind']}: {message}"


def replays(omc, folder, bug):
    command = [omc, "replay", str(pathlib.Path(folder) / "latest")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.returncode == 1 and done.stdout.startswith(bug)


def main():
    omc, times, sources = sys.argv[1], int(sys.argv[2]), sorted(sys.argv[3:])
    good = 0
    for source in sources:
        said = []
        for jobs in (1, 4):
            with tempfile.TemporaryDirectory() as folder:
                bug = bug_of(omc, source, jobs, folder)
                shown = sum(replays(omc, folder, bug) for _ in range(times))
            good += shown
            said.append(f"-j {jobs}: {shown} of {times}")
        print(f"{source} {', '.join(said)}")
    print(f"{good} of {2 * times * len(sources)}")
    return good != 2 * times * len(sources)


sys.exit(main())
