"""An independent account of data races: every execution of a program of programs.py, one after the other, with vector
clocks. Two accesses race when neither happens before the other. All operations on one mutex or condition variable
are ordered as they come, because they are sequentially consistent.
"""
from simulator import Thread, World, can_run, compile_thread, run


class Clocked(World):
    """A world in which it is known who knows of what."""

    def __init__(self, threads, shared, owners, output):
        super().__init__(threads, shared, owners, output)
        n = len(threads)
        self.clocks = [[int(i == k) for k in range(n)] for i in range(n)]
        self.objects = {}   # clock of each mutex and condition variable
        self.accesses = {}  # of each variable: (thread, its time, writes)
        self.raced = False

    def copy(self):
        other = Clocked([Thread(*t.key()) for t in self.threads], dict(self.shared), dict(self.owners), self.output)
        other.clocks = [list(clock) for clock in self.clocks]
        other.objects, other.accesses, other.raced = dict(self.objects), dict(self.accesses), self.raced
        return other

    def get(self, i, name):
        if name in self.shared:
            self.access(i, name, False)
        return super().get(i, name)

    def set(self, i, name, value):
        if name in self.shared:
            self.access(i, name, True)
        super().set(i, name, value)

    def access(self, i, name, writes):
        earlier = self.accesses.get(name, ())
        for other, time, wrote in earlier:
            if other != i and (writes or wrote) and time > self.clocks[i][other]:
                self.raced = True
        self.accesses[name] = earlier + ((i, self.clocks[i][i], writes),)

    def touch(self, i, what):
        self.learn(i, what)
        self.objects[what] = tuple(self.clocks[i])
        self.clocks[i][i] += 1

    def learn(self, i, what):
        if what in self.objects:
            self.clocks[i] = [max(a, b) for a, b in zip(self.clocks[i], self.objects[what])]

    def wake(self, k, condition):
        super().wake(k, condition)
        self.learn(k, ("c", condition))

    def expect_not(self, i, name, number):
        self.get(i, name)  # assertions are not looked at


def has_race(threads, shared, most=4000):
    """Whether some execution has a data race; None when there are too many to say."""
    code = [compile_thread(statements, "xyz"[k]) for k, statements in enumerate(threads)]
    start = Clocked([Thread() for _ in threads], dict.fromkeys(shared, 0), {0: None, 1: None}, "")
    stack, steps = [start], 0
    while stack:
        world = stack.pop()
        if world.raced:
            return True
        for i in range(len(threads)):
            if not can_run(world, i, code):
                continue
            steps += 1
            if steps > most:
                return None
            stack += run(world.copy(), i, code)
    return False
