"""compare_races.py OMC FOLDER [COUNT [FIRST_SEED]]: COUNT random programs, half of them with a data race and half
without, as the simulator with vector clocks says; omc must say the same with one worker, with four, and by fork."""
import subprocess
import sys

from checked import checked
from programs import SHARED, c_program, random_program
from races import has_race

SEARCHES = [["-j", "1"], ["-j", "4"], ["-j", "1", "--granularity", "access"], ["--engine", "fork", "-j", "1"]]


def finds_race(omc, options, program, which):
    return bool(checked(omc, ["--check", "data-race", *options], program, which)["bugs"])


def choose(count, seed):
    chosen, wanted = [], {True: count // 2, False: count - count // 2}
    while any(wanted.values()):
        threads = random_program(seed)
        races = has_race(threads, SHARED)
        if races is not None and wanted[races]:
            wanted[races] -= 1
            chosen.append((seed, threads, races))
        seed += 1
    return chosen


def main():
    omc, folder, *rest = sys.argv[1:]
    count, seed = (list(map(int, rest)) + [12, 1][len(rest):])[:2]
    programs = choose(count, seed)
    source, program = f"{folder}/races.c", f"{folder}/races"
    with open(source, "w", encoding="utf-8") as file:
        file.write(c_program([threads for _, threads, _ in programs]))
    subprocess.run([omc, "cc", "clang-19", "-O0", "-g", source, "-o", program, "-pthread"], check=True)  # no read is left out
    wrong = 0
    for which, (seed, _, expected) in enumerate(programs):
        for options in SEARCHES:
            if finds_race(omc, options, program, which) != expected:
                what = "a race is missed" if expected else "a race is reported that is none"
                print(f"seed {seed}, {' '.join(options)}: {what}: {source}, program {which}", file=sys.stderr)
                wrong += 1
    print(f"{count} programs, {wrong} differences")
    sys.exit(bool(wrong))


main()
