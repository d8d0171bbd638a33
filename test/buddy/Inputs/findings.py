"""What omc_buddy finds in Python functions: each function below is a case; all must hold."""
import collections
import queue
import sys
import threading
import time

import omc_buddy
from omc_buddy import check


def add(s):
    t = s.x
    s.x = t + 1


def add_in_one_line(s):
    s.x = s.x + 1


def append(word, to="out"):
    def thread(s):
        for letter in word:
            setattr(s, to, getattr(s, to) + letter)
    return thread


def printing(word):
    def thread():
        for letter in word:
            print(letter, end="")
    return thread


def kinds(result):
    return {bug.kind for bug in result.bugs}


def the_papers_example():
    words = {"ab12", "a1b2", "a12b", "1ab2", "1a2b", "12ab"}
    assert check([append("ab"), append("12")], {"out": ""}).outcome_set("out") == words
    assert check([printing("ab"), printing("12")]).outcome_set() == words
    assert check([printing("ab"), printing("12")], search="exhaustive").executions == 6


def the_papers_table():
    for n, hooks in (3, 30), (4, 112), (5, 420):
        assert check([append("a" * n, "a"), append("b" * n, "b")], {"a": "", "b": ""},
                     search="exhaustive").hooks == hooks, n
    for n in 3, 5, 8:
        assert check([append("a" * n, "a"), append("b" * n, "b")], {"a": "", "b": ""}).hooks == 2 * n * n


def lost_update_over_two_lines():
    result = check([add, add], {"x": 0}, final=lambda s: s.x == 2)
    assert kinds(result) == {"outcome"} and not result
    again = check([add, add], {"x": 0}, final=lambda s: s.x == 2, schedule=result.bugs[0].schedule)
    assert kinds(again) == {"outcome"}
    assert [step.thread for step in again.trail] == [0, 1, 0, 1]
    report = result.report()
    for part in ("thread 0 (add)", "thread 1 (add)", "t = s.x", "s.x = t + 1", "x = 1", 'schedule="0 1 0 1"'):
        assert part in report, (part, report)


def lost_update_within_a_line():
    assert check([add_in_one_line] * 2, {"x": 0}, final=lambda s: s.x == 2).complete
    result = check([add_in_one_line] * 2, {"x": 0}, granularity="opcode", all=True, final=lambda s: s.x == 2)
    assert kinds(result) == {"outcome"} and result.outcome_set("x") == {1, 2}


def lost_update_in_an_item():
    def count(s):
        s.table["k"] += 1
    def tables(granularity):
        return [o.values["table"]["k"] for o in check([count] * 2, {"table": {"k": 0}}, granularity=granularity).outcomes]
    assert tables("line") == [2]
    assert sorted(tables("opcode")) == [1, 2]


def three_threads():
    assert check([add] * 3, {"x": 0}).outcome_set("x") == {1, 2, 3}
    assert len(check([append("a"), append("b"), append("cd")], {"out": ""}).outcome_set("out")) == 12


def abba_deadlock():
    def one(s):
        with s.a:
            with s.b:
                s.x += 1
    def two(s):
        with s.b:
            with s.a:
                s.x += 1
    def make():
        return {"a": threading.Lock(), "b": threading.Lock(), "x": 0}
    result = check([one, two], make)
    assert kinds(result) == {"deadlock"}
    assert "waits for b, held by thread 1" in result.report() and "waits for a, held by thread 0" in result.report()
    assert check([one, one], make, final=lambda s: s.x == 2).complete


def condition_variable_without_a_loop():
    def waits(in_loop):
        def wait(s):
            with s.c:
                if in_loop:
                    while not s.ready:
                        s.c.wait()
                elif not s.ready:
                    s.c.wait()
                assert s.ready
                s.ready = False
        return wait
    def wake(s):
        with s.c:
            s.ready = True
            s.c.notify()
    def make():
        return {"c": threading.Condition(), "ready": False}
    def run(in_loop):
        return check([waits(in_loop), waits(in_loop), wake, wake], make, all=True)
    assert "assert" in kinds(run(False))
    # With a loop no thread finds it false; but the second signal may come while `ready` is still set.
    assert kinds(run(True)) <= {"waits-for-ever"}
    # A signal that comes before the wait is lost.
    def careless(s):
        with s.c:
            s.c.wait()
    assert kinds(check([careless, wake], make)) == {"waits-for-ever"}


