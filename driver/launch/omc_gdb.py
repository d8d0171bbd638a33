"""The commands of `omc replay --gdb`, for gdb.

A replay runs a schedule of the program in one kernel thread. libomc stops at the step that is asked for, and describes
the threads as bytes (runtime/threads/debugger.cpp). To go back means to run the schedule again, up to an earlier step.
The driver describes the schedule in a JSON file (driver/verbs/debug.cpp), whose path is in `omc_schedule`.
"""
import json
import os
import struct

import gdb

THREAD = struct.Struct("<4H2I8Q16s16Q")
STATES = ["ready", "blocked", "ended", "running"]
NOBODY = 0xFFFF
NEVER = 2**64 - 1


class Replay:
    """Where the replay is, and where it is to stop."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.schedule = json.load(file)
        os.unlink(path)
        self.target = self.schedule["start"]
        self.runs = False

    def symbol(self, name):
        return int(gdb.parse_and_eval(f"(unsigned long)&{name}"))

    def read(self, address, size):
        return bytes(gdb.selected_inferior().read_memory(address, size))

    def set_target(self):
        gdb.selected_inferior().write_memory(self.symbol("omc_debugger_stop_at"), struct.pack("<Q", self.target))

    def described(self):
        """The step, whether the schedule is over, and its threads."""
        at = self.symbol("omc_debugger")
        step, count, is_end = struct.unpack("<QII", self.read(at, 16))
        threads = [Thread(self.read(at + 16 + i * THREAD.size, THREAD.size)) for i in range(count)]
        return step, bool(is_end), threads

    def go_to(self, step):
        here = self.described()[0] if self.runs else NEVER
        self.target = min(max(step, 1), self.schedule["last"] + 1)
        if self.target == here:
            return self.show()
        if self.target > here:
            self.set_target()
            gdb.execute("continue", to_string=True)
        else:
            if self.runs:
                gdb.execute("kill", to_string=True)
            # The process that was followed into is another inferior, without these.
            gdb.execute(f"set args {self.schedule['arguments']}")
            gdb.execute(f"set cwd {self.schedule['directory']}")
            gdb.execute("run", to_string=True)
        self.show()

    def show(self):
        if not self.runs:
            print("omc: the replay has ended; omc goto N runs it again")
            return
        step, is_end, threads = self.described()
        if is_end:
            print("omc: the end of the schedule")
            print(self.schedule["verdict"])
            return
        running = next((thread for thread in threads if thread.state == "running"), None)
        print(f"omc: step {step} of {self.schedule['last']}, {running.title() if running else 'no thread'}")
        for each in self.schedule["steps"]:
            if each["n"] == step and running and each["thread"] == running.number:
                for line in [*each["effects"], *(f"{name}: {value}" for name, value in each["values"].items())]:
                    print(f"     {line}")
        if select_program_frame():
            gdb.execute("frame")


class Thread:
    def __init__(self, data):
        fields = THREAD.unpack(data)
        self.number, state, self.holder, held = fields[:4]
        self.line, self.column, self.file, self.pc, self.first_pc, self.sp = fields[4:10]
        self.object, self.value, self.awaited, self.kind = fields[10:14]
        self.name = fields[14].split(b"\0")[0].decode("utf-8", "replace")
        self.held = fields[15:15 + held]
        self.state = STATES[state]

    def title(self):
        names = {thread["id"]: thread["name"] for thread in replay.schedule["threads"]}
        name = self.name or names.get(self.number, "")
        return f"thread {self.number} ({name})" if name else f"thread {self.number}"

    def place(self):
        return f"{text_at(self.file).rsplit('/', 1)[-1]}:{self.line}" if self.file else "before its first statement"

    def waits_for(self):
        words = text_at(self.awaited)
        for mark, text in (("{object}", object_name(self.object, text_at(self.kind))), ("{number}", str(self.value))):
            words = words.replace(mark, text)
        return words


def text_at(address):
    return gdb.selected_inferior().read_memory(address, 512).tobytes().split(b"\0")[0].decode("utf-8", "replace") \
        if address else ""


def object_name(address, kind="lock"):
    named = replay.schedule["objects"].get(hex(address))
    if named:
        return named
    text = gdb.execute(f"info symbol {address}", to_string=True)
    return text.split(" in section")[0] if " in section" in text else f"{kind} {address:#x}"


def is_of_program(frame):
    """Whether the frame has source, and is neither libomc's nor the C++ library's."""
    place = frame.find_sal()
    if not place.symtab or not place.line:
        return False
    return not any(name.startswith(("/usr/", "/lib")) for name in (place.symtab.fullname(), place.symtab.objfile.filename))


def select_program_frame():
    frame = gdb.newest_frame()
    while frame and not is_of_program(frame):
        frame = frame.older()
    if frame:
        frame.select()
    return frame is not None


class Begin(gdb.Breakpoint):
    def stop(self):
        replay.runs = True
        replay.set_target()
        return False


class Command(gdb.Command):
    """Step through the schedule: omc next|back|goto|threads|where|locks|why|steps."""

    def __init__(self):
        super().__init__("omc", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE, True)


class Verb(gdb.Command):
    """A command of omc; `act` gets its number, or None."""

    def __init__(self, name, text, act, needs_run=True):
        self.__doc__ = text
        super().__init__(f"omc {name}", gdb.COMMAND_RUNNING)
        self.act, self.needs_run = act, needs_run

    def invoke(self, argument, from_tty):
        if self.act not in (step_forward, step_back):
            self.dont_repeat()
        if argument and not argument.isdigit():
            raise gdb.GdbError(f"'{argument}' is not a number")
        if self.needs_run and not replay.runs:
            raise gdb.GdbError("the replay has ended; omc goto N runs it again")
        self.act(int(argument) if argument else None)


def step_forward(count):
    replay.go_to(replay.described()[0] + (count or 1))


def step_back(count):
    replay.go_to(replay.described()[0] - (count or 1))


def go_to(step):
    if step is None:
        raise gdb.GdbError("omc goto needs the number of a step")
    replay.go_to(step)


def show_threads(_):
    for thread in replay.described()[2]:
        line = f"  {thread.title()} {thread.state}"
        if thread.state != "ended":
            line += f" at {thread.place()}"
        if thread.state == "blocked":
            line += f", waits for {thread.waits_for()}"
            if thread.holder != NOBODY and text_at(thread.kind):
                line += f", held by thread {thread.holder}"
        print(line)


def show_locks(_):
    held = [(lock, thread) for thread in replay.described()[2] for lock in thread.held]
    for lock, thread in held:
        print(f"  {object_name(lock)} is held by {thread.title()}")
    if not held:
        print("  no thread holds a lock")


def show_where(number):
    threads = replay.described()[2]
    running = next((thread for thread in threads if thread.state == "running"), None)
    wanted = next((thread for thread in threads if thread.number == number), None) if number is not None else running
    if number is not None and not wanted:
        raise gdb.GdbError(f"there is no thread {number}")
    if not wanted:
        raise gdb.GdbError("no thread is running; omc where N shows thread N")
    if wanted.state == "ended":
        raise gdb.GdbError(f"thread {wanted.number} has ended")
    if wanted is running:
        print_stack()
        return
    saved = {name: int(gdb.parse_and_eval(f"(unsigned long)${name}")) for name in ("sp", "pc", "rbp")}
    rbp, pc = struct.unpack("<QQ", replay.read(wanted.sp + 48, 16))
    try:
        for name, value in (("sp", wanted.sp + 64), ("rbp", rbp), ("pc", pc)):
            gdb.execute(f"set ${name} = {value}", to_string=True)
        print_stack()
    finally:
        gdb.execute("frame 0", to_string=True)
        for name in ("sp", "rbp", "pc"):
            gdb.execute(f"set ${name} = {saved[name]}", to_string=True)


def print_stack():
    """The frames of the program, innermost first."""
    frame, level = gdb.newest_frame(), 0
    while frame:
        if is_of_program(frame):
            place = frame.find_sal()
            print(f"  #{level} {frame.name()} at {place.symtab.filename.rsplit('/', 1)[-1]}:{place.line}")
        frame, level = frame.older(), level + 1


def show_why(_):
    print(replay.schedule["why"])


def show_steps(_):
    here = replay.described()[0] if replay.runs else 0
    names = {thread["id"]: thread["name"] for thread in replay.schedule["threads"]}
    for each in replay.schedule["steps"]:
        mark = "=>" if each["n"] == here else "  "
        effects = f"   [{'; '.join(each['effects'])}]" if each["effects"] else ""
        name = names.get(each["thread"], "")
        print(f"{mark}{each['n']:>5} {each['thread']} {name}: {each['place']}: {each['text']}{effects}")


def set_breakpoints():
    Begin("omc_debugger_begin", internal=True).silent = True
    gdb.Breakpoint("omc_debugger_stop", internal=True).silent = True


def ended(event):
    replay.runs = False


replay = Replay(omc_schedule)  # noqa: F821, set on gdb's command line
for setting in ("confirm off", "pagination off", "breakpoint pending on", "follow-fork-mode child",
                "print inferior-events off", "print thread-events off", "startup-with-shell on"):
    gdb.execute(f"set {setting}")
for signal in ("SIGSYS", "SIGSEGV", "SIGBUS", "SIG64"):
    gdb.execute(f"handle {signal} nostop noprint pass", to_string=True)
gdb.events.exited.connect(ended)
# libomc is not loaded yet, and gdb would say so.
gdb.execute("python set_breakpoints()", to_string=True)
Command()
Verb("next", "Run to the next step, or N steps further.", step_forward)
Verb("back", "Go one step back, or N. The schedule runs again up to there.", step_back)
Verb("goto", "Go to step N, forwards or backwards.", go_to, needs_run=False)
Verb("threads", "Each thread: where it is, and what it waits for.", show_threads)
Verb("where", "The stack of the running thread, or of thread N.", show_where)
Verb("locks", "Which locks are held, and by whom.", show_locks)
Verb("why", "What the bug is.", show_why, needs_run=False)
Verb("steps", "All steps of the schedule.", show_steps, needs_run=False)
print(replay.schedule["why"])
print("omc: omc next, back, goto N, threads, where [N], locks, why, steps; and everything that gdb has")
replay.go_to(replay.target)
