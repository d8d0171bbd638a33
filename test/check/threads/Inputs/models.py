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


# ---- mutex.c, mutexes.cpp ----

def mutex_counter():
    count = [lock("m"), put(value=lambda s: s["value"] + 1), say(lambda s: "2" if s["value"] == 2 else ""), unlock("m")]
    return {"a": count, "b": count}, {"value": 0}


def write_twice(name):
    return [lock("m"), say(name), say(name), unlock("m")]


def try_once(name):
    return [try_lock("m", "busy"), say(name), unlock("m"), go("end"), "busy", say("-"), "end"]


def mutex_order():
    return {"a": write_twice("A"), "b": write_twice("B")}, {}


def mutex_try():
    return {"a": try_once("A"), "b": try_once("B")}, {}


def mutex_three():
    return {"a": write_twice("A"), "b": try_once("B"), "c": try_once("C")}, {}


# ---- condition.c ----

def wait_until_ready(name):
    return [lock("m"), "again", go("ready", lambda s: s["ready"]), *wait("changed", "m"), go("again"), "ready", say(name),
            unlock("m")]


def make_ready(name):
    return [lock("m"), put(ready=True), say(name), unlock("m"), signal("changed")]


def wait_once(name):
    return [lock("m"), put(waiting=lambda s: s["waiting"] + 1), *wait("changed", "m"), say(name), unlock("m")]


# Those that wait have counted themselves before, with the mutex, so to wait for the count and the mutex is enough.
both_wait = both(until(lambda s: s["waiting"] == 2), lock("m"))


def condition_handover():
    return {"a": wait_until_ready("A"), "b": make_ready("B")}, {"ready": False}


def condition_signal():
    wake = [both_wait, unlock("m"), signal("changed"), lock("m"), say("C"), unlock("m"), signal("changed")]
    return {"a": wait_once("A"), "b": wait_once("B"), "c": wake}, {"waiting": 0}


def condition_signals():
    return {"a": wait_until_ready("A"), "b": make_ready("B"), "c": make_ready("C")}, {"ready": False}


def condition_broadcast():
    wake = [both_wait, unlock("m"), lock("m"), broadcast("changed"), say("C"), unlock("m")]
    return {"a": wait_once("A"), "b": wait_once("B"), "c": wake}, {"waiting": 0}


def wait_soon(name):
    return [lock("m"), go("ready", lambda s: s["ready"]), *timed_wait("changed", "m", "late"), "ready", say(name), go("end"),
            "late", say("-"), "end", unlock("m")]


def condition_timed():
    return {"a": wait_soon("A"), "b": make_ready("B")}, {"ready": False}


def condition_timed_two():
    return {"a": wait_soon("A"), "b": wait_soon("B"), "c": make_ready("C")}, {"ready": False}


# ---- semaphore.c ----

def semaphore_wait():
    return {"a": [down("n"), say("A")], "b": [down("n"), say("B")], "c": [up("n"), up("n")]}, {"n": 0}


def semaphore_try():
    def one(name):
        take = down("n")
        return [lambda s, me: list(take(s, me)) or [s | {"goto": "busy"}], say(name), go("end"), "busy", say("-"), "end"]
    return {"a": one("A"), "b": one("B"), "c": [up("n")]}, {"n": 0}


# ---- pthread_barrier.c, barrier.cpp ----

def meet(n, last=lambda s: s):
    """Comes, and goes on when n have come; `last` is what the last one does before."""
    def come(s, me):
        round, arrived = s["round"], s["arrived"] + 1
        s = s | {("in", me): round}
        yield last(s | {"round": round + 1, "arrived": 0}) if arrived == n else s | {"arrived": arrived}
    return [come, lambda s, me: [s] if s["round"] > s[("in", me)] else []]


def barrier_rounds():
    work = lambda first, second: [say(first), *meet(2), say(second), *meet(2)]
    return {"a": work("A", "D"), "b": work("B", "E")}, {"round": 0, "arrived": 0}


