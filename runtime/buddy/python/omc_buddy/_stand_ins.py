"""Stand-ins for threading.Lock and its relatives, and for queue.Queue. A thread that would block is passed over until
what it waits for is there. Their state lies in the words of the store, so it is part of the state of the program.

One that is made before a check begins each execution as it was made.
"""
import os
import queue
import sys
import threading
import time
import weakref

from . import _thread as running
from ._library import EQ, GT, LT, NE

_made = weakref.WeakSet()
_store = None  # of the check that runs
_serial = 0
MOST_THREADS = 64


def place_all(store):
    global _store
    _store = store
    for each in sorted(_made, key=lambda each: each.serial):
        each.place(store)


def forget_store():
    global _store
    _store = None


def name_all(values):
    for name, value in values.items():
        if isinstance(value, StandIn):
            value.name = name


def restore(kind, word, more):
    """In a process that gets the object as part of a shared value."""
    if word in _store.stand_ins:
        return _store.stand_ins[word]
    made = kind.__new__(kind)
    made.word = word
    made.__dict__.update(more)
    _store.stand_ins[word] = made
    return made


class StandIn:
    def __init__(self):
        global _serial
        _serial += 1
        self.serial, self.word = _serial, None
        frame = sys._getframe(1)
        while frame.f_back and not running.is_traced(frame.f_code.co_filename):
            frame = frame.f_back
        self.name = f"{type(self).__name__} of {os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        _made.add(self)
        if _store is not None:
            self.place(_store)

    def place(self, store):
        self.word = store.new_words(*self.first_words())
        store.stand_ins[self.word] = self

    def first_words(self):
        return (0,)

    def __reduce__(self):
        if self.word is None:
            raise TypeError(f"{self.name} can be a shared value only in a check")
        more = {name: value for name, value in self.__dict__.items() if name not in ("word", "items")}
        return restore, (type(self), self.word, more)

    def __repr__(self):
        return f"<{self.name}>"

    # ---- Words ----

    def __getitem__(self, i):
        if _store is None or self.word is None:
            raise RuntimeError(f"{self.name}: omc_buddy's stand-ins work only in the threads of a check")
        return _store.words[self.word + i]

    def __setitem__(self, i, value):
        _store.words[self.word + i] = value

    def me(self):
        return running.current.number + 1 if running.current else MOST_THREADS + 1

    def access(self, verb):
        if running.current:
            running.current.access(f"{verb} {self.name}")

    def note(self, *values):
        if running.current:
            running.current.note(repr(values).encode())

    def wait_until(self, i, comparison, value, what, timeout=None):
        if not running.current:
            raise RuntimeError(f"{self.name} would block outside of the threads of a check")
        return running.current.wait(self.word + i, comparison, value, what, timeout is not None)


def seconds_of(timeout):
    return None if timeout is None or timeout < 0 else timeout


class Lock(StandIn):
    def acquire(self, blocking=True, timeout=-1):
        self.access("acquires")
        if not self.take_or_wait(blocking, seconds_of(timeout)):
            self.note(False)
            return False
        return True

    def take_or_wait(self, blocking=True, timeout=None):
        while self[0]:
            if not blocking or not self.wait_until(0, EQ, 0, f"{self.name}, held by thread {self[0] - 1}", timeout):
                return False
        self[0] = self.me()
        return True

    def release(self):
        self.access("releases")
        if not self[0]:
            raise RuntimeError("release unlocked lock")
        self[0] = 0

    def locked(self):
        self.access("reads")
        self.note(bool(self[0]))
        return bool(self[0])

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()

    def __repr__(self):
        return f"held by thread {self[0] - 1}" if self.word is not None and _store and self[0] else "free"

    # As Condition uses it.
    def is_mine(self):
        return self[0] != 0

    def release_all(self):
        self[0] = 0
        return 1

    def acquire_again(self, _count):
        self.take_or_wait()


class RLock(Lock):
    def first_words(self):
        return 0, 0

    def take_or_wait(self, blocking=True, timeout=None):
        if self[0] != self.me() and not super().take_or_wait(blocking, timeout):
            return False
        self[1] += 1
        return True

    def release(self):
        self.access("releases")
        if self[0] != self.me():
            raise RuntimeError("cannot release un-acquired lock")
        self[1] -= 1
        if self[1] == 0:
            self[0] = 0

    def is_mine(self):
        return self[0] == self.me()

    def release_all(self):
        count, self[1], self[0] = self[1], 0, 0
        return count

    def acquire_again(self, count):
        Lock.take_or_wait(self)
        self[1] = count


class Semaphore(StandIn):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self.first = value
        super().__init__()

    def first_words(self):
        return (self.first,)

    def acquire(self, blocking=True, timeout=None):
        self.access("acquires")
        while self[0] <= 0:
            if not blocking or not self.wait_until(0, GT, 0, self.name, seconds_of(timeout)):
                self.note(False)
                return False
        self[0] -= 1
        return True

    def __repr__(self):
        return str(self[0]) if self.word is not None and _store else super().__repr__()

    def release(self, n=1):
        self.access("releases")
        self[0] += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


class BoundedSemaphore(Semaphore):
    def release(self, n=1):
        self.access("releases")
        if self[0] + n > self.first:
            raise ValueError("Semaphore released too many times")
        self[0] += n


