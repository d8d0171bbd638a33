"""Compares the counts that one_page prints with the closed forms, and the paper's sizes with their values."""
import subprocess
import sys
from math import comb

EXHAUSTIVE = {3: 30, 4: 112, 5: 420, 6: 1584, 7: 6006, 8: 22880}
PRUNED = {3: 18, 4: 32, 5: 50, 6: 72, 7: 98, 8: 128}


def count(*arguments):
    """(calls of hook, complete interleavings) of one run"""
    out = subprocess.run([sys.argv[1], *map(str, arguments)], check=True, capture_output=True, text=True).stdout
    words = out.split()
    assert words[0] == "hooks" and words[2] == "interleavings" and len(words) == 4, out
    return int(words[1]), int(words[3])


def expect(arguments, got, wanted):
    if got != wanted:
        sys.exit(f"one_page {' '.join(map(str, arguments))}: {got} instead of {wanted}")


for n in range(3, 9):
    expect(["count", n, n], count("count", n, n), (EXHAUSTIVE[n], comb(2 * n, n)))
    expect(["--pruned", "count", n, n], count("--pruned", "count", n, n), (PRUNED[n], 1))
for a in range(1, 6):
    for b in range(1, 6):
        expect(["count", a, b], count("count", a, b),
               (comb(a + b, a + 1) + comb(a + b, b + 1), comb(a + b, a)))
        expect(["--pruned", "count", a, b], count("--pruned", "count", a, b), (2 * a * b, 1))
expect(["--pruned", "count", 20, 13], count("--pruned", "count", 20, 13), (2 * 20 * 13, 1))
