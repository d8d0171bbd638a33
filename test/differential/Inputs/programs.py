"""Random small multithreaded programs, as trees: what a thread does, statement by statement.

A statement is a tuple whose first word says what it is. Shared variables are g0…, mutexes m0…, condition
variables c0…; condition variable i is used with mutex i alone, as POSIX asks. Each thread has the locals a and b
and, in loops, i. Sections are well nested, so no program misuses a mutex; but they may deadlock.

  ("read", local, shared)         ("write", shared, local, number)   shared = local + number
  ("add", shared, number)         ("local", local, local, number)    local = other * 2 + number
  ("choose", local, count)        ("print", local)
  ("if", condition, body, other)  ("loop", count, body)              condition: (variable, number), equal or not
  ("section", mutex, body)        ("try", mutex, body)
  ("wait", condition variable)    ("wait-until", condition variable, shared)     both inside the mutex's section
  ("signal", condition variable)  ("broadcast", condition variable)
  ("assert", variable, number)    the variable must not be the number
"""
import random

SHARED = ["g0", "g1"]
LOCALS = ["a", "b"]


def random_program(seed):
    """A list of threads, each a list of statements; the same for a seed on every machine."""
    source = random.Random(seed)
    threads = source.choice([2, 2, 3])
    most = 4 if threads == 2 else 2
    return [[random_statement(source, [], 2) for _ in range(source.randint(1, most))] for _ in range(threads)]


def random_condition(source):
    return source.choice(SHARED + LOCALS), source.randint(0, 2)


def random_body(source, held, depth):
    return [random_statement(source, held, depth - 1) for _ in range(source.randint(1, 2))]


def random_statement(source, held, depth):
    """`held` are the mutexes that are held around the statement, `depth` how deep it may nest."""
    kinds = ["read"] * 3 + ["write"] * 3 + ["add", "local", "print", "print", "choose", "assert", "signal", "broadcast"]
    if held:
        kinds += ["wait", "wait-until", "signal"]
    if depth:
        kinds += ["if", "if", "loop"] + ["section"] * 4 + ["try"]
    kind = source.choice(kinds)
    shared, local, number = source.choice(SHARED), source.choice(LOCALS), source.randint(0, 2)
    if kind == "read":
        return kind, local, shared
    if kind == "write":
        return kind, shared, local, number
    if kind == "add":
        return kind, shared, source.randint(1, 2)
    if kind == "local":
        return kind, local, source.choice(LOCALS), number
    if kind == "choose":
        return kind, local, 2
    if kind == "print":
        return kind, local
    if kind == "assert":
        return kind, source.choice(SHARED + LOCALS), source.randint(2, 4)
    if kind in ("signal", "broadcast"):
        return kind, source.randint(0, 1)
    if kind == "wait":
        return kind, held[-1]
    if kind == "wait-until":
        return kind, held[-1], shared
    if kind == "if":
        other = random_body(source, held, depth) if source.random() < 0.3 else []
        return kind, random_condition(source), random_body(source, held, depth), other
    if kind == "loop":
        return kind, 2, [random_statement(source, held, 0)]
    mutex = source.randint(0, 1)
    if mutex in held:
        return "print", local
    return kind, mutex, random_body(source, held + [mutex], depth)


# ---- As C ----


def c_statements(statements, indent):
    return "".join(c_statement(statement, indent) for statement in statements)


def c_block(head, body, indent):
    return f"{indent}{head} {{\n{c_statements(body, indent + '  ')}{indent}}}\n"


def c_statement(statement, indent):
    kind, *rest = statement
    if kind == "if":
        (variable, number), body, other = rest
        text = c_block(f"if ({variable} == {number})", body, indent)
        return text + c_block("else", other, indent) if other else text
    if kind == "loop":
        return c_block(f"for (int i = 0; i < {rest[0]}; i++)", rest[1], indent)
    if kind == "section":
        return (f"{indent}pthread_mutex_lock(&m{rest[0]});\n{c_statements(rest[1], indent)}"
                f"{indent}pthread_mutex_unlock(&m{rest[0]});\n")
    if kind == "try":
        inside = c_statements(rest[1], indent + "  ")
        return (f"{indent}if (pthread_mutex_trylock(&m{rest[0]}) == 0) {{\n{inside}"
                f"{indent}  pthread_mutex_unlock(&m{rest[0]});\n{indent}}}\n")
    if kind == "wait-until":
        return f"{indent}while (!{rest[1]})\n{indent}  pthread_cond_wait(&c{rest[0]}, &m{rest[0]});\n"
    plain = {
        "read": "{1} = {2};", "write": "{1} = {2} + {3};", "add": "{1} += {2};", "local": "{1} = {2} * 2 + {3};",
        "choose": "{1} = omc_choose({2});", "print": 'printf("%c%d ", name, {1});',
        "wait": "pthread_cond_wait(&c{1}, &m{1});", "signal": "pthread_cond_signal(&c{1});",
        "broadcast": "pthread_cond_broadcast(&c{1});", "assert": "omc_assert({1} != {2});",
    }
    return indent + plain[kind].format(*statement) + "\n"


def c_program(programs):
    """One source for many programs, so that one compilation does: the argument says which to run."""
    text = "#include <omc.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n"
    text += "".join(f"static int {name};\n" for name in SHARED)
    text += "".join(f"static pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER;\n"
                    f"static pthread_cond_t c{i} = PTHREAD_COND_INITIALIZER;\n" for i in range(2))
    for n, threads in enumerate(programs):
        for k, statements in enumerate(threads):
            text += (f"\nstatic void p{n}_{k}(void* unused) {{\n  const char name = '{'xyz'[k]}';\n"
                     f"  int a = 0, b = 0;\n{c_statements(statements, '  ')}}}\n")
    text += "\nint main(int argc, char** argv) {\n  int which = atoi(argv[argc - 1]);\n"
    for n, threads in enumerate(programs):
        names = ", ".join(f"p{n}_{k}" for k in range(len(threads)))
        text += (f"  if (which == {n}) {{\n    void (*threads[])(void*) = {{{names}}};\n"
                 f"    omc_run_threads({len(threads)}, threads, NULL);\n  }}\n")
    shown = ", ".join(SHARED)
    return text + f'  printf("| {" ".join("%d" for _ in SHARED)}", {shown});\n  return 0;\n}}\n'
