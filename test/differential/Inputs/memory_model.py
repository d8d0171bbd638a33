"""What C++20's memory orders allow, by the words of the standard ([intro.races], [atomics.order]), for small programs.

A program is a list of threads, each a list of Instr. An execution is a graph: what each load reads from (rf), the order
of the stores to each variable (mo). It is allowed when
  * sequenced-before and reads-from have no circle (no load buffering: omc's model, docs/design/weak-memory.md);
  * happens-before agrees with coherence, and updates follow directly what they read;
  * the seq_cst operations have a total order that agrees with happens-before and coherence (P0668R5).
Each relation is a list of bit sets: row a has bit b when a comes before b.
"""
import collections
import itertools

# kind: load store add swap cas fence; when: (register, value) or None; value: a number or a register
Instr = collections.namedtuple("Instr", "kind var order reg value expected failure when", defaults=[None] * 6)
Event = collections.namedtuple("Event", "thread kind var order read written source")
PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = "plain", "relaxed", "acquire", "release", "acq_rel", "seq_cst"
INITIAL = -1


def acquires(order):
    return order in (ACQUIRE, ACQ_REL, SEQ_CST)


def releases(order):
    return order in (RELEASE, ACQ_REL, SEQ_CST)


def variables_of(program):
    return sorted({i.var for thread in program for i in thread if i.var})


def registers_of(program):
    return [i.reg for thread in program for i in thread if i.reg]


# ---- Relations ----

def closure(rows):
    rows = list(rows)
    for k in range(len(rows)):
        for i, row in enumerate(rows):
            if row >> k & 1:
                rows[i] |= rows[k]
    return rows


def join(*relations):
    return [bits(rows) for rows in zip(*relations)]


def bits(rows):
    out = 0
    for row in rows:
        out |= row
    return out


def then(first, second):
    out = []
    for row in first:
        reached = 0
        while row:
            low = row & -row
            reached |= second[low.bit_length() - 1]
            row ^= low
        out.append(reached)
    return out


def has_circle(rows):
    return any(row >> i & 1 for i, row in enumerate(closure(rows)))


# ---- Graphs ----

def graphs(program):
    """Every way to read from stores, as (events by thread, registers); each once."""
    start = tuple(() for _ in program)
    seen, stack = {start}, [start]
    while stack:
        sources = stack.pop()
        threads, registers, next_of = replay(program, sources)
        if all(i is None for i in next_of):
            yield threads, registers
        for number, instr in enumerate(next_of):
            if instr is None:
                continue
            for source in stores_to(threads, instr):
                more = sources[:number] + (sources[number] + (source,),) + sources[number + 1:]
                if more not in seen:
                    seen.add(more)
                    stack.append(more)


def stores_to(threads, instr):
    """What the instruction may read from; one nothing if it does not read."""
    if instr.kind in ("store", "fence"):
        return [None]
    return [INITIAL] + [(t, i) for t, events in enumerate(threads) for i, e in enumerate(events)
                        if e.var == instr.var and e.written is not None]


def replay(program, sources):
    """The events of each thread, given what their first instructions read from; registers; each thread's next instruction."""
    threads, registers, done = [[] for _ in program], {}, [0] * len(program)
    values, place = {}, [0] * len(program)
    moved = True
    while moved:
        moved = False
        for t, thread in enumerate(program):
            while place[t] < len(thread):
                instr = thread[place[t]]
                if instr.when and registers.get(instr.when[0]) != instr.when[1]:
                    place[t] += 1
                    continue
                if done[t] == len(sources[t]):
                    break
                source = sources[t][done[t]]
                if source not in (None, INITIAL) and source not in values:
                    break
                event = perform(instr, t, source, values, registers)
                if event.written is not None:
                    values[t, len(threads[t])] = event.written
                threads[t].append(event)
                done[t] += 1
                place[t] += 1
                moved = True
    return threads, registers, [thread[place[t]] if place[t] < len(thread) else None for t, thread in enumerate(program)]


def perform(instr, thread, source, values, registers):
    read = None
    if instr.kind not in ("store", "fence"):
        read = 0 if source == INITIAL else values[source]
        registers[instr.reg] = read
    value = registers.get(instr.value, 0) if isinstance(instr.value, str) else instr.value
    order, written = instr.order, None
    if instr.kind in ("store", "swap"):
        written = value
    elif instr.kind == "add":
        written = read + value
    elif instr.kind == "cas" and read == instr.expected:
        written = value
    elif instr.kind == "cas":
        order = instr.failure
    kind = "fence" if instr.kind == "fence" else "load" if written is None else "store" if read is None else "update"
    return Event(thread, kind, instr.var, order, read, written, source)


