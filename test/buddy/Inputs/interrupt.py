"""interrupt.py: SIGINT ends a long check as it ends any Python program, and no process is left."""
import os
import signal
import subprocess
import sys
import time

import omc_buddy


def count(name):
    def thread(s):
        for i in range(80):
            setattr(s, name, i)
    return thread


def main():
    if sys.argv[1:] == ["check"]:
        print("begins", flush=True)
        try:
            omc_buddy.check([count("a"), count("b")], {"a": 0, "b": 0}, search="exhaustive")
        except KeyboardInterrupt:
            print("interrupted")
        return
    # lit ignores SIGINT for what it starts.
    check = subprocess.Popen([sys.executable, __file__, "check"], stdout=subprocess.PIPE, text=True, process_group=0,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    assert check.stdout.readline() == "begins\n"
    while len(os.listdir(f"/proc/{check.pid}/task/{check.pid}")) == 0 or not children(check.pid):
        time.sleep(0.01)
    check.send_signal(signal.SIGINT)
    output, _ = check.communicate()
    assert output == "interrupted\n", output
    for _ in range(3000):
        if not group(check.pid):
            return print("nothing is left")
        time.sleep(0.01)
    sys.exit(f"still there: {group(check.pid)}")


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return file.read().split()


def group(number):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getpgid(int(pid)) == number:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    if file.read().rpartition(")")[2].split()[0] != "Z":
                        found.append(pid)
        except OSError:
            pass
    return found


main()
