"""own_calls.py OMC COMPILER: libomc's own calls of functions that it interposes are not recorded as accesses of the program."""
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "tidy"))
import interposed

# These record no accesses of their caller: libomc calls them as the program does, by name.
NOT_RECORDING = {"abort", "free", "malloc", "nanosleep", "pthread_create", "pthread_join", "pthread_key_create",
                 "pthread_key_delete", "pthread_setname_np", "sched_yield"}


def main():
    omc, compiler = sys.argv[1:]
    library = next(pathlib.Path(omc).resolve().parent.parent.glob("lib*/**/libomc.so"))
    names = {symbol for family in interposed.read_table(compiler).values() for symbol in family}
    listing = subprocess.run(["llvm-readelf", "-rW", library], capture_output=True, text=True, check=True).stdout
    called = set(re.findall(r"\b([A-Za-z_]\w*)(?:@\S*)? \+ 0", listing))
    if not {"strlen", "memcpy", "read", "strtol"} <= names or "dlsym" not in called:
        sys.exit(f"own_calls.py does not understand {library} or the table")
    wrong = sorted(names & called - NOT_RECORDING)
    if wrong:
        sys.exit(f"libomc calls these itself: give their rows the word OWN_CALLS: {' '.join(wrong)}")


main()