class Graph:
    """Events with the initial stores first, and the relations that do not depend on modification order."""

    def __init__(self, threads, variables):
        self.events = [Event(INITIAL, "store", v, PLAIN, None, 0, None) for v in variables]
        self.initial = {v: i for i, v in enumerate(variables)}
        numbers = {}
        for t, events in enumerate(threads):
            for i, event in enumerate(events):
                numbers[t, i] = len(self.events)
                self.events.append(event)
        count = len(self.events)
        self.sb, self.rf, self.source = [0] * count, [0] * count, {}
        for a, x in enumerate(self.events):
            for b in range(a + 1, count):
                y = self.events[b]
                if x.thread == y.thread != INITIAL or x.thread == INITIAL != y.thread:
                    self.sb[a] |= 1 << b
        for b, y in enumerate(self.events):
            if y.source is not None:
                a = self.initial[y.var] if y.source == INITIAL else numbers[y.source]
                self.source[b] = a
                self.rf[a] |= 1 << b
        self.hb = closure(join(self.sb, self.synchronises()))

    def synchronises(self):
        sw = [0] * len(self.events)
        for b, read in enumerate(self.events):
            if read.source is None or read.order == PLAIN:
                continue
            to = self.fences(b, acquires, after=True) + [b] * acquires(read.order)
            head = self.source[b]
            while True:  # release sequences: a store, and the updates that follow it
                store = self.events[head]
                if store.thread != INITIAL and store.order != PLAIN:
                    for a in self.fences(head, releases, after=False) + [head] * releases(store.order):
                        sw[a] |= bits(1 << c for c in to if c != a)
                if store.kind != "update":
                    break
                head = self.source[head]
        return sw

    def fences(self, event, is_one, after):
        return [c for c, fence in enumerate(self.events) if fence.kind == "fence" and is_one(fence.order)
                and (self.sb[event] >> c & 1 if after else self.sb[c] >> event & 1)]

    def modification_orders(self, var):
        """Those in which updates follow directly what they read, and that agree with happens-before."""
        stores = [i for i, e in enumerate(self.events) if e.var == var and e.written is not None and i != self.initial[var]]
        for order in itertools.permutations(stores):
            order = (self.initial[var],) + order
            at = {store: i for i, store in enumerate(order)}
            if all(at[i] == at[self.source[i]] + 1 for i in order if self.events[i].kind == "update") and self.agrees(order, at):
                yield order

    def agrees(self, order, at):
        stood = [(w, at[w]) for w in order]
        stood += [(r, at[w]) for r, w in self.source.items() if w in at and self.events[r].kind == "load"]
        for a, x in stood:
            for b, y in stood:
                if self.hb[a] >> b & 1 and (y < x or (y == x and self.events[b].written is not None)):
                    return False
        return True

    def has_race(self):
        for a, x in enumerate(self.events):
            for b in range(a + 1, len(self.events)):
                y = self.events[b]
                if x.var and x.var == y.var and INITIAL not in (x.thread, y.thread) and x.thread != y.thread \
                        and PLAIN in (x.order, y.order) and (x.written is not None or y.written is not None) \
                        and not (self.hb[a] >> b & 1 or self.hb[b] >> a & 1):
                    return True
        return False

    def seq_cst_has_order(self, orders):
        """[atomics.order]/4: S agrees with happens-before and with coherence-ordered-before, also through fences."""
        count = len(self.events)
        ordered = [e.order == SEQ_CST for e in self.events]
        if not any(ordered):
            return True
        mo, rb = [0] * count, [0] * count
        for order in orders:
            for i, a in enumerate(order):
                mo[a] |= bits(1 << b for b in order[i + 1:])
        for read, store in self.source.items():
            rb[read] = mo[store] & ~(1 << read)
        eco = closure(join(self.rf, mo, rb))
        identity = [1 << i for i in range(count)]
        access = [1 << i if ordered[i] and e.kind != "fence" else 0 for i, e in enumerate(self.events)]
        fence = [1 << i if ordered[i] and e.kind == "fence" else 0 for i, e in enumerate(self.events)]
        hb_or_same = join(self.hb, identity)
        left, right = join(access, then(fence, hb_or_same)), join(access, then(hb_or_same, fence))
        return not has_circle(join(self.hb, then(then(left, eco), right)))


def outcomes(program):
    """The set of (registers, last values), and whether some execution has a data race."""
    variables, names = variables_of(program), registers_of(program)
    found, race = set(), False
    for threads, registers in graphs(program):
        graph = Graph(threads, variables)
        if any(row >> i & 1 for i, row in enumerate(graph.hb)):
            continue
        values = tuple(registers.get(name) for name in names)
        has_race = graph.has_race()
        for orders in itertools.product(*[list(graph.modification_orders(v)) for v in variables]):
            outcome = values, tuple(graph.events[order[-1]].written for order in orders)
            if (outcome not in found or has_race > race) and graph.seq_cst_has_order(orders):
                found.add(outcome)
                race |= has_race
    return found, race
