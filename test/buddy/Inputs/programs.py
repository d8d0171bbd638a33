"""programs.py OMC FOLDER: small programs in Python and in C++ have the same outcomes.

Each is written twice, statement by statement, with shared variables x, y and list/text `out`. omc check has
`--granularity statement`, omc_buddy lines.
"""
import pathlib
import re
import subprocess
import sys

import omc_buddy

CHECK = ["--search", "exhaustive", "--granularity", "statement", "--all", "--check", "deadlock,assert"]
# Lines of each thread: Python, C++. Words: S is the shared namespace.
PROGRAMS = {
    "lost update": [[("t = s.x", "int t = x;"), ("s.x = t + 1", "x = t + 1;")]] * 2,
    "one line": [[("s.x = s.x + 1", "x = x + 1;")]] * 3,
    "plus and times": [[("s.x = s.x + 1", "x = x + 1;")], [("s.x = s.x * 2", "x = x * 2;")]],
    "store buffer": [[("s.x = 1", "x = 1;"), ("a = s.y", "int a = y;"), ("s.z = s.z * 3 + a", "z = z * 3 + a;")],
                     [("s.y = 1", "y = 1;"), ("a = s.x", "int a = x;"), ("s.z = s.z * 3 + a", "z = z * 3 + a;")]],
    "branch": [[("if s.x == 0:", "if (x == 0) {"), ("    s.y = s.y + 1", "y = y + 1; }"), ("s.x = 1", "x = 1;")]] * 2,
    "with a lock": [[("s.m.acquire()", "m.lock();"), ("t = s.x", "int t = x;"), ("s.x = t + 1", "x = t + 1;"),
                     ("s.m.release()", "m.unlock();")]] * 2,
    "lock and beside": [[("s.m.acquire()", "m.lock();"), ("s.x = s.y + 1", "x = y + 1;"),
                         ("s.m.release()", "m.unlock();"), ("s.z = s.z * 3 + s.x", "z = z * 3 + x;")],
                        [("s.y = 5", "y = 5;"), ("s.m.acquire()", "m.lock();"), ("s.x = s.x * 2", "x = x * 2;"),
                         ("s.m.release()", "m.unlock();")]],
    "AB-BA": [[("s.m.acquire()", "m.lock();"), ("s.n.acquire()", "n.lock();"), ("s.x = s.x * 2 + 1", "x = x * 2 + 1;"),
               ("s.n.release()", "n.unlock();"), ("s.m.release()", "m.unlock();")],
              [("s.n.acquire()", "n.lock();"), ("s.m.acquire()", "m.lock();"), ("s.x = s.x * 2 + 2", "x = x * 2 + 2;"),
               ("s.m.release()", "m.unlock();"), ("s.n.release()", "n.unlock();")]],
    "three": [[("s.x = s.x * 3 + 1", "x = x * 3 + 1;"), ("s.y = s.x", "y = x;")],
              [("s.x = s.x * 3 + 2", "x = x * 3 + 2;")], [("s.z = s.x + s.y", "z = x + y;")]],
}


def in_python(threads, folder):
    text = "".join(f"def thread{i}(s):\n" + "".join(f"    {line}\n" for line, _ in lines) + "\n\n"
                   for i, lines in enumerate(threads))
    file = folder / "threads.py"
    file.write_text(text)
    import linecache  # the file is another one for each program
    linecache.checkcache()
    from omc_buddy import _blocks
    _blocks._tables.clear()
    names = {}
    exec(compile(text, str(file), "exec"), names)
    shared = {"x": 0, "y": 0, "z": 0, "m": omc_buddy.Lock(), "n": omc_buddy.Lock()}
    found = set()
    for search in ("pruned", "exhaustive"):
        result = omc_buddy.check([names[f"thread{i}"] for i in range(len(threads))], shared, all=True, search=search)
        each = (frozenset(result.outcome_set("x", "y", "z")), frozenset(bug.kind for bug in result.bugs))
        found.add(each)
    assert len(found) == 1, f"pruned and exhaustive differ: {found}"
    return found.pop()


def in_cxx(omc, threads, folder):
    text = "#include <omc.h>\n#include <cstdio>\n#include <mutex>\nint x, y, z;\nstd::mutex m, n;\n"
    for i, lines in enumerate(threads):
        text += f"void thread{i}(void*) {{\n" + "".join(f"  {line}\n" for _, line in lines) + "}\n"
    names = ", ".join(f"thread{i}" for i in range(len(threads)))
    text += (f"int main() {{\n  void (*threads[])(void*) = {{{names}}};\n  omc_run_threads({len(threads)}, threads, 0);\n"
             "  printf(\"%d %d %d\", x, y, z);\n}\n")
    source, program = folder / "threads.cpp", folder / "threads"
    source.write_text(text)
    subprocess.run([omc, "cc", "clang++-19", "-O1", "-g", source, "-o", program, "-pthread"], check=True)
    from checked import checked
    run = checked(omc, CHECK, program)
    outcomes = {tuple(map(int, re.findall(r"-?\d+", each["stdout"]))) for each in run["outcomes"]}
    return frozenset(outcomes), frozenset(bug["kind"] for bug in run["bugs"])


def main():
    omc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = 0
    for name, threads in PROGRAMS.items():
        python, cxx = in_python(threads, folder), in_cxx(omc, threads, folder)
        if python != cxx:
            wrong += 1
            print(f"{name}: Python {python}, C++ {cxx}")
    print(f"{len(PROGRAMS)} programs, {wrong} differences")
    sys.exit(wrong > 0)


main()
