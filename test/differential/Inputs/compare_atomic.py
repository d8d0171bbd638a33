"""compare_atomic.py OMC FOLDER [COUNT [RUNS [FIRST_SEED]]]: what random programs do when they are compiled with
--omc-mode=atomic is what `omc check --granularity statement` says that they can do.

Each program runs RUNS times on real threads. Before each statement another thread may be let in (sched_yield), and
the lock goes round after one to three statements, so the threads do mix. Programs that can deadlock are passed over.
"""
import os
import re
import subprocess
import sys

from checked import checked
from programs import SHARED, c_program, random_program
from simulator import explore

CHECK = ["--all", "--search", "pruned", "--granularity", "statement", "--check", "deadlock,assert,crash,memory,misuse"]


def choose_programs(count, seed):
    chosen = []
    while len(chosen) < count:
        threads = random_program(seed)
        expected = explore(threads, SHARED)
        if expected and 3 < expected[2] <= 3000 and len(expected[0]) > 2 and expected[1] <= {"assert"}:
            chosen.append((seed, threads))
        seed += 1
    return chosen


def with_noise(text):
    """The statements of the threads, each after a yield; main stays as it is."""
    threads, main = text.split("\nint main(")
    noisy = re.sub(r"(?m)^(  +)((?:g\d|a|b|printf|omc_assert)\b[^\n]*;)$", r"\1sched_yield(); \2", threads)
    return noisy.replace("#include <pthread.h>\n", "#include <pthread.h>\n#include <sched.h>\n") + "\nint main(" + main


def outcome(program, which, slice_):
    done = subprocess.run([program, str(which)], capture_output=True, text=True,
                          env={**os.environ, "OMC_ATOMIC_SLICE": str(slice_)}, check=False)
    return "assert" if done.returncode == -6 and "assertion failed" in done.stderr else (done.returncode, done.stdout)


def main():
    omc, folder, *rest = sys.argv[1:]
    count, runs, first_seed = (list(map(int, rest)) + [8, 200, 1][len(rest):])[:3]
    programs = choose_programs(count, first_seed)
    source = f"{folder}/atomic.c"
    text = c_program([threads for _, threads in programs])
    for name, mode, content in ("checked", "check", text), ("run", "atomic", with_noise(text)):
        with open(source, "w", encoding="utf-8") as file:
            file.write(content)
        subprocess.run([omc, "cc", "clang-19", f"--omc-mode={mode}", "-O1", "-g", source, "-o", f"{folder}/{name}",
                        "-pthread"], check=True)
    wrong = several = 0
    for which, (seed, _) in enumerate(programs):
        run = checked(omc, CHECK, f"{folder}/checked", which)
        allowed = {(each["exit"], each["stdout"]) for each in run["outcomes"]} | {bug["kind"] for bug in run["bugs"]}
        found = {outcome(f"{folder}/run", which, 1 + i % 3) for i in range(runs)}
        several += len(found) > 1
        if not found <= allowed:
            wrong += 1
            print(f"seed {seed}: not among the {len(allowed)} checked outcomes: {sorted(map(str, found - allowed))}",
                  file=sys.stderr)
    print(f"{count} programs, {runs} runs each: {wrong} with an outcome that was not checked, "
          f"{several} with several outcomes")
    # Without a program in which threads mix, the test would say nothing.
    if wrong or not several:
        sys.exit(1)


main()
