#!/usr/bin/env python3
"""entries.py: each function that the runtime exports asks first whether the program is explored.

libomc is loaded into programs that nobody checks, too: there each of its functions does only what the function that it
stands for does. A function that forgets to ask would explore, or use the world of a search that does not exist. This
looks at what stands between "#pragma GCC visibility push(default)" and the end of a file; interposers that a macro
makes ask by way of that macro.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUNCTION = re.compile(r"^(?!namespace|extern|struct|using)(\w[^;{}]*?\b(\w+)\([^;{}]*\))\s*\{(.*?)(?:^\}|\}$)",
                      re.S | re.M)
EXPORTED = re.compile(r"#pragma GCC visibility push\(default\)(.*)", re.S)
ASKS = re.compile(r"\bentered\(\)|\bEntry entry;|\bexploring\b|\bcounts\(\)|\bis_recorded\(\)|\bIF_EXPLORING\b|\bANNOTATION\("
                  # A block of a search is known by its address.
                  r"|\bis_block\("
                  # Helpers of races/tsan_abi.cpp that ask themselves.
                  r"|\b(?:(?:begin|load|store|update|compare)_atomic|load_unaligned|store_unaligned)\b")
DOES_NOTHING = re.compile(r"\s*(?://[^\n]*\s*|return \w+;\s*)*")
# Functions that need not ask, each with the reason.
EXEMPT = {
    "omc_explore": "it begins a search",
    "__cxa_guard_abort": "the word means the same to a search and to threads",
}


def main():
    wrong, found = [], set()
    for path in sorted((ROOT / "runtime").rglob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        exported = EXPORTED.search(text)
        for function in FUNCTION.finditer(exported[1]) if exported else ():
            name, body = function[2], function[3]
            found.add(name)
            if ASKS.search(body) or DOES_NOTHING.fullmatch(body) or name in EXEMPT:
                continue
            line = text.count("\n", 0, exported.start(1) + function.start()) + 1
            wrong.append(f"{path.relative_to(ROOT)}:{line}: {name} does not ask whether the program is explored")
    wrong += [f"entries.py: {name} is exempt, and there is no such function" for name in sorted(EXEMPT.keys() - found)]
    print("\n".join(wrong) or f"{len(found)} functions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
