"""Ends a search in several ways and looks for processes of it that are still there."""
import os
import signal
import subprocess
import sys

import processes

program = os.path.realpath(sys.argv[1])
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test runner may ignore it, and children inherit that


def alive():
    return processes.alive(program)


def parent(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])
    except OSError:
        return None


def wait_until(condition, what):
    processes.wait_until(condition, lambda: f"{what}: {alive()}")


def start():
    """A search that takes hours, once it is some levels deep."""
    search = subprocess.Popen([program, "count", "20", "20"], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: len(alive()) > 12, "the search does not begin")
    return search


subprocess.run([program, "strings", "abc", "123"], check=True, stdout=subprocess.DEVNULL)
assert not alive(), f"after a whole search: {alive()}"

for number in signal.SIGKILL, signal.SIGTERM, signal.SIGINT:
    search = start()
    search.send_signal(number)
    search.wait()
    wait_until(lambda: not alive(), f"after {number.name}")

# A thread of the program crashes: the search says so, and with it all ends. The process hit is three levels
# deep, where it waits for its children for hours.
search = start()
victim = search.pid
for _ in range(3):
    victim = next(pid for pid in alive() if parent(pid) == victim)
os.kill(victim, signal.SIGSEGV)
_, errors = search.communicate()
assert search.returncode == 2, search.returncode
assert errors == "one_page: error: a thread of the program ended: Segmentation fault\n", errors
assert not alive(), f"after a crash: {alive()}"
