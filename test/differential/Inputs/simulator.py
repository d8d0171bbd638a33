"""An independent account of what the programs of programs.py can do: all states by breadth, in plain Python.

A program becomes instructions. A thread may be switched where a statement begins (`hook`) and where it waits; so
a step runs from one such place to the next. `explore` gives every outcome, the kinds of bugs, and how many
interleavings there are.
"""

def compile_thread(statements, name):
    """Instructions of a thread: (operation, operands…); jumps have the index of their target."""
    code = []

    def emit(*instruction):
        code.append(instruction)
        return len(code) - 1

    def hooked(*instruction):
        emit("hook")
        return emit(*instruction)

    def body(statements):
        for statement in statements:
            compile_statement(*statement)

    def compile_statement(kind, *rest):
        if kind == "if":
            (variable, number), then, other = rest
            jump = hooked("unless", variable, number, None)
            body(then)
            leave = emit("goto", None) if other else None
            code[jump] = ("unless", variable, number, len(code))
            body(other)
            if other:
                code[leave] = ("goto", len(code))
        elif kind == "loop":
            # A counted loop is its body so many times: between the rounds there is no place to switch.
            emit("hook")
            for _ in range(rest[0]):
                body(rest[1])
        elif kind == "section":
            hooked("lock", rest[0])
            body(rest[1])
            hooked("unlock", rest[0])
        elif kind == "try":
            jump = hooked("try", rest[0], None)
            body(rest[1])
            hooked("unlock", rest[0])
            code[jump] = ("try", rest[0], len(code))
        elif kind == "wait-until":
            emit("hook")
            top = emit("when", rest[1], None)
            hooked("wait", rest[0])
            emit("goto", top)
            code[top] = ("when", rest[1], len(code))
        elif kind == "print":
            hooked("print", name, rest[0])
        else:
            hooked(kind, *rest)

    emit("hook")  # the two declarations at the beginning of a thread's function
    emit("hook")
    body(statements)
    emit("end")
    return tuple(code)


class Thread:
    """pc, the locals, and what the thread waits for: nothing, ("lock", m), or ("signal", c)."""
    __slots__ = ("pc", "a", "b", "waits")

    def __init__(self, pc=0, a=0, b=0, waits=None):
        self.pc, self.a, self.b, self.waits = pc, a, b, waits

    def key(self):
        return self.pc, self.a, self.b, self.waits


class World:
    def __init__(self, threads, shared, owners, output):
        self.threads, self.shared, self.owners, self.output = threads, shared, owners, output

    def copy(self):
        return World([Thread(*t.key()) for t in self.threads], dict(self.shared), dict(self.owners), self.output)

    def key(self):
        return (tuple(t.key() for t in self.threads), tuple(sorted(self.shared.items())),
                tuple(sorted(self.owners.items())), self.output)

    def get(self, i, name):
        return self.shared[name] if name in self.shared else getattr(self.threads[i], name)

    def set(self, i, name, value):
        if name in self.shared:
            self.shared[name] = value
        else:
            setattr(self.threads[i], name, value)

    def touch(self, i, what):
        """Thread i does something to a mutex ("m", number) or a condition variable ("c", number)."""

    def take(self, i, mutex):
        self.owners[mutex] = i
        self.touch(i, ("m", mutex))

    def leave(self, i, mutex):
        self.owners[mutex] = None
        self.touch(i, ("m", mutex))

    def wake(self, k, condition):
        self.threads[k].waits = ("lock", condition)

    def sleepers(self, condition):
        return [k for k, thread in enumerate(self.threads) if thread.waits == ("signal", condition)]

    def expect_not(self, i, name, number):
        if self.get(i, name) == number:
            raise Failed


class Failed(Exception):
    pass


def run(world, i, code):
    """A step of thread i, from the hook or the lock where it stands: every world that this can lead to, and None
    for each way to a failed assertion."""
    thread = world.threads[i]
    if thread.waits:  # ("lock", m): it has become free
        world.take(i, thread.waits[1])
        thread.waits = None
    else:
        thread.pc += 1
    return proceed(world, i, code)