def primitives():
    def inside(s):
        with s.sem:
            s.n += 1
            s.n -= 1
    assert check([inside] * 3, lambda: {"sem": threading.Semaphore(2), "n": 0}, invariant=lambda s: s.n <= 2)
    assert not check([inside] * 3, lambda: {"sem": threading.Semaphore(2), "n": 0}, invariant=lambda s: s.n <= 1)
    def again(s):
        with s.lock:
            with s.lock:
                t = s.n
                s.n = t + 1
    assert check([again] * 2, lambda: {"lock": threading.RLock(), "n": 0}, final=lambda s: s.n == 2).complete
    assert kinds(check([again], lambda: {"lock": threading.Lock(), "n": 0})) == {"deadlock"}
    def sets(s):
        s.x = 1
        s.event.set()
    def waits(s):
        s.event.wait()
        assert s.x == 1
    assert check([sets, waits], lambda: {"event": threading.Event(), "x": 0}).complete
    def late(s):
        s.x = 1 if s.event.wait(0.5) else 2
    assert check([late, lambda s: s.event.set()], lambda: {"event": threading.Event(), "x": 0}).outcome_set("x") == {1, 2}
    def bad_release(s):
        s.lock.release()
    assert kinds(check([bad_release], lambda: {"lock": threading.Lock()})) == {"exception"}
    lock = omc_buddy.Lock()
    def by_closure(s):
        with lock:
            time.sleep(1)
            t = s.n
            s.n = t + 1
    assert check([by_closure] * 2, {"n": 0}, final=lambda s: s.n == 2).complete
    def tries(s):
        if s.lock.acquire(blocking=False):
            s.got = s.got + 1
    assert check([tries] * 2, lambda: {"lock": threading.Lock(), "got": 0}, final=lambda s: s.got == 1).complete


def queues():
    def put(s):
        for i in range(3):
            s.q.put(i)
    def get(s):
        for _ in range(3):
            item = s.q.get()
            s.got = s.got + (item,)
            s.q.task_done()
    for room in 0, 1:
        result = check([put, get], lambda room=room: {"q": queue.Queue(room), "got": ()})
        assert result.complete and result.outcome_set("got") == {(0, 1, 2)}
    assert kinds(check([get, put, get], lambda: {"q": queue.Queue(), "got": ()})) == {"waits-for-ever"}
    def empty(s):
        try:
            s.q.get_nowait()
        except queue.Empty:
            s.got = ("nothing",)
    assert check([put, empty], lambda: {"q": queue.Queue(), "got": ()}).outcome_set("got") == {(), ("nothing",)}


def objects_that_threads_hold():
    def once(s):
        items = s.items
        if not items:
            items.append(1)
    found = [o.values["items"] for o in check([once] * 2, {"items": []}).outcomes]
    assert sorted(map(len, found)) == [1, 2]
    def push(s):
        s.items.append(1)
    assert [o.values["items"] for o in check([push] * 3, {"items": collections.deque()}).outcomes] == \
        [collections.deque([1, 1, 1])]


class Account:
    """It uses threading as any class would."""

    def __init__(self):
        self.lock, self.balance = threading.Lock(), 0

    def deposit(self, amount, safely):
        if safely:
            with self.lock:
                old = self.balance
                self.balance = old + amount
        else:
            old = self.balance
            self.balance = old + amount


def classes():
    def run(safely):
        return check([lambda s: s.account.deposit(1, safely)] * 2, lambda: {"account": Account()},
                     final=lambda s: s.account.balance == 2)
    assert run(True).complete
    assert kinds(run(False)) == {"outcome"}


