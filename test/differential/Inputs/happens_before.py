"""An independent account of which statements of a program of weak_orders.py race, by the words of C++20
([intro.races], [atomics.order], [atomics.fences]) and without clocks.

Every execution is built in which a load reads the latest store: events with what each reads from, the order of the
stores to each atomic and of the operations on each mutex. Executions that agree in these are one. Then edges are drawn
from what synchronises to what it synchronises with, and two accesses race when no path leads from one to the other.
"""
from collections import namedtuple

# An event is named by its thread and its number there. `reads` and `writes` are the orders of an atomic that does so;
# `source` is the store that it reads from, None the initial value; `number` is what it writes.
Event = namedtuple("Event", "operation line variable reads writes source number", defaults=[None] * 5)

ACQUIRES = ("acquire", "acq_rel", "seq_cst")
RELEASES = ("release", "acq_rel", "seq_cst")
PLAIN = ("read", "write", "peek")


class TooMany(Exception):
    pass


class Execution:
    """Part of an execution: where each thread is, and what happened."""

    def __init__(self, threads):
        self.at, self.value = [0] + [None] * (threads - 1), [-1] * threads  # None: not started
        self.events = [()] * threads
        self.stores, self.locks = {}, {}  # of each atomic and mutex: the events, in their order

    def copy(self):
        other = Execution.__new__(Execution)
        other.at, other.value, other.events = list(self.at), list(self.value), list(self.events)
        other.stores, other.locks = dict(self.stores), dict(self.locks)
        return other

    def key(self):
        """Equal for executions with the same events, reading and coming in the same order."""
        return (tuple(self.at), tuple(self.value), tuple(self.events), tuple(sorted(self.stores.items())),
                tuple(sorted(self.locks.items())))

    def event(self, name):
        return self.events[name[0]][name[1]]

    def add(self, i, event):
        self.events[i] += (event,)
        return i, len(self.events[i]) - 1

    def last_store(self, atomic):
        """The name of the latest store, and what it wrote."""
        stores = self.stores.get(atomic)
        return (stores[-1], self.event(stores[-1]).number) if stores else (None, 0)

    def owned(self, mutex):
        operations = self.locks.get(mutex)
        return bool(operations) and self.event(operations[-1]).operation == "lock"


def can_step(e, i, code):
    if e.at[i] is None or e.at[i] == len(code[i]):
        return False
    operation, *rest = code[i][e.at[i]]
    if operation == "lock":
        return not e.owned(rest[0])
    if operation == "join":
        return e.at[rest[0]] == len(code[rest[0]])
    if operation == "await" and e.events[i]:
        # To read the same store once more is nothing new.
        last = e.events[i][-1]
        return last.line != rest[-1] or last.source != e.last_store(rest[0])[0]
    return True


def step(e, i, code):
    """Thread i synchronises once, and then goes on to where it would do so again: what is plain in
    between is ordered by nothing else, so when it happens makes no difference."""
    synchronise(e, i, *code[i][e.at[i]])
    run_plain(e, i, code)


def run_plain(e, i, code):
    while e.at[i] < len(code[i]):
        operation, *rest = code[i][e.at[i]]
        if operation == "unless":
            e.at[i] = e.at[i] + 1 if e.value[i] == rest[0] else rest[1]
        elif operation in PLAIN:
            e.add(i, Event(operation, rest[-1], rest[0]))
            e.at[i] += 1
        else:
            return


def synchronise(e, i, operation, *rest):
    line, what = rest[-1], rest[0]
    e.at[i] += 1
    if operation in ("lock", "unlock"):
        e.locks[what] = e.locks.get(what, ()) + (e.add(i, Event(operation, line, what)),)
    elif operation == "start":
        e.add(i, Event(operation, line, what))
        e.at[what] = 0
    elif operation in ("join", "fence"):
        e.add(i, Event(operation, line, what))
    else:
        access_atomic(e, i, operation, what, rest[1:-1], line)


