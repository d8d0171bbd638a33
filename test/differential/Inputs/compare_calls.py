"""compare_calls.py OMC PROGRAM FOLDER [COUNT [FIRST_SEED]]: COUNT random programs of random_calls.c, built as PROGRAM. All
searches find the same: with --all the same outcomes and the same kinds of bugs. Every third program has --reuse 1. The
exhaustive search counts only where it ends within its limit. Prints seeds that differ, and why searches were not complete."""
import collections
import os
import sys

from checked import run_of

SEARCHES = {
    "reduced": ["--search", "reduced"],
    "pruned": ["--search", "pruned"],
    "fork": ["--search", "reduced", "--engine", "fork"],
    "exhaustive": ["--search", "exhaustive", "--max-executions", "3000"],
}
LIMITS = ["--all", "-j", "1", "--time", "10s", "--max-states", "2000"]


def listing(folder):
    return sorted((path, tuple(sorted(names))) for path, _, names in os.walk(folder))


def found(run):
    outcomes = sorted((outcome["exit"], outcome["stdout"]) for outcome in run["outcomes"])
    return run["verdict"], outcomes, sorted({bug["kind"] for bug in run["bugs"]})


def difference(omc, program, seed, count):
    """None when the searches could not be compared."""
    reuse = ["--reuse", "1"] if seed % 3 == 0 else []
    runs = {}
    for name, options in SEARCHES.items():
        run = run_of(omc, LIMITS + options + reuse, [program[0], seed, program[1]])
        if isinstance(run, str):
            return f"{name}: {run}"
        count[name] += run["stats"]["states"]
        if run["complete"]:
            runs[name] = found(run)
            continue
        if name != "exhaustive":
            count["not complete: " + str(run.get("reason"))] += 1
            return None
    count["exhaustive ended"] += "exhaustive" in runs
    count["with bugs"] += bool(runs["pruned"][2])
    if all(run == runs["pruned"] for run in runs.values()):
        return ""
    return "\n".join(f"  {name}: {run}" for name, run in runs.items())


def main():
    omc, program, folder, *rest = sys.argv[1:]
    programs, first = (list(map(int, rest)) + [100, 1][len(rest):])[:2]
    before, count, wrong, compared = listing(folder), collections.Counter(), 0, 0
    for seed in range(first, first + programs):
        differs = difference(omc, (program, folder), seed, count)
        compared += differs is not None
        if differs:
            wrong += 1
            print(f"seed {seed}:\n{differs}", file=sys.stderr, flush=True)
        if seed % 100 == 0:
            print(f"seed {seed}: {compared} compared", file=sys.stderr, flush=True)
    if listing(folder) != before:
        wrong += 1
        print(f"{folder} has changed", file=sys.stderr)
    print(f"{compared} programs compared, {wrong} differences;", ", ".join(f"{name}: {n}" for name, n in sorted(count.items())))
    sys.exit(bool(wrong))


main()
