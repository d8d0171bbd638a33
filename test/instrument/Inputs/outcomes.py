"""outcomes.py OMC NAIVE FEW [ARGS…]: both programs have the same outcomes, and FEW calls fewer hooks."""
import json
import subprocess
import sys

omc, naive_program, few_program, *arguments = sys.argv[1:]


def explore(program):
    command = [omc, "check", "--granularity", "statement", "--check", "deadlock", "-q", "-o", "-", "--json", "-", "--", program, *arguments]
    out = subprocess.run(command, stdout=subprocess.PIPE, timeout=200, check=True).stdout
    run = json.loads(out)
    assert run["complete"], run["verdict"]
    return {(outcome["stdout"], outcome["exit"]) for outcome in run["outcomes"]}, run["stats"]["hooks"]


(naive, all_hooks), (few, some_hooks) = map(explore, (naive_program, few_program))
print(sorted(naive), all_hooks, some_hooks)
assert len(naive) > 3
assert naive == few, naive ^ few
assert some_hooks < all_hooks
