"""Random small programs with atomics of every order, as trees: what a thread does, statement by statement.

Thread 0 is main, which starts and joins the others. Plain variables are d0…, atomics x0…, mutexes m0…; a thread has
one local, `a`, with the value that its last load, exchange, addition or comparison read. Nothing depends on
the value of a plain variable, so an execution is told by the order of the synchronisation in it. No loop but `await`
repeats, and that one reads.

  ("read", plain)   ("write", plain)          ("peek", atomic)               a plain read of an atomic
  ("load", atomic, order)                     ("store", atomic, number, order)
  ("add", atomic, number, order)              ("swap", atomic, number, order)
  ("cas", atomic, expected, desired, order of success, order of failure)
  ("fence", order)                            ("await", atomic, number, order)   loads until it is the number
  ("section", mutex, body)                    ("if", number, body)               if a is the number
  ("start", thread)                           ("join", thread)

Most programs are made from a pattern by which memory is published, with the orders drawn at random, and
something put in between.
"""
import random

PLAIN, ATOMIC, MUTEXES = ["d0", "d1"], ["x0", "x1"], ["m0", "m1"]
LOADS = ["relaxed", "acquire", "seq_cst"]
STORES = ["relaxed", "release", "seq_cst"]
BOTH = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]
FENCES = ["acquire", "release", "acq_rel", "seq_cst"]


class Draw:
    """The random choices of one program."""

    def __init__(self, seed):
        self.source = random.Random(seed)

    def one(self, *among):
        return self.source.choice(among)

    def chance(self, probability):
        return self.source.random() < probability

    def load(self, atomic):
        return "load", atomic, self.one("acquire", *LOADS)

    def store(self, atomic, number):
        return "store", atomic, number, self.one("release", *STORES)

    def cas(self, atomic, expected, desired):
        return "cas", atomic, expected, desired, self.one("acq_rel", *BOTH), self.one(*LOADS)

    def failing_cas(self, atomic):
        """Of a number that is never stored: it only reads, in the second order."""
        return "cas", atomic, 9, 9, self.one(*BOTH), self.one("acquire", *LOADS)

    def update(self, atomic, number):
        kind = self.one("add", "swap", "cas")
        if kind == "cas":
            return self.cas(atomic, number, self.one(1, 2))
        return kind, atomic, self.one(0, 1) if kind == "add" else number, self.one(*BOTH)

    def access(self, plain):
        return self.one("read", "write"), plain

    def fence(self, likely):
        """A fence, or none; most often one that does what is `likely` meant."""
        return [("fence", self.one(likely, likely, *FENCES))] if self.chance(0.4) else []

    def anything(self):
        atomic, number = self.one(*ATOMIC), self.one(1, 2)
        return self.one(
            self.access(self.one(*PLAIN)), self.access(self.one(*PLAIN)), self.load(atomic), self.store(atomic, number),
            self.update(atomic, number), ("fence", self.one(*FENCES)), ("peek", atomic),
            ("section", self.one(*MUTEXES), [self.access(self.one(*PLAIN))]),
            ("if", self.one(0, 1, 2), [self.access(self.one(*PLAIN))]))


# ---- Patterns: a list of threads, without main ----


def publication(draw):
    """One thread writes and raises a flag, one that sees the flag accesses; sometimes a third goes in between."""
    writer = [("write", "d0"), *draw.fence("release"), draw.store("x0", 1)]
    sees = [draw.one(draw.load("x0"), draw.load("x0"), draw.update("x0", 1), draw.failing_cas("x0"))]
    reader = [*sees, ("if", 1, [*draw.fence("acquire"), draw.access("d0")])]
    if draw.chance(0.15):
        reader = [("await", "x0", 1, draw.one(*LOADS)), *draw.fence("acquire"), draw.access("d0")]
    between = draw.one(
        [], [draw.update("x0", 1)], [draw.update("x0", 1)], [draw.store("x0", 1)],
        [draw.load("x0"), ("if", 1, [draw.store("x0", 1)])], [("add", "x0", 0, draw.one(*BOTH))])
    return [writer, reader] + ([between] if between else [])