def barrier_serial():
    # POSIX leaves open which one it is.
    first = lambda name: [*meet(3), lambda s, me: [s if s["told"] else s | {"told": True, "out": name}]]
    return {name: first(name) for name in "ABC"}, {"round": 0, "arrived": 0, "told": False}


# ---- join.c ----

def end(name):
    return put(**{"ended " + name: True})


def ended(name):
    return until(lambda s: s.get("ended " + name))


def join_result():
    return {"a": [say("A"), end("a")], "b": [say("B"), end("b")],
            "main": [ended("b"), say("B"), ended("a"), say("A")]}, {}


def join_try():
    return {"a": [say("A"), end("a")],
            "main": [go("late", lambda s: not s.get("ended a")), say("A"), go("end"),
                     "late", say("-"), ended("a"), say("A"), "end"]}, {}


def join_detach():
    # When main returns the process ends, whether the other has done its work or not.
    return {"a": [either(say("A"), put(ended=True))], "main": [say("m")]}, {}


def join_exit():
    return {"a": [say("A"), end("a")], "b": [say("B"), end("b")],
            "main": [ended("a"), say("a"), ended("b"), say("b")]}, {}


def join_main_leaves():
    return {"a": [say("A")], "b": [say("B")], "main": [say("m")]}, {}


# ---- once.cpp ----

def do_once(name, fails):
    """Tries while nobody does; waits while somebody does."""
    def begin(s, me):
        if s["once"] != "running":
            yield s | ({"goto": "done"} if s["once"] == "done" else {"once": "running"})
    first = lambda s: fails and s["tries"] == 1
    return [begin, say(name), put(tries=lambda s: s["tries"] + 1), go("failed", first), put(once="done"), go("done"),
            "failed", put(once="not yet"), say("!"), go("end"),
            "done", say(name.lower()), "end"]


def once(fails=False):
    return {name: do_once(name, fails) for name in "AB"}, {"once": "not yet", "tries": 0}


def once_throws():
    return once(True)


# ---- c11.c ----

def c11_once():
    return {"a": [say("A")], "b": [say("B")]}, {}


# ---- condition_variable.cpp ----

def condition_predicate():
    wait = [lock("m"), "again", go("ready", lambda s: s["ready"]), *timed_wait("changed", "m", "late"), go("again"),
            "late", go("ready", lambda s: s["ready"]), say("-"), go("end"), "ready", say("A"), "end", unlock("m")]
    return {"a": wait, "b": make_ready("B")}, {"ready": False}


# ---- locks.cpp ----

def locks_try_all():
    def one(me, first, second):
        return [try_lock(first, "none"), try_lock(second, "one"), put(**{me: "-1"}), unlock(first), unlock(second), go("end"),
                "one", unlock(first), put(**{me: "1"}), go("end"), "none", put(**{me: "0"}), "end", end(me)]
    return {"a": one("a", "m", "n"), "b": one("b", "n", "m"),
            "main": [ended("a"), ended("b"), say(lambda s: s["a"] + "_" + s["b"])]}, {}


# ---- latch_barrier.cpp ----

def latch():
    count_down = put(n=lambda s: s["n"] - 1)
    return {"a": [say("A"), count_down], "b": [say("B"), count_down],
            "c": [until(lambda s: s["n"] == 0), say("C")]}, {"n": 2}


def latch_try():
    # The standard lets try_wait fail without reason, but only where that makes no other outcome here.
    return {"a": [put(done=True)], "b": [say(lambda s: "y" if s["done"] else "n")]}, {"done": False}


def barrier_completion():
    complete = lambda s: s | {"out": s["out"] + "-"}
    work = lambda name: [say(name), *meet(2, complete), say(name)]
    return {"a": work("A"), "b": work("B")}, {"round": 0, "arrived": 0}


