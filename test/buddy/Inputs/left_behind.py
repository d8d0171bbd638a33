"""left_behind.py PROGRAM: kills a check in the middle; no process of it goes on."""
import os
import signal
import subprocess
import sys

from processes import alive, wait_until

program = os.path.realpath(sys.argv[1])
checker = subprocess.Popen([program, "--exhaustive", "count", "60", "60"], stdout=subprocess.DEVNULL)
wait_until(lambda: len(alive(program)) > 10, "there are not so many processes", checker.kill)
checker.send_signal(signal.SIGKILL)
checker.wait()
wait_until(lambda: not alive(program), lambda: f"still there: {alive(program)}")
