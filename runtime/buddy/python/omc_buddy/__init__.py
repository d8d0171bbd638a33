"""omc_buddy: every interleaving of Python threads, by the paper's checker.

    import omc_buddy

    def add(s):
        t = s.x
        s.x = t + 1

    result = omc_buddy.check([add, add], shared={"x": 0}, final=lambda s: s.x == 2)
    print(result.report())

docs/other-languages.md in omc's source tree teaches it.
"""
from . import _thread
from ._check import Bug, InterleavingError, Outcome, Result, check
from ._interleavings import interleavings
from ._stand_ins import (BoundedSemaphore, Condition, Event, LifoQueue, Lock, PriorityQueue, Queue, RLock, Semaphore,
                         SimpleQueue)

__version__ = "0.1.0"
__all__ = ["BoundedSemaphore", "Bug", "Condition", "Event", "InterleavingError", "LifoQueue", "Lock", "Outcome",
           "PriorityQueue", "Queue", "RLock", "Result", "Semaphore", "SimpleQueue", "assume", "check", "choose", "hook",
           "interleavings"]


def hook():
    """Another thread may run here. Lines have a hook by themselves."""
    if _thread.current:
        _thread.current.hook("hook")


def choose(count):
    """Any of 0 … count-1: every value is explored."""
    return _thread.current.choose(count) if _thread.current else 0


def assume(condition):
    """Abandons this execution unless the condition holds."""
    if _thread.current and not condition:
        raise _thread.Abandoned
