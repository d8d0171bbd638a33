"""A thread of the program, in its own process: where its statements begin, what its state is, how it waits.

The interpreter tells at which line or opcode a thread is (sys.settrace). A line begins a statement; the hook is called
when the statement first touches something shared. What lies before that, no other thread can notice.
"""
import marshal
import os
import sys
import sysconfig
import traceback

from . import _blocks
from ._encoding import SCALARS, encode_local
from ._library import library
from ._store import OUTPUT, Shared

HERE = os.path.dirname(os.path.abspath(__file__))
NOT_TRACED = tuple({HERE + os.sep, *(path + os.sep for name, path in sysconfig.get_paths().items()
                                     if name in ("stdlib", "platstdlib", "purelib", "platlib"))})
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")

current = None  # the thread of this process


class Abandoned(BaseException):
    """Ends an execution that is of no interest (assume)."""


def is_traced(filename):
    return not filename.startswith(NOT_TRACED) and not filename.startswith("<") and "/dist-packages/" not in filename


class Frame:
    """A call that has not returned. `blocks`: of each loop around the line, its first line, what was known when it was
    entered, and its round. `start` and `reads`: the locals when the line began and what was read since, on which values
    depend that no variable has yet."""
    __slots__ = ("frame", "blocks", "start", "reads", "raised")

    def __init__(self, frame):
        self.frame, self.blocks, self.start, self.reads, self.raised = frame, [], 0, 0, 0


class Access:
    """Called before each access to a shared variable."""

    def __init__(self):
        self.is_watching = False  # a condition looks; that is no step

    def __call__(self, verb, name):
        if current and not self.is_watching:
            current.access(f"{verb} {name}")

    def noted(self, data):
        if current and not self.is_watching:
            current.note(data)


class Thread:
    def __init__(self, number, store, check):
        self.number, self.store, self.check = number, store, check
        self.by_opcode = check.granularity == "opcode"
        self.is_fresh = True  # no hook since the statement began
        self.stops = 0  # how often the thread has stopped since the last event: one opcode may access twice
        self.line_at = None
        self.is_busy = False  # the program's own __getstate__ and the like are no steps
        self.frames = []
        self.history = 0
        self.files = {}
        self.watched = Watch(check.functions[number])

    # ---- The interpreter's events ----

    def on_call(self, frame, event, _):
        filename = frame.f_code.co_filename
        if filename not in self.files:
            self.files[filename] = is_traced(filename)
        if event != "call" or not self.files[filename] or self.is_busy:
            return None
        self.frames.append(Frame(frame))
        if self.by_opcode:
            frame.f_trace_opcodes = True
        self.watched.code(frame.f_code, frame.f_globals)
        return self.on_event

    def on_event(self, frame, event, argument):
        record = self.frames[-1]
        # The event of a line comes before that of its first opcode; both may stop at one place.
        if event != "opcode" or self.line_at != frame.f_lasti:
            self.stops = 0
        self.line_at = frame.f_lasti if event == "line" else None
        if event == "line":
            self.on_line(record, frame)
        elif event == "opcode":
            if self.store.held and self.store.has_alias():
                self.hook("touches a shared object")
        elif event == "return":
            self.frames.pop()
        elif event == "exception":
            record.raised = hash((record.raised, repr(argument[1])))
        return self.on_event

    def on_line(self, record, frame):
        if frame.f_code.co_name in COMPREHENSIONS:
            return
        self.is_fresh = True
        record.reads = 0
        record.start = hash(self.locals_of(frame))
        line = frame.f_lineno
        around = _blocks.enclosing(frame.f_code.co_filename).get(line, ())
        while record.blocks and record.blocks[-1][0] not in around:
            record.blocks.pop()
        known = [block[0] for block in record.blocks]
        for header in around:
            if header not in known:
                record.blocks.append([header, record.start, 0, 0])
            elif header == line:
                record.blocks[known.index(header)][2] += 1
        if self.store.held and self.store.has_alias():
            self.access("touches a shared object")

    # ---- State ----

    def persistent(self, obj):
        if isinstance(obj, Shared):
            return "shared"
        return self.store.name_of(obj)

    def locals_of(self, frame):
        values = self.plain(frame.f_locals)
        if values is not None:
            return marshal.dumps(values, 0)
        data = encode_local(dict(frame.f_locals), self.persistent)
        return data if data is not None else str(self.history).encode()

    def plain(self, values):
        """The locals as values that can be marshalled; None when there are others. Nearly always they can."""
        plain = []
        for name, value in values.items():
            if type(value) in SCALARS:
                plain.append((name, value))
            elif value is self.check.shared:
                plain.append(name)
            else:
                return None
        return plain

    def state(self):
        """Where the thread is and what it knows, as bytes."""
        if not self.frames:
            return b"0"
        self.stops += 1
        places = [(hash(each.frame.f_code), each.frame.f_lasti, each.start, each.reads, each.raised,
                   [tuple(block) for block in each.blocks]) for each in self.frames]
        values = [dict(each.frame.f_locals) for each in self.frames]
        plain = [self.plain(each) for each in values]
        data = encode_local(values, self.persistent) if None in plain else marshal.dumps(plain, 0)
        if data is None:  # then only the same past is the same state
            data = marshal.dumps(self.history, 0)
        return marshal.dumps((self.stops, places), 0) + data

    def note(self, data):
        """The thread has learned something that others have made."""
        self.history = hash((self.history, data))
        for each in self.frames:
            each.reads = hash((each.reads, data))
            if each.blocks and each.blocks[-1][2] == 0 and each.frame.f_lineno == each.blocks[-1][0]:
                each.blocks[-1][3] = hash((each.blocks[-1][3], data))

    def site(self, what=""):
        for each in reversed(self.frames):
            code = each.frame.f_code
            return f"{code.co_filename}\t{each.frame.f_lineno}\t{code.co_name}\t{what}".encode()[:250]
        return b""

    # ---- Steps ----

    def access(self, what):
        if not self.is_busy and (self.is_fresh or self.by_opcode):
            self.hook(what)

    def hook(self, what):
        self.leave()
        state = self.state()
        library.omc_buddy_hook(state, len(state), self.site(what))
        self.enter()

    def wait(self, word, comparison, value, what, may_expire=False):
        """Blocks until the word compares so. False when the time was up before."""
        self.leave()
        state = self.state()
        held = library.omc_buddy_wait(self.store.address_of(word), comparison, value, may_expire, state, len(state),
                                      self.site(what), what.encode()[:250])
        self.enter()
        self.note(str(held).encode())
        return bool(held)

    def leave(self):
        self.is_busy = True
        self.store.flush()
        self.watched.compare()

    def enter(self):
        self.is_fresh = False
        self.store.refresh()
        self.is_busy = False

    def choose(self, count):
        self.leave()
        state = self.state()
        chosen = library.omc_buddy_choose(count, state, len(state), self.site("chooses"))
        self.enter()
        self.note(b"%d" % chosen)
        return chosen

    def fail(self, kind, message):
        self.store.flush()
        library.omc_buddy_fail(kind.encode(), message.encode()[:4000])

    # ---- From the beginning to the end ----

    def run(self, function, arguments):
        sys.stdout = sys.stderr = Output(self)
        try:
            try:
                sys.settrace(self.on_call)
                function(*arguments)
            finally:
                sys.settrace(None)
            self.frames.clear()
            self.leave()
            self.is_busy = False
        except Abandoned:
            library.omc_buddy_abandon()
        except AssertionError as error:
            self.fail("assert", describe(error))
        except UnsharedChange as error:
            self.fail("misuse", str(error))
        except BaseException as error:  # a thread that raises ends, and that is a bug
            self.fail("exception", describe(error))


