"""What `omc check` says of a program, as run.json tells it."""
import json
import subprocess
import sys


def run_of(omc, options, command):
    """The run as JSON, or what omc wrote instead."""
    done = subprocess.run([omc, "check", "-o", "-", "--json", "-", "--progress", "none", *options, *map(str, command)], capture_output=True, text=True,
                          check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"exit code {done.returncode}: {done.stderr}"


def checked(omc, options, program, *words):
    """The run, which must be complete or have found a bug."""
    run = run_of(omc, options, [program, *words])
    command = " ".join(map(str, [*options, program, *words]))
    if isinstance(run, str):
        sys.exit(f"no JSON: {command}: {run}")
    if not run["complete"] and ("--all" in options or not run["bugs"]):
        sys.exit(f"not complete: {command}: {run.get('reason')}")
    return run


def outputs(omc, options, command):
    """What the program can write, as a set; or the first bug, or why the search is not complete."""
    run = run_of(omc, options, command)
    if isinstance(run, str):
        return run
    if run["bugs"]:
        return f"{run['bugs'][0]['kind']}: {run['bugs'][0].get('message')}"
    return {outcome["stdout"] for outcome in run["outcomes"]} if run["complete"] else f"incomplete: {run.get('reason')}"
