"""left_behind.py OMC PROGRAM: ends a search in several ways and looks for processes of it that are still there."""
import os
import shutil
import signal
import subprocess
import sys

import processes

omc, program = sys.argv[1], os.path.realpath(sys.argv[2])
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test runner may ignore it, and children inherit that
ENDLESS = ["--search", "exhaustive", "-o", "-", "-j", "4"]


def alive():
    return processes.alive(program)


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return int(stat.read().rpartition(")")[2].split()[1])
    except FileNotFoundError:
        return 0


def a_worker():
    """A process of the search that another one has started. Numbers of processes wrap around, so the greatest need
    not be the youngest."""
    there = alive()
    return max((pid for pid in there if parent_of(pid) in there), default=0)


def wait_until(condition, what):
    def kill_all():
        for pid in alive():
            os.kill(pid, signal.SIGKILL)

    processes.wait_until(condition, f"left_behind.py: {what}", kill_all)


def start(engine, *words):
    command = [omc, "check", *ENDLESS, "--engine", engine, program, *words]
    search = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_until(lambda: len(alive()) >= (8 if engine == "fork" else 5), f"the search with {engine} does not begin")
    return search


def expect_gone(what):
    wait_until(lambda: not alive(), f"{what}: {alive()} are left")


def expect(what, search, code, word):
    """The search has ended with this code, said this, and left nothing behind."""
    out, _ = search.communicate()
    expect_gone(what)
    if search.returncode != code or word not in out:
        sys.exit(f"left_behind.py: {what}: {search.returncode} {out}")


def end_by_signals(engine):
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGKILL:
        killed = number == signal.SIGKILL
        search = start(engine)
        search.send_signal(number)
        expect(f"{number.name} with {engine}", search, -number if killed else 3, "" if killed else "interrupted")


def end_by_bug(engine):
    command = [omc, "check", "-o", "-", "-j", "4", "--check", "assert", "--engine", engine, program, "fall"]
    search = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    expect(f"abort with {engine}", search, 1, "[omc-assert]")


def lose_process():
    """In the fork engine the states that a process had left are lost with it, and so the search is incomplete."""
    search = start("fork")
    os.kill(a_worker() or max(alive()), signal.SIGKILL)
    expect("death of a process with fork", search, 3, "INCOMPLETE")


def lose_worker():
    """In the rewind engine somebody else does what a dead worker left undone: the verdict is as if it had lived."""
    command = [omc, "check", "-o", "-", "-j", "4", program, "20"]
    search = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_until(lambda: len(alive()) >= 5 or search.poll() is not None, "the search does not begin")
    worker = a_worker()
    if search.poll() is None and worker:
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it was faster
    expect("death of a worker", search, 0, "omc: no bugs")


def end_by_process_limit():
    """`ulimit -u` does not hold for root, so somebody else has to run it."""
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or not setpriv:
        return
    user = [setpriv, "--reuid", "54321", "--regid", "54321", "--clear-groups"]
    if subprocess.run([*user, "test", "-x", program, "-a", "-x", omc]).returncode != 0:
        return
    command = f"cd / && ulimit -u 12 && exec '{omc}' check -o - --search exhaustive --engine fork -j 4 '{program}'"
    search = subprocess.Popen([*user, "bash", "-c", command], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    expect("ulimit -u", search, 3, "process limit")


for engine in "fork", "rewind":
    end_by_signals(engine)
    end_by_bug(engine)
lose_process()
lose_worker()
end_by_process_limit()
