#!/usr/bin/env python3
"""coverage.py: every test names the concepts that it covers, and every concept is covered by a test.

A concept is a module of the product, named by its room and the stem of its file: sync/mutex is runtime/sync/mutex.cpp,
driver/launch/launch is driver/launch/launch.cpp. Besides there are the scripts for CMake (cmake/omcFunctions), the
script omc, and docs/one-page. A line "COVERS: steps/reduction races/footprint" in a test names its concepts. In a unit
test, a line above a TEST_CASE is for that case; a line that a blank line follows is for the whole file. A module
without code, such as a header of declarations, may be named and needs no test.

  coverage.py                              checks, prints what is missing, exits 1 when something is
  coverage.py --tests CONCEPT… [--matching REGEX]
                                           prints a regular expression for ctest of the tests that cover any of the
                                           concepts: a concept, its last word, or a room. Exits 2 for an unknown one
  coverage.py --list                       prints how many tests cover each concept
"""
import argparse
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = (".cpp", ".c", ".S")
DECLARATIONS = (".h", ".def")
OUTSIDE_OF_CODE = {"omc": "omc", "docs/one-page": "docs/one-page/one_page.c"}
COVERS = re.compile(r"^\s*(?://|/\*|#)?\s*COVERS:(.*?)(?:\*/)?\s*$")
TEST_CASE = re.compile(r'^TEST_CASE\("((?:[^"\\]|\\.)*)"')
# Tests of the tree as a whole.
COVER_NOTHING = ("tidy/",)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--tests", nargs="+", metavar="CONCEPT")
    parser.add_argument("--matching", default="")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    with_code, all_concepts = find_concepts()
    tests = find_tests()
    if arguments.tests:
        return select(arguments.tests, arguments.matching, all_concepts, tests)
    counts = {name: sum(name in covered for covered in tests.values()) for name in sorted(with_code)}
    if arguments.list:
        for name, count in counts.items():
            print(f"{count:4} {name}")
        return 0
    missing = [f"no test covers {name}" for name, count in counts.items() if count == 0]
    missing += [f"test/{test}: it names no concept; write a line COVERS: ROOM/MODULE"
                for test, covered in sorted(tests.items()) if not covered and not test.startswith(COVER_NOTHING)]
    missing += [f"test/{test}: COVERS names {name}, which is no module{nearest(name, all_concepts)}"
                for test, covered in sorted(tests.items()) for name in sorted(covered - all_concepts)]
    print("\n".join(missing) or f"{len(tests)} tests cover {len(counts)} concepts")
    return 1 if missing else 0


def find_concepts():
    """The concepts that need a test, and all that a test may name."""
    with_code, others = set(OUTSIDE_OF_CODE), set()
    for part in ("runtime", "driver", "instrumenter"):
        for path in sorted((ROOT / part).rglob("*")):
            name = path.relative_to(ROOT / part if part == "runtime" else ROOT).with_suffix("").as_posix()
            if path.suffix in CODE:
                with_code.add(name)
            elif path.suffix in DECLARATIONS:
                others.add(name)
    with_code |= {f"cmake/{path.stem}" for path in (ROOT / "cmake").glob("*.cmake")}
    return with_code, with_code | others


def find_tests():
    """The concepts of each test, by the name that it has for ctest."""
    tests = {}
    for path in sorted((ROOT / "test").rglob("*")):
        name = path.relative_to(ROOT / "test").as_posix()
        if "Inputs" in path.parts or name.startswith("bench/") or path.suffix not in (".cpp", ".c", ".test"):
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        if name.startswith("unit/"):
            tests.update(find_cases(lines))
        else:
            tests[name] = {word for line in lines for word in covered_in(line)}
    return tests


def find_cases(lines):
    of_file, of_next, cases = set(), set(), {}
    for line, following in zip(lines, lines[1:] + [""]):
        named = covered_in(line)
        if named and not following.strip():
            of_file |= named
        elif named:
            of_next |= named
        elif case := TEST_CASE.match(line):
            cases["unit/" + case[1]] = of_next
            of_next = set()
    return {name: named or of_file for name, named in cases.items()}


def covered_in(line):
    found = COVERS.match(line)
    return set(found[1].split()) if found else set()


def select(wanted, matching, concepts, tests):
    chosen = set()
    for name in wanted:
        named = {concept for concept in concepts if is_meant(name, concept)}
        if not named:
            print(f"omc: error: there is no concept '{name}'{nearest(name, concepts)}", file=sys.stderr)
            return 2
        chosen |= named
    names = sorted(test for test, covered in tests.items() if covered & chosen and re.search(matching, test))
    if not names:
        print(f"omc: error: no test covers {' or '.join(wanted)}", file=sys.stderr)
        return 2
    print("^(" + "|".join(re.sub(r"([][^$.*+?()|\\])", r"\\\1", name) for name in names) + ")$")
    return 0


def is_meant(name, concept):
    """Whether the parts of the name stand side by side in the concept: reduction, steps/reduction, steps."""
    return f"/{name.strip('/')}/" in f"/{concept}/"


def nearest(name, concepts):
    words = {part for concept in concepts for part in [concept, *concept.split("/")]}
    found = difflib.get_close_matches(name, words, 3, 0.7)
    return f"; did you mean {' or '.join(found)}?" if found else ""


if __name__ == "__main__":
    sys.exit(main())