def describe(error):
    """The exception, and the line of the program that raised it."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if is_traced(each.filename)]
    text = "".join(traceback.format_exception_only(type(error), error)).strip().split("\n")[0]
    if frames:
        text = f"{frames[-1].filename}:{frames[-1].lineno}: {text} ({frames[-1].line})"
    return text


class Output:
    """What a thread prints is a shared variable like any other."""

    def __init__(self, thread):
        self.thread = thread

    def write(self, text):
        if text:
            thread = self.thread
            thread.access("prints")
            index = thread.store.names.index(OUTPUT)
            thread.store.set(index, thread.store.get(index) + text)
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


class UnsharedChange(Exception):
    """A thread has changed a global or nonlocal variable, which the other threads cannot see here."""


class Watch:
    """Globals and variables of enclosing functions that a thread uses. Each process has its own, so they must stay as
    they are."""

    def __init__(self, function):
        self.seen, self.values = set(), {}
        self.code(getattr(function, "__code__", None), getattr(function, "__globals__", {}))
        for name, cell in zip(getattr(getattr(function, "__code__", None), "co_freevars", ()),
                              getattr(function, "__closure__", None) or ()):
            self.add(name, lambda cell=cell: cell.cell_contents)

    def code(self, code, variables):
        if code is None or code in self.seen:
            return
        self.seen.add(code)
        for name in code.co_names:
            if name in variables:
                self.add(name, lambda name=name, variables=variables: variables.get(name))

    def add(self, name, get):
        if name in self.values:
            return
        data = self.data(get)
        if data is not None:
            self.values[name] = get, data

    @staticmethod
    def data(get):
        try:
            value = get()
        except ValueError:
            return None
        if callable(value) or type(value).__module__.startswith("omc_buddy"):
            return None
        return encode_local(value, lambda obj: "shared" if isinstance(obj, Shared) else None)

    def compare(self):
        for name, (get, before) in self.values.items():
            if self.data(get) != before:
                raise UnsharedChange(f"a thread has changed '{name}', which is not shared here; put it into shared=")
