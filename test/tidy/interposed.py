#!/usr/bin/env python3
"""interposed.py [--compiler CXX] [--write | --library LIBOMC]: the functions that libomc interposes, as runtime/libc/interposed.def lists them.

Without a mode, docs/interposed.md must be what the table says; --write makes it so. --library compares the table with the
symbols that LIBOMC defines, both ways. Exits 1 when something differs.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/interposed.md"
# What libomc.so defines besides interposers: its own interface, that of the thread sanitizer, and names of the linker.
INTERFACE = re.compile(r"omc_|__tsan_|__sanitizer_|(WTF)?Annotate|RunningOnValgrind|ValgrindSlowdown|__(start|stop)_omc_")
HEADER = """# Functions that libomc interposes

Generated from `runtime/libc/interposed.def` by `test/tidy/interposed.py --write`.

libomc defines each of these in front of the library that it belongs to. Most record what the function reads and writes as
accesses of its caller, for data races and for memory errors; the others are modelled while a program is explored. In a
dormant program all of them only call the library's own. [limits.md](limits.md) says what is not recorded.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="c++")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--write", action="store_true")
    mode.add_argument("--library")
    arguments = parser.parse_args()
    families = read_table(arguments.compiler)
    if arguments.library:
        return compare_symbols(families, arguments.library)
    if arguments.write:
        DOCUMENT.write_text(document(families), encoding="utf-8")
        return 0
    if DOCUMENT.exists() and DOCUMENT.read_text(encoding="utf-8") == document(families):
        return 0
    print(f"{DOCUMENT.relative_to(ROOT)} is not what the table says: run {pathlib.Path(__file__).relative_to(ROOT)} --write")
    return 1


def read_table(compiler="c++"):
    """The symbols of each family, by its title."""
    command = [compiler, "-E", "-P", "-x", "c++", "-std=c++20", "-I", ROOT / "runtime", "-DFAMILY_TITLE(x)=@family x",
               "-DINTERPOSED_SYMBOL(x)=@symbol x", "-include", "libc/rows_as_names.h",
               ROOT / "runtime/libc/interposed.def"]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    families = {}
    for row in rows.split("@")[1:]:
        kind, strings = row.split(maxsplit=1)
        text = "".join(re.findall(r'"([^"]*)"', strings))
        if kind == "family":
            families[text] = []
        else:
            list(families.values())[-1].append(text)
    return families


def document(families):
    text = HEADER
    for title, symbols in families.items():
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(readable(symbols)))
        text += f"\n## {title}\n\n" + textwrap.fill(names, 100, break_on_hyphens=False) + "\n"
    return text


def readable(symbols):
    """C++ names without parameters, template arguments and types of results."""
    listing = subprocess.run(["c++filt", "-p"], input="\n".join(symbols), capture_output=True, text=True, check=True).stdout
    listing = listing.replace("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string")
    for name in listing.splitlines():
        name = re.sub(r"(operator(<<|>>)) <.*", r"\1", re.sub(r"^.*& (?=std::)", "", name))
        while re.search(r"<[^<>]+>", name):
            name = re.sub(r"<[^<>]+>", "", name)
        yield name


def compare_symbols(families, library):
    listing = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    defined = {line.split()[-1] for line in listing.splitlines()}
    symbols = [symbol for family in families.values() for symbol in family]
    table = set(symbols)
    problems = [f"{name}: two rows" for name in sorted(table) if symbols.count(name) > 1]
    problems += [f"{name}: a row, but libomc does not define it" for name in sorted(table - defined)]
    problems += [f"{name}: libomc defines it, but there is no row" for name in sorted(defined - table)
                 if not INTERFACE.match(name)]
    for problem in problems:
        print(problem)
    if "memcpy" not in table or "omc_hook" not in defined:
        problems.append("not understood")
        print(f"{library} or the table is not understood")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
