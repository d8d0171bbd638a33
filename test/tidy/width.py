#!/usr/bin/env python3
"""width.py: no line of the product's code is wider than 100 columns.

clang-format breaks what it can; this finds what it leaves as it is: long strings, comments, tables and assembly.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 100


def main():
    wide = [f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
            for part in ("runtime", "driver", "instrumenter", "test/unit")
            for path in sorted((ROOT / part).rglob("*")) if path.suffix in (".cpp", ".h", ".c", ".S", ".def")
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if len(line) > WIDTH]
    print("\n".join(wide), end="\n" if wide else "")
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main())
