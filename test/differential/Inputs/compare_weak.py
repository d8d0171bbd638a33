"""compare_weak.py OMC FOLDER [--programs N] [--seed S] [--orders any|seq_cst]
                               [--exact verdict|variables|pairs] [--quick] [-v]

N random programs with atomics of every order (or all of them seq_cst), half of the programs with a data race and half
without, as happens_before.py says; omc must say the same, and report no pair of lines that does not race. --exact
variables: also a race of each variable that has one; --exact pairs: each pair of lines. What is left out of these is
counted in any case. --quick takes one search instead of four, for many programs; -v prints those that differ.
"""
import argparse
import re
import subprocess
import sys

from checked import checked
from happens_before import races
from weak_orders import Translation, random_program

SEARCHES = [["-j", "1"], ["-j", "4"], ["-j", "1", "--granularity", "access"], ["--engine", "fork", "-j", "1"]]
MOST_FOR_FORK = 400  # executions; each costs a process


def read_arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("omc")
    parser.add_argument("folder")
    parser.add_argument("--programs", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", choices=["any", "seq_cst"], default="any")
    parser.add_argument("--exact", choices=["verdict", "variables", "pairs"], default="verdict")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args()


def choose(count, seed, orders):
    """Programs with more than one execution, half of them with a race."""
    chosen, wanted = [], {True: count // 2, False: count - count // 2}
    while any(wanted.values()):
        threads = random_program(seed, orders)
        expected = races(Translation([threads]).instructions[0])
        if expected and expected[1] > 1 and wanted[bool(expected[0])]:
            wanted[bool(expected[0])] -= 1
            chosen.append((seed, threads))
        seed += 1
    return chosen


def found_races(omc, options, program, which):
    run = checked(omc, ["--check", "data-race", "--all", *options], program, which)
    found = {frozenset(site["line"] for site in bug["sites"]) for bug in run["bugs"] if bug["kind"] == "data-race"}
    return found, run["stats"]["executions"]


class Comparison:
    """The races that are expected in each program and the ones found, and how often they differ."""

    def __init__(self, arguments, lines):
        self.arguments, self.lines = arguments, lines
        self.wrong, self.missed = 0, {"variables": 0, "pairs": 0}

    def variables(self, pairs):
        return {re.findall(r"\b[dx]\d\b", self.lines[min(pair) - 1])[0] for pair in pairs}

    def compare(self, title, found, expected):
        lacks = {"verdict": bool(expected) and not found, "variables": self.variables(expected) - self.variables(found & expected),
                 "pairs": expected - found}
        for what in self.missed:
            self.missed[what] += len(lacks[what])
        if not lacks[self.arguments.exact] and not lacks["verdict"] and not found - expected:
            return True
        self.wrong += 1
        print(title, file=sys.stderr)
        for what, pairs in [("missed", expected - found), ("not a race", found - expected)]:
            for pair in sorted(map(sorted, pairs)):
                statements = " and ".join(f"{line}: {self.lines[line - 1].strip()}" for line in pair)
                print(f"  {what}: {statements}", file=sys.stderr)
        return False


def show(lines, instructions):
    used = [one[-1] for code in instructions for one in code if one[0] != "unless"]
    for number in range(min(used) - 1, max(used) + 3):
        print(f"  {number}: {lines[number - 1]}", file=sys.stderr)


def main():
    arguments = read_arguments()
    chosen = choose(arguments.programs, arguments.seed, arguments.orders)
    translation = Translation([threads for _, threads in chosen])
    source, program = f"{arguments.folder}/weak.c", f"{arguments.folder}/weak"
    with open(source, "w", encoding="utf-8") as file:
        file.write(translation.text())
    # Without optimisation no read is left out.
    subprocess.run([arguments.omc, "cc", "clang-19", "-O0", "-g", source, "-o", program, "-pthread"], check=True)
    comparison = Comparison(arguments, translation.lines)
    for which, (seed, _) in enumerate(chosen):
        expected, _ = races(translation.instructions[which])
        same, executions = True, 0
        for options in SEARCHES[:1] if arguments.quick else SEARCHES:
            if "fork" in options and executions > MOST_FOR_FORK:
                continue
            found, executions = found_races(arguments.omc, options, program, which)
            title = f"seed {seed}, {' '.join(options)}, {executions} executions: {source}, program {which}"
            same &= comparison.compare(title, found, expected)
        if arguments.verbose and not same:
            show(translation.lines, translation.instructions[which])
    print(f"{arguments.programs} programs, {comparison.wrong} differences, {comparison.missed['pairs']} pairs missed, "
          f"{comparison.missed['variables']} variables missed")
    sys.exit(bool(comparison.wrong))


main()
