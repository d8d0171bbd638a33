"""tutorial.py FILE.md: does what a reader of a tutorial does, in this folder, and compares what comes out.

A block ```cpp NAME is a file to write. In a block ```console, lines behind "$ " are commands; what follows is their output,
where a line "…" stands for any lines. Seconds, schedules, and numbers of states and executions
are not compared.
"""
import pathlib
import re
import subprocess
import sys


def normal(line):
    line = re.sub(r"\x1b\[[0-9;]*m", "", line).replace("(gdb) ", "")
    line = re.sub(r"-s '[0-9/* ]+'", "-s SCHEDULE", line)
    line = re.sub(r"\b[0-9,]+ (state|execution)s?\b", r"N \1s", line)
    return re.sub(r"\b[0-9.]+ s\b", "T s", line).rstrip()


def matches(expected, got):
    """Whether the lines are those expected, where … stands for any number of lines."""
    if not expected:
        return not got
    if expected[0] == "…":
        return any(matches(expected[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and expected[0] == got[0] and matches(expected[1:], got[1:])


def run(command, expected, failed):
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    got = [normal(line) for line in done.stdout.rstrip("\n").split("\n")] if done.stdout.strip() else []
    if matches([normal(line) for line in expected], got):
        return
    failed.append(command)
    print(f"$ {command}\n--- expected", *expected, "--- got", *got, sep="\n")


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    commands, failed = 0, []
    for kind, name, body in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.S | re.M):
        if kind == "text":
            continue  # not the same in each run
        if kind != "console":
            pathlib.Path(name).write_text(body, encoding="utf-8")
            continue
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.M):
            run(command, output.rstrip("\n").split("\n") if output.strip() else [], failed)
            commands += 1
    print(f"{commands} commands, {len(failed)} with other output")
    return 1 if failed or not commands else 0


sys.exit(main())
