"""check(): every interleaving of Python functions."""
import ctypes
import gc
import inspect
import os
import signal
import sys
import threading

from . import _library, _report, _stand_ins, _thread
from ._library import library
from ._store import OUTPUT, Shared, Store

SEARCHES = {"pruned": _library.PRUNED, "exhaustive": _library.EXHAUSTIVE, "random": _library.RANDOM}
VERDICTS = {0: "ok", 1: "bug", 2: "error", 3: "incomplete"}


class InterleavingError(AssertionError):
    """An interleaving has a bug. Its text is the report."""

    def __init__(self, result):
        super().__init__("\n" + result.report())
        self.result = result


class Outcome:
    """How an execution ends: the shared variables and what was printed."""

    def __init__(self, values, output, schedule):
        self.values, self.output, self.schedule, self.count = values, output, schedule, 1

    def __repr__(self):
        return f"Outcome({self.values}, {self.output!r})"


class Bug:
    """`kind` is deadlock, waits-for-ever, assert, exception, outcome, condition, crash, misuse or order-race."""

    def __init__(self, kind, message, schedule, thread, other=""):
        self.kind, self.message, self.schedule, self.thread, self.other = kind, message, schedule, thread, other
        self.steps = []  # of a replay: _report.Step

    def __repr__(self):
        return f"Bug({self.kind!r}, {self.message!r}, {self.schedule!r})"


class Result:
    """What a check has found. True when there is no bug."""

    def __init__(self):
        self.verdict, self.reason, self.outcomes, self.bugs = "ok", "", [], []
        self.states = self.steps = self.hooks = self.executions = self.forks = self.max_processes = 0
        self.names = []

    @property
    def complete(self):
        """Whether every interleaving was looked at."""
        return self.verdict == "ok"

    def __bool__(self):
        return not self.bugs and self.verdict != "error"

    def outcome_set(self, *names):
        """The values that these variables have at the end; with no names, what was printed."""
        if not names:
            return {each.output for each in self.outcomes}
        one = len(names) == 1
        return {each.values[names[0]] if one else tuple(each.values[name] for name in names)
                for each in self.outcomes}

    def report(self):
        return _report.text(self)

    def assert_ok(self):
        if not self:
            raise InterleavingError(self)
        return self


class Check:
    """One call of check(), and each replay that it makes."""

    def __init__(self, functions, shared, granularity, invariant, final, shared_size):
        self.functions, self.granularity = functions, granularity
        self.invariant, self.final = invariant, final
        self.names = [getattr(each, "__name__", str(each)) for each in functions]
        self.access = _thread.Access()
        with _stand_ins.in_place():
            values = dict(shared() if callable(shared) else shared or {})
        self.store = Store(shared_size)
        _stand_ins.name_all(values)
        _stand_ins.place_all(self.store)
        for name, value in values.items():
            self.store.new_variable(name, value)
        self.store.new_variable(OUTPUT, "")
        self.store.held.clear()  # the caller's own objects stay as they are
        self.store.write()
        self.shared = Shared(self.store, self.access)
        self.beginning = ctypes.string_at(self.store.address, self.store.size_used())

    def begin_again(self):
        ctypes.memmove(self.store.address, self.beginning, len(self.beginning))

    def arguments_of(self, function):
        try:
            takes = [each for each in inspect.signature(function).parameters.values()
                     if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD, each.VAR_POSITIONAL)
                     and each.default is each.empty]
        except (TypeError, ValueError):
            return ()
        return (self.shared,) if takes else ()

    def run(self, number, _):
        function = self.functions[number]
        _stand_ins.in_place().__enter__()
        self.store.refresh()
        thread = _thread.Thread(number, self.store, self)
        _thread.current = thread
        thread.run(function, self.arguments_of(function))

    def condition(self, _):
        """In the process of a thread, after its step."""
        if not self.invariant:
            return 0
        complaint = self.complaint(self.invariant)
        if complaint is None:
            return 0
        library.omc_buddy_say(b"condition", complaint.encode()[:4000])
        return 1

    def complaint(self, function):
        """What is wrong by a condition of the user; None when nothing is."""
        tracer = sys.gettrace()
        sys.settrace(None)
        self.access.is_watching = True
        try:
            held = function(*self.arguments_of(function))
            return None if held is None or held else f"{function.__name__} is false"
        except AssertionError as error:
            return _thread.describe(error)
        except Exception as error:
            return f"{function.__name__}: {_thread.describe(error)}"
        finally:
            self.access.is_watching = False
            sys.settrace(tracer)

    def search(self, result, kind, settings, schedule=None, on_step=None):
        self.begin_again()
        errors, interrupts = [], []

        def guarded(function):
            def call(*arguments):
                try:
                    return function(*arguments) or 0
                except BaseException as error:  # ctypes would print it and go on
                    errors.append(error)
                    return 1
            return call

        def on_outcome(text, _):
            self.store.reread()
            values, output = self.store.values(), self.store.output()
            for each in result.outcomes:
                if each.values == values and each.output == output:
                    each.count += 1
                    break
            else:
                result.outcomes.append(Outcome(values, output, text.decode()))
            self.last_complaint = self.complaint(self.final) if self.final else None
            return self.last_complaint is not None

        def on_bug(pointer, _):
            bug = pointer.contents
            message = bug.message.decode(errors="replace")
            if bug.kind == b"outcome":
                message = self.last_complaint
            result.bugs.append(Bug(bug.kind.decode(), message, bug.schedule.decode(), bug.thread, bug.other.decode()))

        callbacks = [_library.RUN(self.run), _library.CONDITION(guarded(self.condition)),
                     _library.OUTCOME(guarded(on_outcome)), _library.BUG(guarded(on_bug)),
                     _library.STEP(guarded(on_step or (lambda *_: 0))),
                     _library.CONDITION(guarded(lambda _: bool(errors or interrupts)))]
        options = _library.Options(
            version=_library.VERSION, threads=len(self.functions), search=kind, all=settings["all"],
            races=settings["races"], schedule=schedule.encode() if schedule else None, seed=settings["seed"],
            max_executions=settings["max_executions"] or 0, max_states=settings["max_states"] or 0,
            max_steps=settings["max_steps"] or 0, step_seconds=settings["step_seconds"],
            shared_size=self.store.size, run=callbacks[0],
            condition=callbacks[1] if self.invariant else _library.CONDITION(), outcome=callbacks[2],
            bug=callbacks[3], step=callbacks[4], pulse=callbacks[5])
        counts = _library.Counts()
        sys.stdout.flush()
        sys.stderr.flush()
        gc.collect()
        gc.freeze()  # else a collection in a child writes to each page
        # An exception by a signal would be lost in a callback.
        is_main = threading.current_thread() is threading.main_thread()
        handler = signal.getsignal(signal.SIGINT)
        catches = is_main and callable(handler)
        if catches:
            signal.signal(signal.SIGINT, lambda *_: interrupts.append(True))
        try:
            library.omc_buddy_check(ctypes.byref(options), ctypes.byref(counts))
        finally:
            gc.unfreeze()
            if catches:
                signal.signal(signal.SIGINT, handler)
        if errors:
            raise errors[0]
        if interrupts:
            raise KeyboardInterrupt
        return counts


