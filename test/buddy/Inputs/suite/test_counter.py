import threading

import omc_buddy


def add(s):
    t = s.x
    s.x = t + 1


def add_safely(s):
    with s.lock:
        t = s.x
        s.x = t + 1


@omc_buddy.interleavings(threads=[add, add], shared={"x": 0})
def test_lost_update(s):
    assert s.x == 2


@omc_buddy.interleavings(threads=[add_safely, add_safely], shared=lambda: {"x": 0, "lock": threading.Lock()})
def test_with_a_lock(s):
    assert s.x == 2


@omc_buddy.interleavings(threads=3, shared={"x": 0}, final=lambda s: s.x == 3)
def test_three(s):
    s.x = s.x + 1
