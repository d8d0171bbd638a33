"""until.py TEXT COMMAND…: runs the command, and interrupts it once its stderr has a line with TEXT. Prints what it wrote to
stdout, and its exit code."""
import signal
import subprocess
import sys

text, command = sys.argv[1], sys.argv[2:]
# lit starts tests with SIGINT ignored, which a child would inherit.
process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for line in process.stderr:
    if text in line:
        process.send_signal(signal.SIGINT)
        break
out, _ = process.communicate()
print(out + f"exit {process.returncode}")