def proceed(world, i, code):
    """Runs thread i to its next hook, wait or end."""
    thread = world.threads[i]
    while True:
        operation, *rest = code[i][thread.pc]
        if operation in ("hook", "end"):
            return [world]
        thread.pc += 1
        if operation == "lock":
            if world.owners[rest[0]] is not None:
                thread.waits = ("lock", rest[0])
                return [world]
            world.take(i, rest[0])
        elif operation == "wait":
            world.leave(i, rest[0])
            world.touch(i, ("c", rest[0]))
            thread.waits = ("signal", rest[0])
            return [world]
        elif operation == "choose":
            return [w for value in range(rest[1]) for w in go_on(world, i, code, lambda w: w.set(i, rest[0], value))]
        elif operation == "signal":
            world.touch(i, ("c", rest[0]))
            sleepers = world.sleepers(rest[0])
            if sleepers:
                return [w for k in sleepers for w in go_on(world, i, code, lambda w: w.wake(k, rest[0]))]
        else:
            try:
                execute(world, i, operation, rest)
            except Failed:
                return [None]


def go_on(world, i, code, change):
    copy = world.copy()
    change(copy)
    return proceed(copy, i, code)


def execute(world, i, operation, rest):
    """An instruction that neither waits nor branches."""
    thread = world.threads[i]
    if operation == "read":
        world.set(i, rest[0], world.get(i, rest[1]))
    elif operation == "write":
        world.set(i, rest[0], world.get(i, rest[1]) + rest[2])
    elif operation == "add":
        world.set(i, rest[0], world.get(i, rest[0]) + rest[1])
    elif operation == "local":
        world.set(i, rest[0], world.get(i, rest[1]) * 2 + rest[2])
    elif operation == "print":
        world.output += f"{rest[0]}{world.get(i, rest[1])} "
    elif operation == "unless":
        if world.get(i, rest[0]) != rest[1]:
            thread.pc = rest[2]
    elif operation == "when":
        if world.get(i, rest[0]):
            thread.pc = rest[1]
    elif operation == "goto":
        thread.pc = rest[0]
    elif operation == "unlock":
        world.leave(i, rest[0])
    elif operation == "try":
        if world.owners[rest[0]] is None:
            world.take(i, rest[0])
        else:
            thread.pc = rest[1]
            world.touch(i, ("m", rest[0]))
    elif operation == "broadcast":
        world.touch(i, ("c", rest[0]))
        for k in world.sleepers(rest[0]):
            world.wake(k, rest[0])
    elif operation == "assert":
        world.expect_not(i, *rest)
    else:
        raise AssertionError(operation)


def can_run(world, i, code):
    thread = world.threads[i]
    if thread.waits:
        return thread.waits[0] == "lock" and world.owners[thread.waits[1]] is None
    return code[i][thread.pc][0] != "end"


def explore(threads, shared, most_states=20000):
    """(outcomes, kinds of bugs, interleavings), or None when there are too many states."""
    code = [compile_thread(statements, "xyz"[k]) for k, statements in enumerate(threads)]
    outcomes, kinds, ways = set(), set(), {}
    start = World([Thread() for _ in threads], dict.fromkeys(shared, 0), {0: None, 1: None}, "")

    def successors(world):
        found = []
        for i in range(len(threads)):
            if can_run(world, i, code):
                found += run(world.copy(), i, code)
        if None in found:
            kinds.add("assert")
        return found

    def end(world):
        if all(code[i][t.pc][0] == "end" and not t.waits for i, t in enumerate(world.threads)):
            values = " ".join(str(world.shared[name]) for name in shared)
            outcomes.add(f"{world.output}| {values}")
        else:
            kinds.add("deadlock")

    def count(world):
        key = world.key()
        if key in ways:
            if ways[key] is None:
                raise Cycle
            return ways[key]
        if len(ways) >= most_states:
            raise TooMany
        ways[key] = None
        nexts = successors(world)
        if not nexts:
            end(world)
        ways[key] = sum(1 if w is None else count(w) for w in nexts) or 1
        return ways[key]

    try:
        interleavings = count(start)
    except (TooMany, Cycle):
        return None
    return outcomes, kinds, interleavings


class TooMany(Exception):
    pass


class Cycle(Exception):
    pass
