"""A bug as text: a column for each thread, source lines, and the values that each step has changed."""
import linecache
import os
import re

MOST_STEPS = 200
WIDTH = int(os.environ.get("COLUMNS") or 100)


class Step:
    """`changes`: the values that it has changed, as text. `site` and `next`: (file, line, function, what) where the step began and where the thread stands then."""

    def __init__(self, thread, site, next_site, waits, changes):
        self.thread, self.site, self.next, self.waits, self.changes = thread, site, next_site, waits, changes

    @property
    def source(self):
        return linecache.getline(self.site[0], self.site[1]).strip() if self.site else ""


def read_site(text):
    parts = text.decode(errors="replace").split("\t")
    return (parts[0], int(parts[1]), parts[2], parts[3]) if len(parts) == 4 else None


def recorder(this, steps):
    """What the library calls after each step of a replay."""

    def values():
        this.store.reread()
        found = dict(this.store.values())
        if this.store.output():
            found["output"] = this.store.output()
        return found

    def on_step(pointer, _):
        step = pointer.contents
        site, now = read_site(step.site), values()
        changes = {name: value for name, value in now.items() if name not in before or before[name] != value}
        verb, _, name = site[3].partition(" ") if site else ("", "", "")
        if not changes and name in now:
            changes = {name: now[name]}
        changes = {name: short(value) for name, value in changes.items()}  # a lock is another one later
        before.clear()
        before.update(now)
        steps.append(Step(step.thread, site, read_site(step.next), step.waits.decode(errors="replace"), changes))
        return 0

    this.begin_again()
    before = values()
    return on_step


def text(result):
    lines = []
    for bug in result.bugs:
        lines += bug_lines(bug, result.names)
    counts = f"{result.states:,} states, {result.steps:,} steps, {result.executions:,} executions"
    if result.bugs:
        lines.append(f"omc_buddy: {len(result.bugs)} {'bug' if len(result.bugs) == 1 else 'bugs'} ({counts})")
    elif result.verdict == "ok":
        lines.append(f"omc_buddy: no bugs: all {result.states:,} states of {len(result.names)} threads ({counts}, "
                     f"{len(result.outcomes)} outcomes)")
    else:
        why = "a sample" if result.reason == "random" else result.reason
        lines.append(f"omc_buddy: INCOMPLETE: {why}, no bug so far ({counts})")
    return "\n".join(lines)


def place_of(bug):
    found = re.match(r"(\S+?):(\d+): ", bug.message)
    if found and os.path.exists(found[1]):
        bug.message = bug.message[found.end():]
        return f"{os.path.relpath(found[1])}:{found[2]}: "
    for step in reversed(bug.steps):
        if step.site:
            return f"{os.path.relpath(step.site[0])}:{step.site[1]}: "
    return ""


def bug_lines(bug, names):
    place = place_of(bug)
    lines = [f"{place}error: {bug.kind}: {bug.message} [omc-{bug.kind}]"]
    lines += columns(bug.steps, names)
    for thread, step in sorted({step.thread: step for step in bug.steps}.items()):
        if step.waits:
            where = f" at {os.path.basename(step.next[0])}:{step.next[1]}" if step.next else ""
            lines.append(f"  thread {thread} ({names[thread]}) waits{where} for {step.waits}")
    if bug.other:
        lines.append(f"  the same counter with another state: schedule=\"{bug.other}\"")
    lines.append(f"  replay: check(…, schedule=\"{bug.schedule}\")")
    return lines


def columns(steps, names):
    shown = steps[:MOST_STEPS]
    column = max(16, min(46, (WIDTH - 30) // max(1, len(names))))
    head = "".join(cut(f"thread {i} ({name})", column) for i, name in enumerate(names))
    lines = ["  " + (head + "values").rstrip()]
    previous = None
    for step in shown:
        if step.site and step.site[3] and previous == (step.thread, step.site[:2]):
            what = f"… {step.site[3]}"
        elif step.site:
            what = f"{step.site[1]:>3} {step.source}"
        else:
            what = "starts"
        previous = (step.thread, step.site[:2]) if step.site else None
        changes = ", ".join(f"{name} = {value}" for name, value in step.changes.items())
        if step.waits:
            changes = (changes + "  " if changes else "") + "blocks"
        row = "".join(cut(what if i == step.thread else "", column) for i in range(len(names)))
        lines.append("  " + (row + changes).rstrip())
    if len(steps) > MOST_STEPS:
        lines.append(f"  … {len(steps) - MOST_STEPS} more steps")
    return lines


def short(value):
    text_of_value = repr(value)
    return text_of_value if len(text_of_value) <= 40 else text_of_value[:37] + "…"


def cut(text_of_cell, width):
    return (text_of_cell if len(text_of_cell) < width else text_of_cell[:width - 2] + "…").ljust(width)
