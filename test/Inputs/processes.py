"""What tests need to know of the processes of a program. lit puts this folder on Python's path."""
import os
import sys
import time


def alive(program):
    """Processes that run the program; one that has ended has no executable any more."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe") == program:
                found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(condition, what, at_last=lambda: None):
    """Waits for the condition, and ends the test with `what` when it does not come, after `at_last`."""
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    at_last()
    sys.exit(what() if callable(what) else what)
