"""Programs of memory_model.py: as text, at random, and in C++.

One line a thread; instructions stand between semicolons:
    x = 1 release            store                      a = y acquire           load
    a = add x 1 relaxed      fetch_add                  a = swap x 1 acq_rel    exchange
    a = cas x 0 1 acq_rel acquire                       fence seq_cst
    if a == 1: x = 2 plain                              x = a relaxed           the value that was read
"""
import random
import re

from memory_model import ACQ_REL, ACQUIRE, Instr, PLAIN, RELAXED, RELEASE, SEQ_CST, registers_of, variables_of

ORDERS = {PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST}


def parse(lines):
    return [[parse_one(text.strip()) for text in line.split(";")] for line in lines]


def parse_one(text):
    when = None
    if found := re.match(r"if (\w+) == (\d+): (.*)", text):
        when, text = (found[1], int(found[2])), found[3]
    words = text.split()
    if words[0] == "fence":
        return Instr("fence", None, words[1], when=when)
    target, words = words[0], words[2:]
    if words[0] in ("add", "swap"):
        return Instr(words[0], words[1], words[3], target, value(words[2]), when=when)
    if words[0] == "cas":
        return Instr("cas", words[1], words[4], target, value(words[3]), int(words[2]), words[5], when)
    assert words[1] in ORDERS, text
    if words[0].isdigit() or words[0][0] not in "xyz":
        return Instr("store", target, words[1], None, value(words[0]), when=when)
    return Instr("load", words[0], words[1], target, when=when)


def value(word):
    return int(word) if word.isdigit() else word


def show(program):
    return "\n".join("; ".join(show_one(i) for i in thread) for thread in program)


def show_one(i):
    text = {"fence": f"fence {i.order}", "load": f"{i.reg} = {i.var} {i.order}", "store": f"{i.var} = {i.value} {i.order}",
            "cas": f"{i.reg} = cas {i.var} {i.expected} {i.value} {i.order} {i.failure}"}.get(
                i.kind, f"{i.reg} = {i.kind} {i.var} {i.value} {i.order}")
    return f"if {i.when[0]} == {i.when[1]}: {text}" if i.when else text


# ---- At random ----

# Which orders the loads, stores, updates and fences of a program have.
PROFILES = {
    "relaxed": ([RELAXED], [RELAXED], [RELAXED], []),
    "acquire and release": ([RELAXED, ACQUIRE], [RELAXED, RELEASE], [RELAXED, ACQUIRE, RELEASE, ACQ_REL], []),
    "fences": ([RELAXED, ACQUIRE], [RELAXED, RELEASE], [RELAXED, ACQ_REL], [ACQUIRE, RELEASE, ACQ_REL]),
    "seq_cst fences": ([RELAXED, ACQUIRE], [RELAXED, RELEASE], [RELAXED, ACQ_REL], [SEQ_CST]),
    "seq_cst accesses": ([RELAXED, ACQUIRE, SEQ_CST], [RELAXED, RELEASE, SEQ_CST], [RELAXED, SEQ_CST], []),
    "no relaxed": ([ACQUIRE, SEQ_CST], [RELEASE, SEQ_CST], [ACQ_REL, SEQ_CST], []),
    "all": ([RELAXED, ACQUIRE, SEQ_CST], [RELAXED, RELEASE, SEQ_CST], [RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST],
            [ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]),
}
MOST_READS, MOST_STORES = 6, 6


def random_program(seed, with_plain):
    rng = random.Random(seed)
    while True:
        program = attempt(rng, with_plain)
        reads = sum(i.reg is not None for thread in program for i in thread)
        stores = sum(i.kind in ("store", "add", "swap", "cas") for thread in program for i in thread)
        if 0 < reads <= MOST_READS and 0 < stores <= MOST_STORES and reads + stores <= 9:
            return program


def attempt(rng, with_plain):
    loads, stores, updates, fences = PROFILES[rng.choice(list(PROFILES))]
    variables = rng.choice(["xy", "xy", "xyz"])
    program, count, reads = [], 0, 0
    for _ in range(rng.choice([2, 3, 3])):
        thread, registers = [], []
        for _ in range(rng.randint(2, 4)):
            when = (rng.choice(registers), rng.choice([0, 1, 1, 2])) if registers and rng.random() < 0.15 else None
            if fences and rng.random() < 0.25:
                thread.append(Instr("fence", None, rng.choice(fences), when=when))
                continue
            var, kind = rng.choice(variables), rng.choices(["load", "store", "update"], [4, 4, 2])[0]
            is_plain = with_plain and var == variables[-1]
            count += 1
            if kind == "store":
                stored = rng.choice(registers) if registers and rng.random() < 0.1 else count
                thread.append(Instr("store", var, PLAIN if is_plain else rng.choice(stores), None, stored, when=when))
                continue
            register, reads = f"r{reads}", reads + 1
            registers.append(register)
            if kind == "load" or is_plain:
                thread.append(Instr("load", var, PLAIN if is_plain else rng.choice(loads), register, when=when))
            else:
                thread.append(random_update(rng, var, register, count, (updates, loads), when))
        program.append(thread)
    return program


