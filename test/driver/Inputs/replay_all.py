"""replay_all.py REPORT OMC: runs each replay command of a report, and says whether it shows the bug that stands before it."""
import re
import shlex
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = file.read()
first = None
for line in report.splitlines():
    if re.search(r"error: .*\[omc-[a-z-]+\]$", line):
        first = line
    if line.startswith("  replay: omc ") and first:
        command = [sys.argv[2], *shlex.split(line)[2:]]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        kind = re.search(r"\[omc-([a-z-]+)\]$", first)[1]
        shown = done.returncode == 1 and done.stdout.splitlines()[0] == first
        print(f"{kind}: as printed" if shown else f"{kind}: exit {done.returncode}: {done.stdout[:300]}")
        first = None