def sequence(draw):
    """What is stored again in the same thread ends a release sequence, unless it is read as well."""
    again = draw.one(("store", "x0", 2, draw.one("relaxed", *STORES)), ("add", "x0", 1, draw.one("relaxed", *BOTH)))
    writer = [("write", "d0"), draw.store("x0", 1), again]
    adds = [("add", "x0", 1, draw.one("relaxed", *BOTH))] if draw.chance(0.3) else []
    reader = [draw.one(draw.load("x0"), draw.failing_cas("x0")), ("if", 3 if adds else 2, [draw.access("d0")])]
    return [writer, reader] + ([adds] if adds else [])


def gathering(draw):
    """Two threads publish to a third, which may acquire both by one fence."""
    def writer(plain, atomic):
        return [("write", plain), draw.store(atomic, 1)]
    inside = [*draw.fence("acquire"), draw.access("d0"), draw.access("d1")]
    reader = [draw.load("x0"), ("if", 1, [draw.load("x1"), ("if", 1, inside)])]
    return [writer("d0", "x0"), writer("d1", "x1"), reader]


def chain(draw):
    """What is published to one thread is published on by it."""
    first = [("write", "d0"), *draw.fence("release"), draw.store("x0", 1)]
    second = [draw.load("x0"), ("if", 1, [*draw.fence("acq_rel"), draw.store("x1", 1)])]
    third = [draw.load("x1"), ("if", 1, [*draw.fence("acquire"), draw.access("d0")])]
    return [first, second, third]


def lock(draw):
    """A lock that is tried once, made from an atomic."""
    def thread():
        taken = draw.one(draw.cas("x0", 0, 1), ("swap", "x0", 1, draw.one("acquire", "acq_rel", *BOTH)))
        return [taken, ("if", 0, [*draw.fence("acquire"), draw.access("d0"), *draw.fence("release"), draw.store("x0", 0)])]
    return [thread() for _ in range(draw.one(2, 2, 3))]


def count(draw):
    """Each thread counts itself, and the last one cleans up."""
    threads = draw.one(2, 2, 3)
    def thread():
        order = draw.one("acq_rel", "release", "release", *BOTH)
        return [draw.access("d0"), *draw.fence("release"), ("add", "x0", 1, order),
                ("if", threads - 1, [*draw.fence("acquire"), ("write", "d0")])]
    return [thread() for _ in range(threads)]


def crossing(draw):
    """Each thread raises its flag and looks at the other's."""
    def thread(mine, other):
        return [draw.store(mine, 1), *draw.fence("seq_cst"), draw.load(other), ("if", draw.one(0, 0, 1), [draw.access("d0")]),
                *([draw.store(mine, 0)] if draw.chance(0.5) else [])]
    return [thread("x0", "x1"), thread("x1", "x0")]


def locked(draw):
    """Mutexes and an atomic both order."""
    mutex = draw.one(*MUTEXES)
    writer = [("section", "m0", [("write", "d0"), *([draw.store("x0", 1)] if draw.chance(0.5) else [])]), draw.store("x0", 1)]
    reader = [("section", mutex, [draw.load("x0"), ("if", 1, [draw.access("d0")])])]
    return [writer, reader] + ([[draw.update("x0", 1)]] if draw.chance(0.3) else [])


def whatever(draw):
    threads = draw.one(2, 2, 3)
    return [[draw.anything() for _ in range(draw.one(2, 3, 4 if threads == 2 else 3))] for _ in range(threads)]


PATTERNS = [publication] * 5 + [sequence, sequence, gathering, gathering, chain, chain, lock, lock, count, count,
                                crossing, locked, locked, whatever, whatever]


def random_program(seed, orders="any"):
    """A list of threads, each a list of statements; the same for a seed on every machine. With orders "seq_cst" all
    of them are."""
    draw = Draw(seed)
    threads = draw.one(*PATTERNS)(draw)
    for _ in range(draw.one(0, 0, 1, 1, 2)):
        thread = draw.one(*threads)
        thread.insert(draw.source.randint(0, len(thread)), draw.anything())
    threads = [random_main(draw, len(threads))] + threads
    return strengthened(threads) if orders == "seq_cst" else threads


