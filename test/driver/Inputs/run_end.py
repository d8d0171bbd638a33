"""How a run of omc ends when somebody ends it, or when nobody is left to read what it says.

run_end.py compile SIGNAL OMC   the signal comes while a source is compiled, to omc alone
run_end.py hangup OMC PROG      the terminal is closed while PROG is explored
run_end.py pipe OMC PROG        nobody reads stdout
run_end.py daemons OMC PROG     how many processes with PROG's mark are left
run_end.py leftovers OMC PROG   temporary folders after SIGKILL, and after the next run
"""
import os
import pty
import signal
import subprocess
import sys
import time

LIMIT = 60


def wait_until(condition):
    end = time.time() + LIMIT
    while not condition() and time.time() < end:
        time.sleep(0.01)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


def exit_of(process):
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        return "never"


def compile_ended(name, omc):
    """A source that is never complete: a pipe that nobody writes to."""
    number = getattr(signal, name)
    os.mkfifo("slow.h")
    with open("slow.cpp", "w", encoding="ascii") as file:
        file.write('#include "slow.h"\nint main() {}\n')
    run = subprocess.Popen([omc, "check", "-o", "-", "slow.cpp"], stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_until(lambda: children(run.pid))
    run.send_signal(number)
    code = exit_of(run)
    print("exit", code, "of", 128 + number)
    print(run.stderr.read(), end="")
    os.remove("slow.h")


def hangup(omc, program):
    main, side = pty.openpty()
    run = subprocess.Popen([omc, "check", "-o", "-", program], stdin=side, stdout=side, stderr=side, start_new_session=True)
    os.close(side)
    wait_until(lambda: any(children(child) for child in children(run.pid)))
    os.close(main)
    run.send_signal(signal.SIGHUP)
    print("exit", exit_of(run))


def pipe(omc, program):
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.Popen([omc, "check", "-o", "-", program], stdout=writer, stderr=subprocess.DEVNULL)
    os.close(writer)
    print("exit", exit_of(run))


def marked():
    found = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                found += f"RUN_END_MARK={os.getpid()}\0".encode() in file.read()
        except OSError:
            continue
    return found


def daemons(omc, program):
    mark = {**os.environ, "RUN_END_MARK": str(os.getpid())}
    subprocess.run([omc, "check", "-q", "-o", "-", program], env=mark, stdout=subprocess.DEVNULL, check=False, timeout=LIMIT)
    print("left", marked())


def leftovers(omc, program):
    os.mkdir("temporary")
    env = {**os.environ, "TMPDIR": os.path.abspath("temporary")}
    run = subprocess.Popen([omc, "check", "-o", "-", program + ".cpp"], env=env, stdout=subprocess.DEVNULL, start_new_session=True)
    wait_until(lambda: os.listdir("temporary"))
    run.kill()
    run.wait()
    print("left", len(os.listdir("temporary")))
    subprocess.run([omc, "check", "-q", "-o", "-", program], env=env, stdout=subprocess.DEVNULL, check=False, timeout=LIMIT)
    wait_until(lambda: not os.listdir("temporary"))
    print("then", len(os.listdir("temporary")))


signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
{"compile": compile_ended, "hangup": hangup, "pipe": pipe, "daemons": daemons, "leftovers": leftovers}[sys.argv[1]](*sys.argv[2:])
