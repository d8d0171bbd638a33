#!/usr/bin/env python3
"""layers.py [--graph] [ROOT]: every include points into its own room or a lower one, and files do not form cycles.

The rooms of each part, lowest first; rooms on one line stand side by side and include each other only by header.
--graph prints the figures: files, includes, upward includes, cycles, hubs. Exits 1 when a rule is broken.
"""
import collections
import pathlib
import re
import sys

LAYERS = {
    "runtime": ["include", "run", "platform", "world", "snapshot", "heap", "threads", "sharing", "races", "steps",
                "sync kernel libc", "report", "search", "entry", "atomic buddy"],
    "instrumenter": ["source pass atomic"],
    "driver": ["", "render", "launch", "debuginfo", "compile", "project", "explain", "verbs"],
}
# A main may use everything.
TOP_FILES = {"driver/main.cpp"}
# How many files may form a cycle, counted as modules: a header and the sources of the same name are one.
MOST_IN_A_CYCLE = 1
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)


def main():
    root = pathlib.Path(sys.argv[-1] if len(sys.argv) > 1 and not sys.argv[-1].startswith("--")
                        else pathlib.Path(__file__).resolve().parents[2])
    broken = []
    for part, layers in LAYERS.items():
        broken += check(root / part, part, layers, "--graph" in sys.argv)
    for line in broken:
        print(line)
    return 1 if broken else 0


def check(folder, part, layers, shows_graph):
    level = {room: i for i, line in enumerate(layers) for room in line.split() or [""]}
    files = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*"))
             if path.suffix in (".h", ".cpp", ".c", ".S", ".def")}
    room_of = {name: name.split("/")[0] if "/" in name else "" for name in files}
    includes = {name: [target for target in targets(files, path)] for name, path in files.items()}
    broken = [f"{part}/{name}: the folder '{room}' is no room: add it to LAYERS in {pathlib.Path(__file__).name}"
              for name, room in room_of.items() if room not in level and f"{part}/{name}" not in TOP_FILES]
    if broken:
        return broken
    upward = [(name, target) for name, found in includes.items() for target in found
              if f"{part}/{name}" not in TOP_FILES and level[room_of[target]] > level[room_of[name]]]
    broken += [f"{part}/{name}: includes {target}, and {room_of[target]} lies above {room_of[name]}" for name, target in upward]
    cycles = [c for c in components(modules(includes)) if len(c) > 1]
    broken += [f"{part}: a cycle of {len(c)} modules: {' '.join(sorted(c))}" for c in cycles if len(c) > MOST_IN_A_CYCLE]
    if shows_graph:
        show(part, includes, upward, cycles)
    return broken


def targets(files, path):
    """The files of the same part that a file includes, however the include is written."""
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for candidate in (name, f"include/{name}"):
            if candidate in files:
                yield candidate


def modules(includes):
    graph = collections.defaultdict(set)
    for name, found in includes.items():
        graph[module_of(name)] |= {module_of(target) for target in found} - {module_of(name)}
    return graph


def module_of(name):
    """A header and the sources of the same name are one; a table is one of its own."""
    return name if name.endswith(".def") else name.rsplit(".", 1)[0]


def components(graph):
    """Tarjan's strongly connected components."""
    index, low, stack, on_stack, result = {}, {}, [], set(), []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        for target in graph.get(node, ()):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in on_stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            component = []
            while True:
                component.append(stack.pop())
                on_stack.discard(component[-1])
                if component[-1] == node:
                    break
            result.append(component)

    sys.setrecursionlimit(10_000)
    for node in list(graph):
        if node not in index:
            visit(node)
    return result


def show(part, includes, upward, cycles):
    hubs = collections.Counter(target for found in includes.values() for target in found).most_common(5)
    print(f"{part}: {len(includes)} files, {sum(map(len, includes.values()))} includes, {len(upward)} upward; "
          f"largest cycle {max(map(len, cycles), default=1)} of {len(modules(includes))} modules; "
          f"hubs {', '.join(f'{name} {n}' for name, n in hubs)}")


if __name__ == "__main__":
    sys.exit(main())
