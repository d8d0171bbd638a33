"""deep.py WHOLE LESS HALF: compares the counts of three runs of deep.cpp."""
import json
import sys

whole, less, half = (json.load(open(path))["stats"] for path in sys.argv[1:])
for key in "states", "executions", "steps", "hooks":
    assert whole[key] == less[key], (key, whole[key], less[key])
assert whole["max_depth"] > 20000, whole["max_depth"]
ratio = whole["states"] / half["states"]
assert 1.9 < ratio < 2.1, f"twice the length has {ratio} times the states"