def locals_are_part_of_the_state():
    def remembers(s):
        seen = s.x
        s.y = 1
        assert not (seen == 1 and s.z == 7)
    def writes(s):
        s.x = 1
        s.x = 0
        s.z = 7
    assert kinds(check([remembers, writes], {"x": 0, "y": 0, "z": 0})) == {"assert"}
    # An iterator's place is in no variable: two rounds of a loop over equal letters are two states.
    def rounds(s):
        for _ in "aab":
            s.x = 1
        s.y = 2
    result = check([rounds, writes], {"x": 0, "y": 0, "z": 0}, search="pruned")
    assert result.outcome_set("x", "y", "z") == check([rounds, writes], {"x": 0, "y": 0, "z": 0},
                                                        search="exhaustive").outcome_set("x", "y", "z")


total = 0


def what_is_not_shared_is_reported():
    def global_variable():
        global total
        total = total + 1
    assert kinds(check([global_variable] * 2)) == {"misuse"}
    items = []
    def of_enclosing_function():
        items.append(1)
    assert kinds(check([of_enclosing_function] * 2)) == {"misuse"}
    assert total == 0 and not items


def exceptions_and_ends():
    def fails(s):
        s.x = 1
        raise KeyError("gone")
    result = check([fails, add], {"x": 0})
    assert kinds(result) == {"exception"} and "KeyError: 'gone'" in result.report()
    def leaves(s):
        s.x = 1
        import os
        os._exit(3)
    assert kinds(check([leaves, add], {"x": 0})) == {"crash"}
    def assumes(s):
        omc_buddy.assume(s.x == 0)
        s.x = 2
    assert check([assumes, lambda s: setattr(s, "x", 1)], {"x": 0}, search="exhaustive").executions == 2
    def chooses(s):
        s.x = s.x + omc_buddy.choose(3)
    assert check([chooses] * 2, {"x": 0}).outcome_set("x") == {0, 1, 2, 3, 4}


def races():
    result = check([add_in_one_line, lambda s: setattr(s, "x", s.x * 2)], {"x": 1}, races=True, all=True)
    assert kinds(result) == {"order-race"} and result.bugs[0].other
    assert not check([append("a", "a"), append("b", "b")], {"a": "", "b": ""}, races=True).bugs


def by_chance():
    result = check([add] * 4, {"x": 0}, search="random", max_executions=60, seed=3)
    assert result.executions == 60 and not result.complete and result.verdict == "incomplete"
    assert result.outcome_set("x") <= {1, 2, 3, 4} and len(result.outcome_set("x")) > 1
    same = check([add] * 4, {"x": 0}, search="random", max_executions=60, seed=3)
    assert [(o.values, o.count) for o in same.outcomes] == [(o.values, o.count) for o in result.outcomes]


def limits_and_mistakes():
    result = check([add] * 3, {"x": 0}, max_states=5)
    assert result.verdict == "incomplete" and "max_states" in result.report()
    def for_ever():
        while True:
            pass
    assert check([for_ever], step_seconds=0.3).verdict == "incomplete"
    def round_and_round(s):
        while True:
            s.x = 1 - s.x
    result = check([round_and_round] * 2, {"x": 0})
    assert result.verdict == "incomplete" and "for ever" in result.report()
    for arguments, words in (([], "no threads"), ([3], "3 is no function")):
        try:
            check(arguments)
        except ValueError as error:
            assert words in str(error)
        else:
            raise SystemExit(f"{arguments} were accepted")
    try:
        check([add], {"x": 0}, search="deep")
    except ValueError as error:
        assert "pruned, exhaustive, random" in str(error)
    try:
        check([add], {"x": 0}, schedule="0*9")
    except RuntimeError as error:
        assert "does not fit" in str(error)
    result = check([add], {"y": 0})
    assert "there is no shared variable 'x'; shared= has y" in result.report()


def main():
    cases = [value for value in list(globals().values())
             if callable(value) and getattr(value, "__module__", "") == __name__ and
             value not in (add, add_in_one_line, append, printing, kinds, main) and not isinstance(value, type)]
    for case in cases:
        case()
        print(case.__name__, flush=True)
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    sys.exit(main())
