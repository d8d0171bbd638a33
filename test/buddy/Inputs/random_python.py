"""random_python.py FOLDER [COUNT [FIRST_SEED]]: random Python threads have the same outcomes and bugs by the pruned and
by the exhaustive search, by lines and by opcodes. The pruned search takes two states for one when all that a thread
knows is the same, so a forgotten part of that would show here.
"""
import pathlib
import random
import sys

import omc_buddy

SHARED = {"x": 0, "y": 1, "items": [0], "table": {"k": 0}}
LEAVES = ["s.x = s.x + 1", "s.y = s.x * 2 % 7", "a = s.x", "b = s.y + a", "s.x = a + b", "s.items.append(a % 3)",
          "q = s.items", "q.append(b % 3)", "a = len(s.items)", "s.table['k'] += 1", "b = s.table['k']", "s.y = b - a",
          "a = helper(s, a)", "s.x = s.x + helper(s, b)", "it = iter(s.items + [5, 5])", "a = next(it, 9)",
          "assert s.x < 40", "a = (s.x, s.y)[b % 2]", "a = sum(s.items) % 5", "a = s.lock.acquire(False)"]
HELPER = "def helper(s, n):\n    t = s.y\n    s.y = (t + n) % 5\n    return t\n\n\n"


def random_lines(source, indent, depth):
    lines = []
    for _ in range(source.randint(1, 2)):
        kind = source.random()
        if depth and kind < 0.2:
            lines.append(indent + source.choice(["for c in 'aab':", "for _ in s.items[:2]:", "for i in range(2):"]))
            lines.append(indent + "    " + source.choice(LEAVES))
        elif depth and kind < 0.35:
            lines.append(indent + source.choice(["if s.x > 1:", "if a == b:", "if s.items:"]))
            lines += random_lines(source, indent + "    ", depth - 1)
        elif depth and kind < 0.45:
            lines.append(indent + "with s.mutex:")
            lines += random_lines(source, indent + "    ", depth - 1)
        else:
            lines.append(indent + source.choice(LEAVES))
    return lines


def program(seed):
    source = random.Random(seed)
    text = HELPER
    for thread in range(2):
        text += f"def thread{thread}(s):\n    a = b = 0\n    q, it = [], iter([])\n"
        text += "\n".join(random_lines(source, "    ", 2)) + "\n\n\n"
    return text


def make():
    return {**{name: value for name, value in SHARED.items()}, "lock": omc_buddy.Lock(), "mutex": omc_buddy.Lock()}


def frozen(value):
    return repr(value)


def findings(threads, search, granularity):
    result = omc_buddy.check(threads, make, search=search, granularity=granularity, all=True, max_executions=4000)
    if result.verdict == "incomplete" or "max_executions" in result.reason:
        return None
    outcomes = {frozen([each.values[name] for name in SHARED]) for each in result.outcomes}
    return outcomes, {(bug.kind, bug.message) for bug in result.bugs if bug.kind != "misuse"}, result


def main():
    folder = pathlib.Path(sys.argv[1])
    count, seed = (list(map(int, sys.argv[2:])) + [10, 1][len(sys.argv) - 2:])[:2]
    compared = wrong = fewer = 0
    while compared < count:
        text = program(seed)
        file = folder / f"random{seed}.py"
        file.write_text(text)
        names = {}
        exec(compile(text, str(file), "exec"), names)
        threads = [names["thread0"], names["thread1"]]
        for granularity in "line", "opcode":
            pruned = findings(threads, "pruned", granularity)
            every = findings(threads, "exhaustive", granularity) if pruned and pruned[2].states < 400 else None
            if not every:
                continue
            compared += 1
            fewer += pruned[2].steps < every[2].steps
            if pruned[:2] != every[:2]:
                wrong += 1
                print(f"{file} ({granularity}): pruned misses {every[0] - pruned[0]} {every[1] - pruned[1]}, "
                      f"has {pruned[0] - every[0]} {pruned[1] - every[1]}")
        seed += 1
    print(f"{compared} comparisons, {wrong} differences, {fewer} with fewer steps; next seed {seed}")
    if wrong or not fewer:
        sys.exit(1)


main()
