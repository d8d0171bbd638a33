"""same_states.py OMC PROGRAM [ARGUMENTS]: both memory models explore the same states, executions and steps."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "differential" / "Inputs"))
from checked import checked  # noqa: E402

omc, program = sys.argv[1], sys.argv[2:]
for options in [["--search", "reduced"], ["--search", "pruned"], ["--search", "pruned", "--every-statement"], ["--search", "pruned", "--granularity", "access"]]:
    runs = [checked(omc, ["-j", "1", "--all", "--memory-model", model, *options], *program) for model in ("sc", "c11")]
    numbers = [[run["stats"][name] for name in ("states", "executions")] + [len(run["outcomes"])] for run in runs]
    print(*options, *numbers)
    if numbers[0] != numbers[1]:
        sys.exit(f"{' '.join(options)}: states, executions, outcomes: sc {numbers[0]}, c11 {numbers[1]}")