def strengthened(tree):
    if isinstance(tree, (list, tuple)):
        return type(tree)(strengthened(one) for one in tree)
    return "seq_cst" if tree in BOTH else tree


def random_main(draw, threads):
    main = []
    for k in range(1, threads + 1):
        if draw.chance(0.15):
            main.append(draw.one(("write", "d0"), ("store", "x0", 0, draw.one(*STORES)), draw.load("x0")))
        main.append(("start", k))
    if draw.chance(0.1):
        main.append(draw.anything())
    if draw.chance(0.1):  # does not wait for the first before it goes on
        return main + [("join", k) for k in range(2, threads + 1)] + [("write", "d0"), ("join", 1)]
    return main + [("join", k) for k in range(1, threads + 1)] + [("read", "d0")]


# ---- As C, and as instructions ----

C_STATEMENTS = {
    "read": "b = {1};", "write": "{1} = 1;", "peek": "b = {1};",
    "load": "a = __atomic_load_n(&{1}, {2});", "store": "__atomic_store_n(&{1}, {2}, {3});",
    "add": "a = __atomic_fetch_add(&{1}, {2}, {3});", "swap": "a = __atomic_exchange_n(&{1}, {2}, {3});",
    "cas": "a = {2}; __atomic_compare_exchange_n(&{1}, &a, {3}, 0, {4}, {5});",
    "fence": "__atomic_thread_fence({1});", "await": "while (__atomic_load_n(&{1}, {3}) != {2}) ;",
    "start": "pthread_create(&t[{1}], 0, p{n}_{1}, 0);", "join": "pthread_join(t[{1}], 0);",
}


def c_word(word):
    return f"__ATOMIC_{word.upper()}" if word in BOTH else word


class Translation:
    """Many programs in one C source, so that one compilation does: the argument says which to run. Each thread is
    also a list of instructions (operation, operands…, line); the body of an `if` is jumped over by ("unless", number,
    target), and a section is a "lock" and an "unlock"."""

    def __init__(self, programs):
        self.lines = ["#include <pthread.h>", "#include <stdlib.h>", "static pthread_t t[4];",
                      *(f"static int {name};" for name in PLAIN + ATOMIC),
                      *(f"static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;" for name in MUTEXES)]
        self.instructions = [self.program(n, threads) for n, threads in enumerate(programs)]
        self.lines += ["int main(int argc, char** argv) {", "  switch (atoi(argv[argc - 1])) {",
                       *(f"    case {n}: p{n}_0(0); break;" for n in range(len(programs))), "  }", "  return 0;", "}", ""]

    def text(self):
        return "\n".join(self.lines)

    def program(self, n, threads):
        self.lines += [f"static void* p{n}_{k}(void*);" for k in range(len(threads))]
        return [self.thread(n, k, statements) for k, statements in enumerate(threads)]

    def thread(self, n, k, statements):
        code = []
        self.lines.append(f"static void* p{n}_{k}(void* unused) {{ int a = -1, b; (void)a; (void)b; (void)unused;")
        self.body(statements, n, code, "  ")
        self.lines.append("  return 0; }")
        return code

    def body(self, statements, n, code, indent):
        for statement in statements:
            self.statement(statement, n, code, indent)

    def statement(self, statement, n, code, indent):
        kind, *rest = statement
        if kind == "if":
            self.lines.append(f"{indent}if (a == {rest[0]}) {{")
            jump = len(code)
            code.append(None)
            self.body(rest[1], n, code, indent + "  ")
            self.lines.append(indent + "}")
            code[jump] = ("unless", rest[0], len(code))
        elif kind == "section":
            self.line(code, ("lock", rest[0]), f"{indent}pthread_mutex_lock(&{rest[0]});")
            self.body(rest[1], n, code, indent)
            self.line(code, ("unlock", rest[0]), f"{indent}pthread_mutex_unlock(&{rest[0]});")
        else:
            self.line(code, statement, indent + C_STATEMENTS[kind].format(*map(c_word, map(str, statement)), n=n))

    def line(self, code, instruction, text):
        self.lines.append(text)
        code.append((*instruction, len(self.lines)))
