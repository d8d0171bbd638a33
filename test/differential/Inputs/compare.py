"""compare.py OMC FOLDER [COUNT [FIRST_SEED]]: COUNT random programs, checked by every search and by the simulator.

For each program all of these must agree on the set of outcomes and on the kinds of bugs: the simulator, the
exhaustive and the pruned search, one worker and four, both engines, and both granularities (the programs
synchronise in statements of their own, so there the two see the same). Programs with too many interleavings
for the exhaustive search are passed over; the same seeds give the same programs on every machine.
"""
import subprocess
import sys

from checked import checked
from programs import SHARED, c_program, random_program
from simulator import explore

MOST_INTERLEAVINGS = 1500
MOST_FOR_FORK = 150

SEARCHES = [
    ["--search", "exhaustive", "--engine", "rewind", "--granularity", "statement", "-j", "1"],
    ["--search", "exhaustive", "--engine", "fork", "--granularity", "statement", "-j", "4"],
    ["--search", "pruned", "--engine", "rewind", "--granularity", "statement", "-j", "4"],
    ["--search", "pruned", "--engine", "fork", "--granularity", "statement", "-j", "1"],
    ["--search", "pruned", "--engine", "rewind", "--granularity", "sync", "-j", "1"],
]


def check(omc, options, program, which):
    run = checked(omc, ["--all", "--check", "deadlock,assert,crash,memory,livelock,misuse", *options], program, which)
    return {outcome["stdout"] for outcome in run["outcomes"]}, {bug["kind"] for bug in run["bugs"]}


def choose_programs(count, seed):
    """Programs that are small enough and in which the order matters, with what the simulator says of them."""
    chosen = []
    while len(chosen) < count:
        threads = random_program(seed)
        expected = explore(threads, SHARED)
        if expected and 1 < expected[2] <= MOST_INTERLEAVINGS and len(expected[0]) + len(expected[1]) > 1:
            chosen.append((seed, threads, expected))
        seed += 1
    return chosen


def complain(seed, options, found, expected, source):
    print(f"seed {seed}, {' '.join(options)}, source {source}", file=sys.stderr)
    for what, one, two in zip(("outcomes", "bugs"), found, expected):
        print(f"  {what} missed: {sorted(two - one)}\n  {what} too many: {sorted(one - two)}", file=sys.stderr)


def main():
    omc, folder, *rest = sys.argv[1:]
    count, first_seed = (list(map(int, rest)) + [12, 1][len(rest):])[:2]
    programs = choose_programs(count, first_seed)
    source, program = f"{folder}/programs.c", f"{folder}/programs"
    with open(source, "w", encoding="utf-8") as file:
        file.write(c_program([threads for _, threads, _ in programs]))
    subprocess.run([omc, "cc", "clang-19", "-O1", "-g", source, "-o", program, "-pthread"], check=True)
    wrong, narrower = 0, 0
    for which, (seed, _, (outcomes, kinds, interleavings)) in enumerate(programs):
        for options in SEARCHES:
            if "exhaustive" in options and "fork" in options and interleavings > MOST_FOR_FORK:
                continue
            found = check(omc, options, program, which)
            if found != (outcomes, kinds):
                complain(seed, options, found, (outcomes, kinds), f"{source}, program {which}")
                wrong += 1
        # A search that leaves schedules out on purpose is seen to leave outcomes out: this test can fail.
        found = check(omc, ["--granularity", "sync", "--max-preemptions", "0"], program, which)
        if not (found[0] <= outcomes and found[1] <= kinds):
            complain(seed, ["--granularity", "sync", "--max-preemptions", "0"], found, (outcomes, kinds), source)
            wrong += 1
        narrower += found != (outcomes, kinds)
    total = sum(expected[2] for _, _, expected in programs)
    print(f"{count} programs, {total} interleavings, {wrong} differences, {narrower} narrower without preemptions")
    if wrong or not narrower:
        sys.exit(1)


main()
