"""same_outcomes.py ONE_PAGE OMC PROGRAM STRING STRING: all searches find the outcomes of the one-page original."""
import json
import subprocess
import sys

page, omc, program, *strings = sys.argv[1:]
out = subprocess.run([page, "strings", *strings], check=True, capture_output=True, text=True).stdout
wanted = sorted(set(out.split()))
for search in "exhaustive", "pruned":
    options = ["-o", "-", "--json", "-", "--search", search, "--granularity", "statement"]
    command = [omc, "check", *options, program, *strings]
    run = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    found = sorted(outcome["stdout"] for outcome in run["outcomes"])
    if run["verdict"] != "ok" or found != wanted:
        sys.exit(f"{search} {strings}: {run['verdict']} {found} instead of {wanted}")
