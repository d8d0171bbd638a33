"""compare_one_page.py ONE_PAGE PROGRAMS: libomc-buddy finds in the programs of docs/one-page what the page finds.

The same outcomes and bugs, as sets of final variables, and the same numbers of calls of hook() and of interleavings:
with the exhaustive search for all, with the pruned one too.
"""
import re
import subprocess
import sys

CASES = [["strings", "ab", "12"], ["strings", "a", "123"], ["count", "3", "3"], ["count", "5", "4"],
         ["count", "6", "6"], ["nolock"], ["lock"], ["deadlock"], ["order"], ["forever"]]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def of_page(lines, is_strings):
    found, counts = set(), {}
    for line in lines:
        if match := re.match(r"(hooks|interleavings) (\d+)", line):
            counts[match[1]] = int(match[2])
        elif match := re.match(r"(\S+) trace=\S* (.*)", line):
            found.add((match[1].replace("violation", "condition"), match[2]))
        elif is_strings and not line.startswith("race"):
            found.add(("outcome", line))
    return found, counts


def of_buddy(lines, is_strings):
    found, counts = set(), {}
    for line in lines:
        if match := re.match(r"(hooks|interleavings) (\d+)", line):
            counts[match[1]] = int(match[2])
        elif match := re.match(r"(\S+) (out=(\S*) x=.*) \| ", line):
            found.add((match[1], match[3] if is_strings else match[2]))
    return found, counts


def main():
    page, programs = sys.argv[1:]
    wrong = 0
    for case in CASES:
        for flags_of_page, flags in ([], ["--exhaustive"]), (["--pruned"], []):
            is_strings = case[0] == "strings"
            one = of_page(run(page, *flags_of_page, *case), is_strings)
            two = of_buddy(run(programs, *flags, *case), is_strings)
            if case[0] == "count":  # the page prints no outcome there, and counts
                same = one[1] == two[1]
            else:
                same = one[0] == two[0] and one[0]
            if not same:
                wrong += 1
                print(f"{' '.join([*flags, *case])}: page {one}, buddy {two}")
    print(f"{len(CASES)} programs, {wrong} differences")
    sys.exit(wrong > 0)


main()
