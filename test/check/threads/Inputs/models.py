"""What the programs of this folder can do, written by hand: each function gives the threads and the state of the case
of that name. The words are explained in explorer.py."""
from explorer import *


# ---- rwlock.c, shared_mutex.cpp ----

def write_once(l):
    return [*write_lock(l), put(value=lambda s: s["value"] + 1), write_unlock(l)]


def read_once(l, name):
    return [read_lock(l), say(lambda s: chr(ord(name) + s["value"])), read_unlock(l)]


def rwlock_readers():
    return {"writer": write_once("l"), "a": read_once("l", "A"), "x": read_once("l", "X")}, {"value": 0, "l": frozenset()}


def rwlock_again(prefers_writers=False):
    # The second time is that of another reader, since a set holds each once.
    twice = read_lock("l", prefers_writers)
    again = lambda s, me: twice(s, "again")
    return {"writer": write_once("l"),
            "reader": [twice, again, say(lambda s: str(s["value"])), read_unlock("l"),
                       lambda s, me: read_unlock("l")(s, "again")]}, {"value": 0, "l": frozenset()}


def rwlock_again_writers_first():
    return rwlock_again(True)


def rwlock_timed():
    read = [try_read_lock("l", "late"), say("R"), read_unlock("l"), go("end"), "late", say("r"), "end"]
    write = [lambda s, me: [s | ({"l": me} if s["l"] == frozenset() else {"goto": "late"})],
             say("W"), write_unlock("l"), go("end"), "late", say("w"), "end"]
    return {"a": read, "writer": write, "b": read}, {"l": frozenset()}


def rwlock_try(prefers_writers=False):
    try_it = try_read_lock("l", "busy", prefers_writers)
    return {"writer": write_once("l"),
            "reader": [read_lock("l", prefers_writers), lambda s, me: try_it(s, "again"), say("r"),
                       lambda s, me: read_unlock("l")(s, "again"), go("end"), "busy", say("b"), "end",
                       read_unlock("l")]}, {"value": 0, "l": frozenset()}


def rwlock_try_writers_first():
    return rwlock_try(True)