class Event(StandIn):
    def __repr__(self):
        return "set" if self.word is not None and _store and self[0] else "not set"

    def is_set(self):
        self.access("reads")
        self.note(self[0])
        return bool(self[0])

    def set(self):
        self.access("sets")
        self[0] = 1

    def clear(self):
        self.access("clears")
        self[0] = 0

    def wait(self, timeout=None):
        self.access("waits for")
        there = bool(self[0]) or self.wait_until(0, NE, 0, self.name, timeout)
        self.note(there)
        return there


class Condition(StandIn):
    """Word t is what thread t does: 0 nothing, -1 it was notified, n > 0 it waits as the n-th."""

    def __init__(self, lock=None):
        super().__init__()
        self.lock = lock if lock is not None else RLock()
        self.acquire, self.release = self.lock.acquire, self.lock.release

    def __reduce__(self):
        more = {"name": self.name, "serial": self.serial, "lock": self.lock, "acquire": self.lock.acquire,
                "release": self.lock.release}
        return restore, (type(self), self.word, more)

    def first_words(self):
        return (0,) * MOST_THREADS

    def __repr__(self):
        return repr(self.lock)

    def __enter__(self):
        return self.lock.__enter__()

    def __exit__(self, *arguments):
        return self.lock.__exit__(*arguments)

    def wait(self, timeout=None):
        self.access("waits for")
        if not self.lock.is_mine():
            raise RuntimeError("cannot wait on un-acquired lock")
        mine = self.me() - 1
        self[mine] = 1 + max(0, *(self[i] for i in range(MOST_THREADS)))
        count = self.lock.release_all()
        there = self.wait_until(mine, EQ, -1, f"{self.name}, to be notified", timeout)
        self[mine] = 0
        self.lock.acquire_again(count)
        self.note(there)
        return there

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        while not result:
            if not self.wait(timeout):
                return predicate()
            result = predicate()
        return result

    def notify(self, n=1):
        self.access("notifies")
        if not self.lock.is_mine():
            raise RuntimeError("cannot notify on un-acquired lock")
        waiting = sorted((self[i], i) for i in range(MOST_THREADS) if self[i] > 0)
        for _, i in waiting[:n]:
            self[i] = -1
        for place, (_, i) in enumerate(waiting[n:], 1):  # equal queues are equal states
            self[i] = place

    def notify_all(self):
        self.notify(MOST_THREADS)

    notifyAll = notify_all


class Queue(StandIn):
    """Words: how many items there are, and how many are not done. The items are a shared variable."""

    def __init__(self, maxsize=0):
        self.maxsize, self.items = maxsize, None
        super().__init__()

    def first_words(self):
        return 0, 0

    def place(self, store):
        super().place(store)
        self.variable = store.new_variable(f"<{self.name} {self.serial}>", [])

    def qsize(self):
        self.access("reads")
        self.note(self[0])
        return self[0]

    def empty(self):
        return self.qsize() == 0

    def full(self):
        return 0 < self.maxsize <= self.qsize()

    def put(self, item, block=True, timeout=None):
        self.access("puts into")
        while 0 < self.maxsize <= self[0]:
            if not block or not self.wait_until(0, LT, self.maxsize, f"{self.name} to have room", timeout):
                self.note("full")
                raise queue.Full
        items = list(_store.get(self.variable))
        self.insert(items, item)
        _store.set(self.variable, items)
        self[0] += 1
        self[1] += 1

    def get(self, block=True, timeout=None):
        self.access("gets from")
        while not self[0]:
            if not block or not self.wait_until(0, GT, 0, f"an item of {self.name}", timeout):
                self.note("empty")
                raise queue.Empty
        items = list(_store.get(self.variable))
        item = items.pop(0)
        _store.set(self.variable, items)
        self[0] -= 1
        self.note(item)
        return item

    def insert(self, items, item):
        items.append(item)

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        self.access("finishes an item of")
        if self[1] <= 0:
            raise ValueError("task_done() called too many times")
        self[1] -= 1

    def join(self):
        self.access("joins")
        if self[1]:
            self.wait_until(1, EQ, 0, f"all items of {self.name} to be done")


class LifoQueue(Queue):
    def insert(self, items, item):
        items.insert(0, item)


class PriorityQueue(Queue):
    def insert(self, items, item):
        items.append(item)
        items.sort()


class SimpleQueue(Queue):
    def __init__(self):
        super().__init__(0)


def sleep(_seconds):
    """Time passes at any step, so a sleep is a statement and no more."""
    if running.current:
        running.current.access("sleeps")


def no_thread(*_arguments, **_more):
    raise RuntimeError("omc_buddy: a thread of a check cannot start threads; give all of them to check()")


class in_place:
    """`with in_place():` the names of threading, queue and time lead to the stand-ins."""
    NAMES = [(threading, name, globals()[name]) for name in
             ("Lock", "RLock", "Semaphore", "BoundedSemaphore", "Event", "Condition")]
    NAMES += [(queue, name, globals()[name]) for name in ("Queue", "LifoQueue", "PriorityQueue", "SimpleQueue")]
    NAMES += [(time, "sleep", sleep), (threading.Thread, "start", no_thread)]

    def __enter__(self):
        self.before = [(module, name, getattr(module, name)) for module, name, _ in self.NAMES]
        for module, name, stand_in in self.NAMES:
            setattr(module, name, stand_in)

    def __exit__(self, *_):
        for module, name, value in self.before:
            setattr(module, name, value)
