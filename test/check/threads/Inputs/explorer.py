"""A search of all interleavings of a small model, and the steps that models are made of.

A model is a state and, for each thread, a list of steps. A state is a dict of values that can be hashed. A step is a
function of the state and the thread's name that yields every state it can lead to: none where it has to wait,
several where there is a choice. A string in the list is a label; a step that yields a state with "goto" goes on there.
What a program prints is s["out"]. None of this knows how omc works: it says what the standard allows.
"""


def explore(threads, state):
    """All that can be printed, and whether the threads can get stuck."""
    labels = {name: {step: i for i, step in enumerate(steps) if isinstance(step, str)} for name, steps in threads.items()}
    todo = [({"out": "", **state}, tuple(0 for _ in threads))]
    seen, outcomes, stuck = set(), set(), False
    while todo:
        s, places = todo.pop()
        key = (frozenset(s.items()), places)
        if key in seen:
            continue
        seen.add(key)
        following = []
        for i, (name, steps) in enumerate(threads.items()):
            if places[i] == len(steps):
                continue
            step = steps[places[i]]
            for t in [s] if isinstance(step, str) else step(s, name):
                t = dict(t)
                label = t.pop("goto", None)
                place = places[i] + 1 if label is None else labels[name][label]
                following.append((t, places[:i] + (place,) + places[i + 1:]))
        if not following:
            if all(place == len(steps) for place, steps in zip(places, threads.values())):
                outcomes.add(s["out"])
            else:
                stuck = True
        todo += following
    return outcomes, stuck


# ---- Steps ----

def say(text):
    """Prints the text, or what the function makes of the state."""
    def step(s, me):
        yield s | {"out": s["out"] + (text(s) if callable(text) else text)}
    return step


def put(**values):
    """Sets these; a function is asked for the value."""
    def step(s, me):
        yield s | {key: value(s) if callable(value) else value for key, value in values.items()}
    return step


def until(condition):
    """Waits until the condition holds."""
    def step(s, me):
        if condition(s):
            yield s
    return step


def go(label, condition=lambda s: True):
    def step(s, me):
        yield s | {"goto": label} if condition(s) else s
    return step


def either(*steps):
    """Any one of the steps that need not wait."""
    def step(s, me):
        for one in steps:
            yield from one(s, me)
    return step


def both(*steps):
    """One step after the other, with nothing between them."""
    def step(s, me):
        states = [s]
        for one in steps:
            states = [u for t in states for u in one(t, me)]
        yield from states
    return step


# ---- Mutexes ----

def lock(m):
    def step(s, me):
        if s.get(m) is None:
            yield s | {m: me}
    return step


def unlock(m):
    def step(s, me):
        assert s[m] == me
        yield s | {m: None}
    return step


def try_lock(m, failed):
    def step(s, me):
        yield s | {m: me} if s.get(m) is None else s | {"goto": failed}
    return step


# A time limit may expire whenever the mutex cannot be had, and only then; to wait on is to try later.
timed_lock = try_lock


# ---- Condition variables: s[c] is the set of those that wait ----

def waiters(s, c):
    return s.get(c, frozenset())


def wait(c, m):
    """Two steps: to release and wait, to be woken and lock."""
    def begin(s, me):
        assert s[m] == me
        yield s | {m: None, c: waiters(s, c) | {me}}

    def end(s, me):
        if me not in waiters(s, c) and s[m] is None:
            yield s | {m: me}
    return [begin, end]


def timed_wait(c, m, expired):
    """As wait, but may stop waiting at any time; then, with the mutex, it goes on at the label."""
    begin, _ = wait(c, m)

    def end(s, me):
        if me in waiters(s, c):
            yield s | {c: waiters(s, c) - {me}, ("late", me): True, "goto": "again " + expired}
        elif s[m] is None:
            late = s.get(("late", me))
            t = s | {m: me, ("late", me): False}
            yield t | {"goto": expired} if late else t
    return [begin, "again " + expired, end]


def signal(c):
    """Wakes any one of those that wait, or nobody if there are none."""
    def step(s, me):
        for one in waiters(s, c):
            yield s | {c: waiters(s, c) - {one}}
        if not waiters(s, c):
            yield s
    return step


def broadcast(c):
    return lambda s, me: [s | {c: frozenset()}]


# ---- Counts: semaphores, latches ----

def down(n):
    def step(s, me):
        if s[n] > 0:
            yield s | {n: s[n] - 1}
    return step


def up(n, by=1):
    return lambda s, me: [s | {n: s[n] + by}]


# ---- Reader-writer locks: s[l] is the frozenset of readers, or the name of the writer ----

def readers(s, l):
    return s.get(l, frozenset())


def read_lock(l, prefers_writers=False):
    def step(s, me):
        writer_waits = prefers_writers and s.get(("waits to write", l))
        if isinstance(readers(s, l), frozenset) and not writer_waits:
            yield s | {l: readers(s, l) | {me}}
    return step


def try_read_lock(l, failed, prefers_writers=False):
    take = read_lock(l, prefers_writers)

    def step(s, me):
        taken = list(take(s, me))
        yield from taken or [s | {"goto": failed}]
    return step


def write_lock(l):
    """One step to come, and, if the lock is not free by then, one to get it. Those that wait are counted."""
    waiting = ("waits to write", l)

    def come(s, me):
        if readers(s, l) == frozenset():
            yield s | {l: me}
        else:
            yield s | {waiting: s.get(waiting, 0) + 1}

    def get(s, me):
        if s[l] == me:
            yield s
        elif s[l] == frozenset():
            yield s | {l: me, waiting: s[waiting] - 1}
    return [come, get]


def write_unlock(l):
    return lambda s, me: [s | {l: frozenset()}]


def read_unlock(l):
    return lambda s, me: [s | {l: readers(s, l) - {me}}]
