"""counts.py OMC by-hand PROGRAM | OMC plain FOLDER | OMC eight FOLDER

Compares the calls of hook() that omc counts with the paper's table and with the closed forms."""
import json
import subprocess
import sys
from itertools import product
from math import comb, factorial, prod

EXHAUSTIVE = {3: 30, 4: 112, 5: 420, 6: 1584, 7: 6006, 8: 22880}
PRUNED = {3: 18, 4: 32, 5: 50, 6: 72, 7: 98, 8: 128}
omc, what, where = sys.argv[1:]


def exhaustive(sizes):
    """Each thread calls hook once to begin with, and again after every statement but its last; a statement is
    executed anew for each of the ways that lead to the point where it is next."""
    if len(sizes) == 2:
        a, b = sizes
        return comb(a + b, a + 1) + comb(a + b, b + 1)
    calls = len(sizes)
    for point in product(*(range(n + 1) for n in sizes)):
        ways = factorial(sum(point)) // prod(map(factorial, point))
        calls += ways * sum(done <= n - 2 for done, n in zip(point, sizes))
    return calls


def pruned(sizes):
    return sum(1 + (n - 1) * prod(m + 1 for j, m in enumerate(sizes) if j != i) for i, n in enumerate(sizes))


def interleavings(sizes):
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def plain_program(sizes):
    """Source of a program with len(sizes) threads; thread i executes sizes[i] plain statements."""
    lines = ["#include <omc.h>"]
    for i, n in enumerate(sizes):
        lines += [f"int v{i}_{k};" for k in range(n)]
        lines += [f"void thread{i}(void* unused) {{"] + [f"  v{i}_{k} = 1;" for k in range(n)] + ["}"]
    names = ", ".join(f"thread{i}" for i in range(len(sizes)))
    lines += ["int main(void) {", f"  void (*threads[])(void*) = {{{names}}};",
              f"  omc_run_threads({len(sizes)}, threads, 0);", "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def build_plain(sizes):
    name = f"{where}/plain_{'_'.join(map(str, sizes))}"
    with open(name + ".c", "w", encoding="utf-8") as source:
        source.write(plain_program(sizes))
    subprocess.run([omc, "cc", "clang-19", "-O1", name + ".c", "-o", name], check=True)
    return [name]


def program(sizes):
    return [where, *map(str, sizes)] if what == "by-hand" else build_plain(sizes)


def check(search, command, sizes, wanted):
    options = ["-o", "-", "--json", "-", "--search", search, "--engine", "fork", "--granularity", "statement"]
    out = subprocess.run([omc, "check", *options, *command], capture_output=True, text=True)
    run = json.loads(out.stdout)
    stats = run["stats"]
    found = run["verdict"], stats["hooks"], stats["threads"]
    if found != ("ok", wanted, len(sizes)):
        sys.exit(f"{search} {sizes}: {found} instead of {wanted} hooks\n{out.stderr}")
    if search == "exhaustive" and stats["executions"] != interleavings(sizes):
        sys.exit(f"{search} {sizes}: {stats['executions']} executions instead of {interleavings(sizes)}")
    if search == "pruned" and stats["states"] != prod(n + 1 for n in sizes):
        sys.exit(f"{search} {sizes}: {stats['states']} states instead of {prod(n + 1 for n in sizes)}")


def check_both(sizes, largest=600):
    command = program(sizes)
    if interleavings(sizes) <= largest:
        check("exhaustive", command, sizes, exhaustive(sizes))
    check("pruned", command, sizes, pruned(sizes))


for n in range(3, 9):  # the closed forms are those of the paper's table
    assert exhaustive((n, n)) == EXHAUSTIVE[n] and pruned((n, n)) == PRUNED[n] == 2 * n * n
if what == "eight":
    check("exhaustive", program((8, 8)), (8, 8), EXHAUSTIVE[8])
else:
    for n in range(3, 9):
        check_both((n, n), 1000 if what == "by-hand" else 300)
    for sizes in (1, 1), (1, 4), (5, 2), (2, 2, 2), (1, 2, 3), (1, 1, 1, 1), (2, 1, 2, 1):
        check_both(sizes)
    for sizes in (12, 7), (4, 4, 4), (3, 3, 3, 3):
        check("pruned", program(sizes), sizes, pruned(sizes))
if what == "by-hand":
    check("exhaustive", program((7, 7)), (7, 7), EXHAUSTIVE[7])