def barrier_drop():
    def come(s, me):
        yield s | {"came": s["came"] + 1}
    # The first round needs both; the second only one, which does not wait.
    return {"a": [say("A"), come, say("a")],
            "b": [say("B"), come, until(lambda s: s["came"] == 2), say("b"), say("c")]}, {"came": 0}


# ---- atomic_wait.cpp ----

def atomic_wait():
    return {"a": [until(lambda s: s["value"]), say("A")], "b": [say("B"), put(value=1), say("b")]}, {"value": 0}


def atomic_one():
    return {"a": [until(lambda s: s["value"]), say("A")], "b": [until(lambda s: s["value"]), say("B")],
            "c": [put(value=1)]}, {"value": 0}


# ---- future.cpp ----

def future_value():
    return {"a": [until(lambda s: s["ready"]), say("v")], "b": [say("B"), put(ready=True), say("b")]}, {"ready": False}


def future_wait_for():
    return {"a": [say(lambda s: "v" if s["ready"] else "-")], "b": [put(ready=True)]}, {"ready": False}


def future_shared():
    ready = until(lambda s: s["ready"])
    return {"a": [ready, say("A")], "b": [ready, say("B")], "c": [put(ready=True)]}, {"ready": False}


def future_async():
    return {"a": [say("A"), end("a")], "b": [say("B"), end("b")],
            "main": [ended("a"), say("a"), ended("b"), say("b")]}, {}


# ---- jthread.cpp ----

def jthread_stop():
    return {"main": [say("m"), put(stop=True)],
            "other": [say(lambda s: "s" if s["stop"] else "w"), until(lambda s: s["stop"]), say("e")]}, {"stop": False}


def jthread_callback():
    # What is registered is called by a, before it goes on; b does not take it away while it runs.
    def remove(s, me):
        if s["call"] != "running":
            yield s | {"call": "gone"}

    def ask(s, me):
        yield s | {"stop": True} | ({"call": "running"} if s["call"] == "registered" else {"goto": "asked"})
    register = lambda s, me: [s | ({"goto": "late"} if s["stop"] else {"call": "registered"})]
    return {"a": [ask, say("A"), put(call="done"), "asked", say("a")],
            "b": [register, go("end"), "late", say("B"), "end", say("b"), remove]}, {"stop": False, "call": None}


def jthread_wait_ready():
    # One look with the mutex: ready, or asked to stop, or wait on, which is to look again later.
    look = lambda s, me: [s | {"out": "r" if s["ready"] else "s"}] if s["ready"] or s["stop"] else []
    return {"other": [look], "main": [put(stop=True)], "third": [put(ready=True)]}, {"stop": False, "ready": False}


# ---- thread_local.cpp ----

def thread_local_order():
    return {"a": [say("A"), say("B")], "b": [say("a"), say("b")]}, {}


# ---- signals.c: one that was sent is handled before some later step of its thread ----

def handle(s, me):
    yield s
    if s["sent"]:
        yield s | {"seen": s["progress"], "sent": False}


def is_over(s):
    return s["ended"]


def signal_between():
    return {"main": [put(sent=True), until(is_over), say(lambda s: str(2 if s["seen"] < 0 else s["seen"]))],
            "target": [handle, put(progress=1), handle, put(progress=2), handle, put(ended=True)]}, \
        {"sent": False, "seen": -1, "progress": 0, "ended": False}


def signal_sleeping():
    def sleep(s, me):
        yield s
        if s["sent"]:
            yield s | {"sent": False, "progress": 1}
    return {"main": [put(sent=True), until(is_over), say(lambda s: str(s["progress"]))],
            "target": [handle, sleep, handle, put(ended=True)]}, \
        {"sent": False, "seen": -1, "progress": 0, "ended": False}


