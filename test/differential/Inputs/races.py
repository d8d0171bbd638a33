"""An independent account of data races: every execution of a program of programs.py, one after the other, with vector
clocks. Two accesses race when neither happens before the other. All operations on one mutex or condition variable
are ordered as they come, because they are sequentially consistent.
"""
import copy

from simulator import compile_thread


class TooMany(Exception):
    pass


class Execution:
    """Where each thread is, what memory holds, and who knows of what."""

    def __init__(self, n, shared):
        self.pc, self.waits = [0] * n, [None] * n
        self.locals = [{"a": 0, "b": 0} for _ in range(n)]
        self.shared, self.owners = dict.fromkeys(shared, 0), {0: None, 1: None}
        self.clocks = [[int(i == k) for k in range(n)] for i in range(n)]
        self.objects = {}   # clock of each mutex and condition variable
        self.accesses = {}  # of each variable: (thread, its time, writes)
        self.raced = False

    def copy(self):
        return copy.deepcopy(self)

    def access(self, i, name, writes):
        for other, time, wrote in self.accesses.setdefault(name, []):
            if other != i and (writes or wrote) and time > self.clocks[i][other]:
                self.raced = True
        self.accesses[name].append((i, self.clocks[i][i], writes))

    def get(self, i, name):
        if name not in self.shared:
            return self.locals[i][name]
        self.access(i, name, False)
        return self.shared[name]

    def set(self, i, name, value):
        if name not in self.shared:
            self.locals[i][name] = value
            return
        self.access(i, name, True)
        self.shared[name] = value

    def touch(self, i, what):
        """An operation of thread i on an object that orders."""
        mine = self.clocks[i]
        known = self.objects.get(what, [0] * len(mine))
        mine[:] = [max(a, b) for a, b in zip(mine, known)]
        self.objects[what] = list(mine)
        mine[i] += 1

    def wake(self, i, k, condition):
        self.waits[k] = ("lock", condition)
        self.clocks[k][:] = [max(a, b) for a, b in zip(self.clocks[k], self.objects["c", condition])]


def can_run(e, i, code):
    if e.waits[i]:
        return e.waits[i][0] == "lock" and e.owners[e.waits[i][1]] is None
    return code[i][e.pc[i]][0] != "end"


def step(e, i, code):
    """Every execution that a step of thread i leads to."""
    if e.waits[i]:
        e.owners[e.waits[i][1]] = i
        e.touch(i, ("m", e.waits[i][1]))
        e.waits[i] = None
    else:
        e.pc[i] += 1
    return proceed(e, i, code)


def proceed(e, i, code):
    while True:
        operation, *rest = code[i][e.pc[i]]
        if operation in ("hook", "end"):
            return [e]
        e.pc[i] += 1
        if operation == "lock":
            if e.owners[rest[0]] is not None:
                e.waits[i] = ("lock", rest[0])
                return [e]
            e.owners[rest[0]] = i
            e.touch(i, ("m", rest[0]))
        elif operation == "wait":
            e.owners[rest[0]] = None
            e.touch(i, ("m", rest[0]))
            e.touch(i, ("c", rest[0]))
            e.waits[i] = ("signal", rest[0])
            return [e]
        elif operation == "choose":
            found = []
            for value in range(rest[1]):
                other = e.copy()
                other.set(i, rest[0], value)
                found += proceed(other, i, code)
            return found
        elif operation == "signal":
            e.touch(i, ("c", rest[0]))
            sleepers = [k for k, w in enumerate(e.waits) if w == ("signal", rest[0])]
            found = []
            for k in sleepers:
                other = e.copy()
                other.wake(i, k, rest[0])
                found += proceed(other, i, code)
            if sleepers:
                return found
        else:
            execute(e, i, operation, rest)


def execute(e, i, operation, rest):
    if operation == "read":
        e.set(i, rest[0], e.get(i, rest[1]))
    elif operation == "write":
        e.set(i, rest[0], e.get(i, rest[1]) + rest[2])
    elif operation == "add":
        e.set(i, rest[0], e.get(i, rest[0]) + rest[1])
    elif operation == "local":
        e.set(i, rest[0], e.get(i, rest[1]) * 2 + rest[2])
    elif operation == "unless":
        if e.get(i, rest[0]) != rest[1]:
            e.pc[i] = rest[2]
    elif operation == "when":
        if e.get(i, rest[0]):
            e.pc[i] = rest[1]
    elif operation == "goto":
        e.pc[i] = rest[0]
    elif operation == "unlock":
        e.owners[rest[0]] = None
        e.touch(i, ("m", rest[0]))
    elif operation == "try":
        if e.owners[rest[0]] is not None:
            e.pc[i] = rest[1]
        else:
            e.owners[rest[0]] = i
        e.touch(i, ("m", rest[0]))
    elif operation == "broadcast":
        e.touch(i, ("c", rest[0]))
        for k, waits in enumerate(e.waits):
            if waits == ("signal", rest[0]):
                e.wake(i, k, rest[0])
    elif operation == "assert":
        e.get(i, rest[0])


def has_race(threads, shared, most=4000):
    """Whether some execution has a data race; None when there are too many to say."""
    code = [compile_thread(statements, "xyz"[k]) for k, statements in enumerate(threads)]
    stack, steps = [Execution(len(threads), shared)], 0
    while stack:
        e = stack.pop()
        if e.raced:
            return True
        for i in range(len(threads)):
            if not can_run(e, i, code):
                continue
            steps += 1
            if steps > most:
                return None
            stack += step(e.copy(), i, code)
    return False
