"""left_behind.py OMC PROGRAM: ends a search in several ways and looks for processes of it that are still there."""
import os
import shutil
import signal
import subprocess
import sys
import time

omc, program = sys.argv[1], os.path.realpath(sys.argv[2])
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test runner may ignore it, and children inherit that
ENDLESS = ["--search", "exhaustive", "-o", "-", "-j", "4"]


def alive():
    """Processes that run the program; one that has ended has no executable any more."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe") == program:
                found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(condition, what):
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.01)
    for pid in alive():
        os.kill(pid, signal.SIGKILL)
    sys.exit(f"left_behind.py: {what}")


def start(engine):
    command = [omc, "check", *ENDLESS, "--engine", engine, program]
    search = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_until(lambda: len(alive()) >= (8 if engine == "fork" else 2), f"the search with {engine} does not begin")
    return search


def expect_gone(what):
    wait_until(lambda: not alive(), f"{what}: {alive()} are left")


for engine in "fork", "rewind":
    for number, code, word in (signal.SIGINT, 3, "interrupted"), (signal.SIGTERM, 3, "interrupted"), (signal.SIGKILL, -9, ""):
        search = start(engine)
        search.send_signal(number)
        out, _ = search.communicate()
        expect_gone(f"{number.name} with {engine}")
        if search.returncode != code or word not in out:
            sys.exit(f"{number.name} with {engine}: {search.returncode} {out}")
    # One of the search's own processes dies.
    search = start(engine)
    os.kill(alive()[-1], signal.SIGKILL)
    out, _ = search.communicate(timeout=30)
    expect_gone(f"death of a worker with {engine}")
    if search.returncode != 3 or "INCOMPLETE" not in out:
        sys.exit(f"death of a worker with {engine}: {search.returncode} {out}")
    # The program ends by a bug, deep in a search of many processes.
    done = subprocess.run([omc, "check", "-o", "-", "-j", "4", "--engine", engine, program, "fall"],
                          capture_output=True, text=True)
    if done.returncode != 1 or "[omc-assert]" not in done.stdout:
        sys.exit(f"abort with {engine}: {done.returncode} {done.stdout}{done.stderr}")
    expect_gone(f"abort with {engine}")

# `ulimit -u` does not hold for root, so somebody else has to run it.
setpriv = shutil.which("setpriv")
if os.geteuid() == 0 and setpriv:
    user = [setpriv, "--reuid", "54321", "--regid", "54321", "--clear-groups"]
    command = f"cd /; ulimit -u 12; exec {omc} check -o - --engine fork -j 4 {program}"
    if subprocess.run([*user, "test", "-x", program]).returncode == 0:
        done = subprocess.run([*user, "sh", "-c", command], capture_output=True, text=True, timeout=60)
        expect_gone("ulimit -u")
        if done.returncode != 3 or "process limit" not in done.stdout:
            sys.exit(f"ulimit -u: {done.returncode} {done.stdout}{done.stderr}")