def random_update(rng, var, register, count, orders, when):
    kind = rng.choice(["add", "swap", "cas", "cas"])
    if kind == "cas":
        return Instr("cas", var, rng.choice(orders[0]), register, count, rng.choice([0, 1, 2]), rng.choice(orders[1]), when)
    return Instr(kind, var, rng.choice(orders[0]), register, 10 if kind == "add" else count, when=when)


# ---- In C++ ----

HEAD = """#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

constexpr unsigned long none = 255;  // an instruction that was not executed
int given(unsigned long value) { return value == none ? 0 : static_cast<int>(value); }
"""


def source(programs):
    """A program whose first argument says which of these it runs; it prints registers and last values."""
    out = [HEAD]
    for number, program in enumerate(programs):
        out += translate(number, program)
    calls = " ".join(f"case {n}: return run{n}();" for n in range(len(programs)))
    out += ["int main(int, char** words) {", f"  switch (atoi(words[1])) {{ {calls} }}", "  return 2;", "}", ""]
    return "\n".join(out)


def translate(number, program):
    plain = {i.var for thread in program for i in thread if i.order == PLAIN}
    name = {v: f"{v}{number}" for v in variables_of(program)}
    out = [f"// Program {number}"]
    out += [f"{'int' if v in plain else 'std::atomic<int>'} {name[v]};" for v in name]
    for t, thread in enumerate(program):
        registers = [i.reg for i in thread if i.reg]
        out.append(f"void* thread{number}_{t}(void*) {{")
        out += [f"  unsigned long {r} = none;" for r in registers]
        out += [f"  {statement(i, name)}" for i in thread]
        packed = " | ".join(f"{r} << {8 * k}" for k, r in enumerate(registers)) or "0ul"
        out += [f"  return reinterpret_cast<void*>({packed});", "}"]
    out += [f"int run{number}() {{", f"  pthread_t threads[{len(program)}];", f"  void* results[{len(program)}];"]
    out += [f"  pthread_create(&threads[{t}], nullptr, thread{number}_{t}, nullptr);" for t in range(len(program))]
    out += [f"  pthread_join(threads[{t}], &results[{t}]);" for t in range(len(program))]
    values = [f"reinterpret_cast<unsigned long>(results[{t}]) >> {8 * k} & none"
              for t, thread in enumerate(program) for k, _ in enumerate(i for i in thread if i.reg)]
    values += [f"static_cast<unsigned long>({name[v] if v in plain else name[v] + '.load(std::memory_order_relaxed)'})" for v in name]
    form = " ".join(["%lu"] * len(values))
    return out + [f'  printf("{form}\\n", {", ".join(values)});', "  return 0;", "}", ""]


def statement(i, name):
    order, failure = (f"std::memory_order_{o}" for o in (i.order, i.failure))
    stored = f"given({i.value})" if isinstance(i.value, str) else f"{i.value}"
    text = {
        "fence": lambda: f"std::atomic_thread_fence({order});",
        "load": lambda: f"{i.reg} = {name[i.var]};" if i.order == PLAIN else f"{i.reg} = {name[i.var]}.load({order});",
        "store": lambda: f"{name[i.var]} = {stored};" if i.order == PLAIN else f"{name[i.var]}.store({stored}, {order});",
        "add": lambda: f"{i.reg} = {name[i.var]}.fetch_add({stored}, {order});",
        "swap": lambda: f"{i.reg} = {name[i.var]}.exchange({stored}, {order});",
        "cas": lambda: f"{{ int e = {i.expected}; {name[i.var]}.compare_exchange_strong(e, {stored}, {order}, {failure}); {i.reg} = e; }}",
    }[i.kind]()
    return f"if ({i.when[0]} == {i.when[1]}) {text}" if i.when else text


def printed(outcome):
    """What the program prints for an outcome of memory_model.py."""
    registers, last = outcome
    return " ".join(str(255 if v is None else v) for v in [*registers, *last])


def in_order(program):
    return registers_of(program) + variables_of(program)
