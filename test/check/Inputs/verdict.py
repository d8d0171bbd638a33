"""verdict.py VERDICT [EXPECTATIONS] -- [OPTIONS OF omc check] PROGRAM [ARGUMENTS]

Checks a program by the default search with one worker and by the pruned search with four, and compares both runs with
what the test states.
VERDICT is ok, incomplete, vacuous, or the kinds of the bugs found, as in deadlock or assert,crash.

  --outcomes 'ab12 a1b2'   exactly these outcomes, in any order. Blanks inside an outcome are written _, an
                           outcome without output as ., and an exit code other than 0 as ab!3
  --count states=12        a number of the run's stats; may be repeated
  --message TEXT           part of the message of some bug; may be repeated

  --races                  as a user would, for data races as well. Without it they are looked for only when the
                           verdict is one: many programs here are racy, and about something else

Where the source has lines that end in `// <- KIND`, a bug of that kind must be at one of them. Beyond what
is stated, always: the exit code belongs to the verdict, each bug's schedule replays to that bug, both searches find
the same, both engines do exactly the same in the pruned search, and no process of the program is left.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys

from processes import alive, wait_until

MOST_FORKS = 1000
ALL_BUT_RACES = "deadlock,assert,crash,memory,livelock,misuse,undefined"
EXIT = {"ok": 0, "bug": 1, "incomplete": 3, "vacuous": 4}


def read_arguments():
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("verdict")
    parser.add_argument("--omc", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--outcomes")
    parser.add_argument("--count", action="append", default=[])
    parser.add_argument("--message", action="append", default=[])
    parser.add_argument("--races", action="store_true")
    arguments = parser.parse_args(sys.argv[1:split])
    arguments.command = sys.argv[split + 1:]
    if not arguments.races and arguments.verdict != "data-race" and "--check" not in arguments.command:
        kinds = ALL_BUT_RACES + (",exit" if arguments.verdict == "exit" else "")
        arguments.command = ["--check", kinds, *arguments.command]
    # Most programs that are racy are about what statements do in turn, so a statement is a step here.
    if not arguments.races and arguments.verdict != "data-race" and "--granularity" not in arguments.command:
        arguments.command = ["--granularity", "sync", *arguments.command]
    return arguments


def fail(what, run=None):
    print("verdict.py: " + what, file=sys.stderr)
    if run is not None:
        print(json.dumps(run, indent=1)[:6000], file=sys.stderr)
    sys.exit(1)


def check(arguments, jobs, *options):
    """The run of `omc check` as run.json tells it, with its exit code."""
    command = [arguments.omc, "check", "-o", "-", "--json", "-", "-j", jobs, "--second-front", "off", *options, *arguments.command]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        run = json.loads(done.stdout)
    except json.JSONDecodeError:
        fail(f"exit code {done.returncode} and no JSON from {shlex.join(command)}\n{done.stdout}{done.stderr}")
    run["exit code"] = done.returncode
    run["jobs"] = jobs
    run["stderr"] = done.stderr
    return run


def outcome_text(outcome):
    text = re.sub(r"\s", "_", outcome["stdout"].strip()) or "."
    return text + (f"!{outcome['exit']}" if outcome["exit"] else "")


def outcomes_of(run):
    texts = [outcome_text(outcome) for outcome in run["outcomes"]]
    if len(texts) != run["outcome_count"]:
        fail(f"{run['outcome_count']} outcomes are counted and {len(texts)} told", run)
    return sorted(set(texts))


def marked_lines(source):
    """The kinds of bugs that the source announces, each with its lines."""
    lines = {}
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.search(r"// <- ([\w-]+)$", line.rstrip())
            if mark:
                lines.setdefault(mark[1], []).append(number)
    return lines


def compare_bugs(arguments, run, kinds):
    found = sorted({bug["kind"] for bug in run["bugs"]})
    if found != sorted(set(kinds)):
        fail(f"bugs {found} instead of {kinds}", run)
    lines = marked_lines(arguments.source)
    for bug in run["bugs"]:
        if bug["kind"] in lines and bug["site"]["line"] not in lines[bug["kind"]]:
            fail(f"{bug['kind']} at line {bug['site']['line']} instead of {lines[bug['kind']]}", run)
    for text in arguments.message:
        if not any(text in bug["message"] for bug in run["bugs"]):
            fail(f"no bug says '{text}'", run)


def compare(arguments, run):
    verdict = arguments.verdict if arguments.verdict in EXIT else "bug"
    if run["verdict"] != verdict or run["exit code"] != EXIT[verdict]:
        fail(f"{run['verdict']} and exit code {run['exit code']} instead of {verdict}", run)
    if verdict == "ok" and not run["complete"]:
        fail("no bugs, and yet not complete", run)
    compare_bugs(arguments, run, arguments.verdict.split(",") if verdict == "bug" else [])
    if arguments.outcomes is not None and outcomes_of(run) != sorted(arguments.outcomes.split()):
        fail(f"outcomes {' '.join(outcomes_of(run))}\n instead of {' '.join(sorted(arguments.outcomes.split()))}", run)
    for count in arguments.count if run["jobs"] == "1" else []:
        key, value = count.split("=")
        if run["stats"][key] != int(value):
            fail(f"{key} {run['stats'][key]} instead of {value}", run)


def replay(arguments, run):
    """Runs the schedule of each bug again, with the words that the run itself gives for that."""
    for bug in run["bugs"]:
        command = [arguments.omc, "replay", "--color", "never", "-s", bug["schedule"], *shlex.split(run["replay"])]
        done = subprocess.run(command, capture_output=True, text=True)
        # These two are relations between schedules: one alone can be followed, and shows nothing.
        alone = bug["kind"] not in ("order-race", "livelock")
        shown = f"[omc-{bug['kind']}]" in done.stdout and done.returncode == 1
        followed = done.returncode == 0 and "omc: no bug" in done.stdout
        if not (shown or (followed and not alone)):
            fail(f"exit code {done.returncode} from {shlex.join(command)}\n{done.stdout}{done.stderr}")


def compare_runs(one, four):
    """What must not depend on the search and the number of workers. The number of states does: the reduced search has
    fewer, and padding in stack frames depends on the way by which a state was first reached."""
    keys = ["verdict", "complete"]
    if one["complete"]:
        keys += ["outcome_count"]
        if one["stats"]["threads"] != four["stats"]["threads"]:
            fail(f"threads is {one['stats']['threads']} with one worker and {four['stats']['threads']} with four", four)
        if outcomes_of(one) != outcomes_of(four):
            fail(f"outcomes {outcomes_of(one)} with one worker and {outcomes_of(four)} with four")
    for key in keys:
        if one[key] != four[key]:
            fail(f"{key} is {one[key]} with one worker and {four[key]} with four", four)


def compare_engines(rewind, fork):
    """What must not depend on how the search goes back: everything."""
    for key in "states", "executions", "steps", "hooks", "pruned", "threads":
        if rewind["stats"][key] != fork["stats"][key]:
            fail(f"{key} is {rewind['stats'][key]} with rewind and {fork['stats'][key]} with fork", fork)
    if outcomes_of(rewind) != outcomes_of(fork):
        fail(f"outcomes {outcomes_of(rewind)} with rewind and {outcomes_of(fork)} with fork")


def main():
    arguments = read_arguments()
    pruned = [] if "--search" in arguments.command else ["--search", "pruned"]
    one, four = check(arguments, "1"), check(arguments, "4", *pruned)
    for run in one, four:
        compare(arguments, run)
        replay(arguments, run)
    compare_runs(one, four)
    # Forks are slow, so only where there are few.
    small = one["complete"] and four["stats"]["executions"] <= MOST_FORKS
    if small and "--engine" not in arguments.command:
        rewind = check(arguments, "1", *pruned) if pruned else one
        compare_engines(rewind, check(arguments, "1", "--engine", "fork", *pruned))
    program = os.path.realpath(one["program"])
    # A killed process needs a moment to be gone.
    wait_until(lambda: not alive(program), lambda: f"verdict.py: processes left behind: {alive(program)}")


main()
