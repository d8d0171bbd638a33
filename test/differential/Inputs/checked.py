"""What `omc check` says of a program, as run.json tells it."""
import json
import subprocess
import sys


def checked(omc, options, program, *words):
    command = [omc, "check", "-o", "-", "--json", "-", *options, program, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        run = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"no JSON from {' '.join(command)}: {done.stderr}")
    if not run["complete"] and ("--all" in options or not run["bugs"]):
        sys.exit(f"not complete: {' '.join(command)}: {done.stderr}")
    return run
