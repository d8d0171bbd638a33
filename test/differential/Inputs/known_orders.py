"""known_orders.py: happens_before.py agrees with what is known of programs that are written out here."""
import sys

from happens_before import races
from weak_orders import Translation

WRITE, READ = ("write", "d0"), ("read", "d0")


def store(order, number=1):
    return "store", "x0", number, order


def load(order):
    return "load", "x0", order


def fence(order):
    return "fence", order


def seen(*body, number=1):
    return "if", number, list(body)


# What each is about, whether there is a race, and what the threads do.
KNOWN = [
    ("release and acquire", False, [WRITE, store("release")], [load("acquire"), seen(READ)]),
    ("relaxed store", True, [WRITE, store("relaxed")], [load("acquire"), seen(READ)]),
    ("relaxed load", True, [WRITE, store("release")], [load("relaxed"), seen(READ)]),
    ("another value", True, [WRITE, store("release")], [load("acquire"), seen(READ, number=0)]),
    ("fences on both sides", False, [WRITE, fence("release"), store("relaxed")],
     [load("relaxed"), seen(fence("acquire"), READ)]),
    ("release fence, acquire load", False, [WRITE, fence("release"), store("relaxed")], [load("acquire"), seen(READ)]),
    ("release store, acquire fence", False, [WRITE, store("release")], [load("relaxed"), seen(fence("seq_cst"), READ)]),
    ("write after the release fence", True, [fence("release"), WRITE, store("relaxed")], [load("acquire"), seen(READ)]),
    ("acquire fence before the load", True, [WRITE, store("release")], [fence("acquire"), load("relaxed"), seen(READ)]),
    ("fences of the wrong kind", True, [WRITE, fence("acquire"), store("relaxed")],
     [load("relaxed"), seen(fence("release"), READ)]),
    ("seq_cst fences alone", True, [WRITE, fence("seq_cst")], [fence("seq_cst"), READ]),
    ("release sequence through another thread's addition", False, [WRITE, store("release")], [("add", "x0", 1, "relaxed")],
     [load("acquire"), seen(READ, number=2)]),
    ("the addition came first, or from zero", True, [WRITE, store("release")], [("add", "x0", 1, "relaxed")],
     [load("acquire"), seen(READ)]),
    ("release sequence cut by another thread's store", True, [WRITE, store("release")],
     [load("relaxed"), seen(store("relaxed", 2))], [load("acquire"), seen(READ, number=2)]),
    ("release sequence cut by the same thread's store", True, [WRITE, store("release"), store("relaxed", 2)],
     [load("acquire"), seen(READ, number=2)]),
    ("release sequence goes on by the same thread's addition", False, [WRITE, store("release"), ("add", "x0", 1, "relaxed")],
     [load("acquire"), seen(READ, number=2)]),
    ("fence before a relaxed addition", False, [WRITE, fence("release"), ("add", "x0", 1, "relaxed")],
     [load("acquire"), seen(READ)]),
    ("comparison that fails acquires", False, [WRITE, store("release")],
     [("cas", "x0", 0, 5, "relaxed", "acquire"), seen(READ)]),
    ("comparison that fails is relaxed", True, [WRITE, store("release")],
     [("cas", "x0", 0, 5, "seq_cst", "relaxed"), seen(READ)]),
    ("count, last acquires", False, [READ, ("add", "x0", 1, "release"), seen(fence("acquire"), WRITE)],
     [READ, ("add", "x0", 1, "release"), seen(fence("acquire"), WRITE)]),
    ("count, last does not acquire", True, [READ, ("add", "x0", 1, "release"), seen(WRITE)],
     [READ, ("add", "x0", 1, "release"), seen(WRITE)]),
    ("awaited", False, [WRITE, store("release")], [("await", "x0", 1, "acquire"), READ]),
    ("awaited, relaxed", True, [WRITE, store("release")], [("await", "x0", 1, "relaxed"), READ]),
    ("mutex", False, [("section", "m0", [WRITE])], [("section", "m0", [WRITE])]),
    ("two mutexes", True, [("section", "m0", [WRITE])], [("section", "m1", [WRITE])]),
    ("relaxed flag set in a section", False, [("section", "m0", [WRITE, store("relaxed")])],
     [("section", "m0", [load("relaxed"), seen(READ)])]),
    ("two reads", False, [READ], [READ]),
    ("plain read of an atomic", True, [store("seq_cst")], [("peek", "x0")]),
    ("plain read of an atomic that is read", False, [load("seq_cst")], [("peek", "x0")]),
]


def main():
    wrong = 0
    for what, expected, *threads in KNOWN:
        ids = range(1, len(threads) + 1)
        program = [[("start", k) for k in ids] + [("join", k) for k in ids] + [WRITE]] + threads
        if bool(races(Translation([program]).instructions[0])[0]) != expected:
            print(f"{what}: {'no race is seen' if expected else 'a race is seen'}", file=sys.stderr)
            wrong += 1
    print(f"{len(KNOWN)} programs, {wrong} differences")
    sys.exit(bool(wrong))


main()