def check(threads, shared=None, *, search="pruned", granularity="line", invariant=None, final=None, all=False,
          races=False, schedule=None, seed=1, max_executions=None, max_states=None, max_steps=None, step_seconds=10.0,
          shared_size=1 << 20):
    """Runs the functions `threads` in every interleaving.

    threads      functions of one argument, the shared variables, or of none
    shared       their names and first values; or a function that makes them, in which threading.Lock and its like are
                 omc_buddy's. Threads use them as attributes: s.x = s.x + 1
    search       "pruned": every state once; "exhaustive": every interleaving; "random": max_executions by chance
    granularity  "line": a line is one step; "opcode": each access to something shared is one
    invariant    a function that must not be false, nor raise, in any state;   final: the same at the end
    all          go on after the first bug;   races: report the paper's race condition
    schedule     runs this interleaving alone, as a report has it
    """
    functions = list(threads)
    wrong = mistake(functions, search, granularity)
    if wrong:
        raise ValueError(f"omc_buddy.check: {wrong}")
    settings = {"all": bool(all), "races": bool(races), "seed": seed, "max_executions": max_executions,
                "max_states": max_states, "max_steps": max_steps, "step_seconds": step_seconds}
    result = Result()
    this = Check(functions, shared, granularity, invariant, final, shared_size)
    result.names = this.names
    try:
        if schedule is not None:
            steps = []
            counts = this.search(result, _library.REPLAY, settings, schedule, _report.recorder(this, steps))
            for bug in result.bugs:
                bug.steps = steps
            result.trail = steps
        else:
            counts = this.search(result, SEARCHES[search], settings)
            explain(this, result, settings)
    finally:
        _stand_ins.forget_store()
    for name in ("states", "steps", "hooks", "executions", "forks", "max_processes"):
        setattr(result, name, getattr(counts, name))
    result.verdict = "bug" if result.bugs else VERDICTS[counts.verdict]
    result.reason = counts.reason.decode(errors="replace")
    if result.verdict == "error":
        raise RuntimeError(f"omc_buddy: {result.reason}")
    return result


def mistake(functions, search, granularity):
    if not functions:
        return "there are no threads"
    if len(functions) > 64:
        return "there are more than 64 threads"
    for each in functions:
        if not callable(each):
            return f"{each!r} is no function"
    if search not in SEARCHES:
        return f"search is one of {', '.join(SEARCHES)}, not {search!r}"
    if granularity not in ("line", "opcode"):
        return f"granularity is line or opcode, not {granularity!r}"
    if _thread.current:
        return "a thread of a check cannot check"
    if not hasattr(os, "fork"):
        return "it needs fork()"
    return None


def explain(this, result, settings):
    """Replays the first bugs, for their steps and values."""
    for bug in result.bugs[:20]:
        again = Result()
        this.search(again, _library.REPLAY, {**settings, "all": True, "races": False}, bug.schedule or "",
                    _report.recorder(this, bug.steps))
