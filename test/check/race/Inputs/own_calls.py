"""own_calls.py OMC FOLDER: the libomc of OMC calls none of the functions by which it counts a program's accesses, as they are
defined in the sources of FOLDER: its own calls would look like accesses of the program."""
import pathlib
import re
import subprocess
import sys


def counted_functions(folder):
    names = set()
    for source in pathlib.Path(folder).rglob("*.cpp"):
        text = source.read_text(encoding="utf-8")
        names.update(re.findall(r"\bCOUNTED\([^,]+, (\w+),", text))
        names.update(re.findall(r"^(?:INTEGER|FLOATING|TEXT_TO)\([^,]+, (\w+)\)", text, re.M))
    return names


def main():
    omc, folder = sys.argv[1:]
    library = next(pathlib.Path(omc).resolve().parent.parent.glob("lib*/**/libomc.so"))
    names = counted_functions(folder)
    listing = subprocess.run(["llvm-readelf", "-rW", library], capture_output=True, text=True, check=True).stdout
    called = set(re.findall(r"\b([A-Za-z_]\w*)(?:@\S*)? \+ 0", listing))
    if not {"strlen", "memcpy", "read", "strtol"} <= names or "dlsym" not in called:
        sys.exit(f"own_calls.py does not understand {library} or {folder}")
    wrong = sorted(names & called)
    if wrong:
        sys.exit(f"add these to called_by_omc, with OWN_CALLS: {' '.join(wrong)}")


main()
