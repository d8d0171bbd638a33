#!/usr/bin/env python3
"""names.py: runtime, driver and instrumenter define each name of a type once, also in files of their own.

A name that two files define means two things, and the compiler objects only when one source includes both.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# At the left margin: types inside of others belong to them. A specialisation has its arguments behind the name.
DEFINITION = re.compile(r"^(?:struct|class|union|enum class|enum) (\w+)(?: final)?(?: :[^{;]*)? \{", re.MULTILINE)


def main():
    twice = 0
    for part in ("runtime", "driver", "instrumenter"):
        places = collections.defaultdict(list)
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            for match in DEFINITION.finditer(path.read_text(encoding="utf-8")):
                places[match[1]].append(path.relative_to(ROOT))
        for name, files in places.items():
            if len(files) > 1:
                twice += 1
                print(f"{name} is defined in {' and '.join(map(str, files))}")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
