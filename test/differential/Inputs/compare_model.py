"""compare_model.py OMC FOLDER [--programs N] [--seed S] [--plain SHARE] [--options WORDS] [-v]

N random programs: what omc's search with --memory-model c11 finds is exactly what memory_model.py allows: the outcomes,
or a data race. Each program has two to three threads with atomics of every order and fences; in a part of them
(--plain) the last variable is not atomic.
"""
import argparse
import random
import subprocess
import sys

from checked import checked
from memory_model import outcomes
from model_programs import printed, random_program, show, source

# They take turns; most programs have the default search.
SEARCHES = [["-j", "1"]] * 5 + [["-j", "2"], ["-j", "2"], ["-j", "1", "--search", "pruned"], ["-j", "1", "--engine", "fork"],
                                ["-j", "1", "--every-statement"]]


def read_arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("omc")
    parser.add_argument("folder")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", type=float, default=0.3)
    parser.add_argument("--options", help="one search with these, in place of those that take turns")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args()


def built(omc, folder, programs):
    text, program = f"{folder}/model.cpp", f"{folder}/model"
    with open(text, "w", encoding="utf-8") as file:
        file.write(source(programs))
    subprocess.run([omc, "cc", "clang++-19", "-std=c++20", "-O1", "-g1", text, "-o", program, "-pthread"], check=True)
    return program


def difference(omc, options, program, number, expected, has_race):
    """What omc says that the model does not, or the other way round; and how many states it has explored."""
    run = checked(omc, ["--memory-model", "c11", *options], program, number)
    kinds = {bug["kind"] for bug in run["bugs"]}
    states = run["stats"]["states"]
    if kinds or has_race:
        wrong = "" if kinds == {"data-race"} and has_race else f"finds {kinds or 'no bug'}, expected {'a' if has_race else 'no'} race"
        return wrong, states
    found = {outcome["stdout"].strip() for outcome in run["outcomes"]}
    parts = [f"{word}: {', '.join(sorted(some))}" for word, some in [("missed", expected - found), ("not allowed", found - expected)] if some]
    return "; ".join(parts), states


def main():
    arguments = read_arguments()
    programs = [random_program(seed, random.Random(seed).random() < arguments.plain)
                for seed in range(arguments.seed, arguments.seed + arguments.programs)]
    program = built(arguments.omc, arguments.folder, programs)
    wrong, total, races = 0, 0, 0
    for number, one in enumerate(programs):
        allowed, has_race = outcomes(one)
        options = arguments.options.split() if arguments.options else SEARCHES[number % len(SEARCHES)]
        what, states = difference(arguments.omc, options, program, number, {printed(o) for o in allowed}, has_race)
        races, total = races + has_race, total + states
        if what or arguments.verbose:
            print(f"seed {arguments.seed + number}, {' '.join(options)}: {program} {number}: {what or 'same'}\n{show(one)}", file=sys.stderr)
        wrong += bool(what)
    print(f"{len(programs)} programs, {races} with a data race, {total} states, {wrong} differences")
    sys.exit(bool(wrong))


main()
