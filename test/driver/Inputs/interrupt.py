"""interrupt.py SIGNAL COMMAND…: starts the command, waits until its child has explored for a moment, sends
the signal, and prints the exit code and how many processes are left of the child's process group."""
import os
import signal
import subprocess
import sys


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


def members(group):
    found = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found += int(fields[2]) == group and fields[0] not in "ZX"
    return found


number = getattr(signal, sys.argv[1])
signal.signal(signal.SIGINT, signal.SIG_DFL)
run = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
explorers = []
while run.poll() is None and not explorers:
    explorers = [child for root in children(run.pid) for child in children(root)]
roots = children(run.pid)
run.send_signal(number)
output, _ = run.communicate()
print(output, end="")
print("exit", run.returncode)
# A process that was killed may need a moment to be gone.
while any(members(root) for root in roots) and number == signal.SIGKILL:
    pass
print("left", sum(members(root) for root in roots))