def signal_waited(sends=True):
    main = [put(sent=True)] if sends else []
    return {"main": [*main, until(is_over), say("10")],
            "target": [until(lambda s: s["sent"]), put(ended=True)]}, {"sent": False, "ended": False}


def signal_never():
    return signal_waited(False)


# ---- cancel.c ----

def cancellation_point(s, me):
    yield s | {"goto": "cancelled"} if s["asked"] else s


def maybe_cancelled(s, me):
    """Where it has to wait, or may be cancelled at any time."""
    yield s
    if s["asked"]:
        yield s | {"goto": "cancelled"}


def cancel_sleeping():
    return {"main": [put(asked=True), until(is_over), say(lambda s: s["result"])],
            "target": [cancellation_point, maybe_cancelled, put(result="ended"), go("end"),
                       "cancelled", put(result="cancelled"), "end", put(ended=True)]}, \
        {"asked": False, "ended": False, "result": ""}


def cancel_asynchronous():
    return {"main": [until(lambda s: s["progress"]), put(asked=True), until(is_over), say(lambda s: str(s["progress"]))],
            "target": [put(progress=1), maybe_cancelled, put(progress=2), maybe_cancelled, put(progress=3), maybe_cancelled,
                       "cancelled", put(ended=True)]}, {"asked": False, "ended": False, "progress": 0}


# ---- descriptors.cpp: a pipe is a string, an event counter a number ----

def write_to(pipe, text):
    return put(**{pipe: lambda s: s[pipe] + text})


def pipe_two_writers():
    return {"a": [write_to("p", "ab")], "b": [write_to("p", "cd")],
            "main": [until(lambda s: len(s["p"]) == 4), say(lambda s: s["p"])]}, {"p": ""}


def pipe_poll():
    return {"a": [write_to("p", "x")], "b": [write_to("q", "x")],
            "main": [until(lambda s: s["p"] or s["q"]), say(lambda s: f"{len(s['p'])}{len(s['q'])}")]}, {"p": "", "q": ""}


def pipe_timeout():
    return {"a": [write_to("p", "x")], "main": [say(lambda s: "1" if s["p"] else "0")]}, {"p": ""}


def pipe_nonblocking():
    return {"a": [write_to("p", "x")], "main": [say(lambda s: "x" if s["p"] else "EAGAIN")]}, {"p": ""}


def socket_echo():
    return {"main": [write_to("p", "i"), until(lambda s: s["reply"]), say(lambda s: s["reply"])], "other": [write_to("p", "o")],
            "echo": [until(lambda s: s["p"]), put(reply=lambda s: "ping" if s["p"][0] == "i" else "pong")]}, \
        {"p": "", "reply": ""}


def event_counter():
    take = lambda s, me: [s | {"n": 0, "out": s["out"] + ("_" if s["out"] else "") + str(s["n"]), "got": s["got"] + s["n"]}] if s["n"] else []
    add = lambda n: put(n=lambda s: s["n"] + n)
    return {"a": [add(1)], "b": [add(2)],
            "main": [take, go("end", lambda s: s["got"] == 3), take, "end"]}, {"n": 0, "got": 0}


def epoll_first():
    return {"a": [write_to("p", "x")], "b": [write_to("q", "x")],
            "main": [until(lambda s: s["p"] or s["q"]), either(
                lambda s, me: say("7")(s, me) if s["p"] else [], lambda s, me: say("8")(s, me) if not s["p"] else [])]}, \
        {"p": "", "q": ""}


# ---- robust.c ----

def robust_mutex():
    def take(s, me):
        if s["m"] in (None, "dead"):
            yield s | {"m": None, "out": "repaired" if s["m"] else "whole"}
    return {"dies": [lock("m"), put(m="dead")], "main": [take]}, {"m": None}


def named_semaphore():
    def take(text):
        return [lambda s, me: [s | {"s": 0}] if s["s"] else [], say(text), put(s=1)]
    return {"a": take("1"), "b": take("2")}, {"s": 1}