def access_atomic(e, i, operation, atomic, rest, line):
    source, value = e.last_store(atomic)
    number, reads, writes = None, rest[-1], rest[-1]
    if operation == "load":
        writes = None
    elif operation == "await":
        writes = None
        if value != rest[0]:
            e.at[i] -= 1
    elif operation == "store":
        number, reads = rest[0], None
    elif operation == "add":
        number = value + rest[0]
    elif operation == "swap":
        number = rest[0]
    elif operation == "cas":
        expected, desired, success, failure = rest
        number, reads, writes = (desired, success, success) if value == expected else (None, failure, None)
    else:
        raise AssertionError(operation)
    if reads and operation != "await":
        e.value[i] = value
    name = e.add(i, Event(operation, line, atomic, reads, writes, source if reads else None, number))
    if writes:
        e.stores[atomic] = e.stores.get(atomic, ()) + (name,)


def executions(code, most):
    """Every execution that cannot go on, each once."""
    start = Execution(len(code))
    run_plain(start, 0, code)
    stack, seen = [start], set()
    while stack:
        e = stack.pop()
        ended = True
        for i in range(len(code)):
            if not can_step(e, i, code):
                continue
            ended = False
            other = e.copy()
            starts = code[i][e.at[i]][1] if code[i][e.at[i]][0] == "start" else None
            step(other, i, code)
            if starts is not None:
                run_plain(other, starts, code)
            key = other.key()
            if key in seen:
                continue
            if len(seen) >= most:
                raise TooMany
            seen.add(key)
            stack.append(other)
        if ended:
            yield e


# ---- What happens before what ----


def release_sequences(e, store):
    """The stores at whose release sequences `store` is: itself, and while it also reads, what it reads from."""
    heads = []
    while store is not None:
        heads.append(store)
        event = e.event(store)
        store = event.source if event.reads else None
    return heads


def fences(e, i, numbers, orders):
    return [(i, n) for n in numbers if e.events[i][n].operation == "fence" and e.events[i][n].variable in orders]


def releasing(e, head):
    """What synchronises by the store `head`: itself, and the fences before it."""
    i, n = head
    own = [head] if e.event(head).writes in RELEASES else []
    return own + fences(e, i, range(n), RELEASES)


def acquiring(e, load):
    i, n = load
    own = [load] if e.event(load).reads in ACQUIRES else []
    return own + fences(e, i, range(n + 1, len(e.events[i])), ACQUIRES)


def edges(e):
    """Of each event, those which happen before it by one edge."""
    before = {(i, n): [(i, n - 1)] if n else [] for i, events in enumerate(e.events) for n in range(len(events))}
    for name in before:
        event = e.event(name)
        if event.operation == "start" and e.events[event.variable]:
            before[event.variable, 0].append(name)
        elif event.operation == "join" and e.events[event.variable]:
            before[name].append((event.variable, len(e.events[event.variable]) - 1))
        elif event.reads and event.source is not None:
            for head in release_sequences(e, event.source):
                for release in releasing(e, head):
                    for acquire in acquiring(e, name):
                        before[acquire].append(release)
    for operations in e.locks.values():
        for earlier, later in zip(operations, operations[1:]):
            before[later].append(earlier)
    return before


def happens_before(e):
    """Of each event, the set of those that happen before it."""
    direct, known = edges(e), {}

    def find(name):
        if name not in known:
            known[name] = frozenset().union(*(find(one) | {one} for one in direct[name]))
        return known[name]

    for name in direct:
        find(name)
    return known


def races_of(e):
    """The pairs of lines that race in an execution."""
    before, found = happens_before(e), set()
    accesses = {}
    for name in before:
        event = e.event(name)
        if event.operation in PLAIN or event.reads or event.writes:
            accesses.setdefault(event.variable, []).append(name)
    for names in accesses.values():
        for k, one in enumerate(names):
            for two in names[k + 1:]:
                a, b = e.event(one), e.event(two)
                writes = any(x.operation == "write" or x.writes for x in (a, b))
                plain = any(x.operation in PLAIN for x in (a, b))
                if one[0] != two[0] and writes and plain and one not in before[two] and two not in before[one]:
                    found.add(frozenset((a.line, b.line)))
    return found


def races(code, most=3000):
    """(the pairs of lines that race in some execution, how many executions there are); None when there are too many
    to say."""
    found, count = set(), 0
    try:
        for e in executions(code, most):
            found |= races_of(e)
            count += 1
    except TooMany:
        return None
    return found, count
