"""litmus.py OMC FOLDER TESTS [-v]: each litmus test has exactly the outcomes that the file TESTS states.

Each runs with one job, with two, and with the fork engine; then with --max-stale 1, which is enough for all of them.
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "differential" / "Inputs"))
from checked import outputs  # noqa: E402
from memory_model import outcomes  # noqa: E402
from model_programs import in_order, parse, printed, source  # noqa: E402

SEARCHES = [["-j", "1"], ["-j", "2"], ["-j", "1", "--engine", "fork"], ["-j", "1", "--max-stale", "1"]]


def read(path):
    """(name, program, outcomes) of each test."""
    for block in pathlib.Path(path).read_text(encoding="utf-8").strip().split("\n\n")[1:]:
        name, *lines = block.split("\n")
        program = parse([line.strip()[1:] for line in lines if line.strip().startswith("|")])
        expected = {line.strip()[1:].strip().replace("-", "255") for line in lines if line.strip().startswith(">")}
        order = next(line.split() for line in lines if not line.strip().startswith(("|", ">")))
        assert order == in_order(program), f"{name}: the outcomes name {' '.join(order)}"
        yield name, program, expected


def main():
    omc, folder, path, verbose = sys.argv[1], sys.argv[2], sys.argv[3], "-v" in sys.argv
    tests = list(read(path))
    text, program = f"{folder}/litmus.cpp", f"{folder}/litmus"
    pathlib.Path(text).write_text(source([test[1] for test in tests]), encoding="utf-8")
    subprocess.run([omc, "cc", "clang++-19", "-std=c++20", "-O1", "-g1", text, "-o", program, "-pthread"], check=True)
    wrong = 0
    for number, (name, threads, expected) in enumerate(tests):
        assert {printed(o) for o in outcomes(threads)[0]} == expected, f"{name}: the file differs from memory_model.py"
        for options in SEARCHES:
            found = outputs(omc, ["--memory-model", "c11", *options], [program, number])
            same = isinstance(found, set) and {line.strip() for line in found} == expected
            wrong += not same
            if verbose or not same:
                print(f"{name} ({program} {number}), {' '.join(options)}: {found}, expected {sorted(expected)}")
    print(f"{len(tests)} litmus tests, {len(SEARCHES)} searches each, {wrong} differences")
    sys.exit(bool(wrong) or not tests)


main()
