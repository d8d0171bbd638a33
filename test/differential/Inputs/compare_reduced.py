"""compare_reduced.py OMC PROGRAM [COUNT [FIRST_SEED]]: COUNT random programs of random_threads.c, built as PROGRAM. The
reduced search must find what the pruned search finds: the same verdict, and with --all the same outcomes and the same kinds
of bugs. Prints seeds that differ, how many programs had bugs, and the states of both searches."""
import json
import subprocess
import sys


def check(omc, options, program, seed):
    command = [omc, "check", "-o", "-", "--progress", "none", "--json", "-", "-j", "1", "--time", "20s",
               "--max-states", "60000", *options, program, str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3, 4):
        sys.exit(f"seed {seed}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def found(run):
    outcomes = sorted((outcome["exit"], outcome["stdout"]) for outcome in run["outcomes"])
    return run["verdict"], outcomes, sorted({bug["kind"] for bug in run["bugs"]})


def difference(omc, program, seed, count):
    """None when a search was too long to compare."""
    runs = [check(omc, ["--all", "--search", search], program, seed) for search in ("pruned", "reduced")]
    count["bugs"] += bool(runs[0]["bugs"])
    for run, search in zip(runs, ("pruned", "reduced")):
        count[search] += run["stats"]["states"]
    if not all(run["complete"] for run in runs):
        return None
    if found(runs[0]) != found(runs[1]):
        return f"{found(runs[0])}\nreduced: {found(runs[1])}"
    if not runs[0]["bugs"]:
        return ""
    first = check(omc, ["--search", "reduced"], program, seed)
    return "" if first["bugs"] else "no bug without --all"


def main():
    omc, program, *rest = sys.argv[1:]
    programs, first = (list(map(int, rest)) + [100, 1][len(rest):])[:2]
    count = {"pruned": 0, "reduced": 0, "bugs": 0}
    wrong = compared = 0
    for seed in range(first, first + programs):
        differs = difference(omc, program, seed, count)
        compared += differs is not None
        if differs:
            wrong += 1
            print(f"seed {seed}: {differs}", file=sys.stderr)
    print(f"{compared} programs compared, {wrong} differences; {count['bugs']} of {programs} with bugs; "
          f"states: pruned {count['pruned']}, reduced {count['reduced']}")
    sys.exit(bool(wrong))


main()
