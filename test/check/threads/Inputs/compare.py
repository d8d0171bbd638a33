"""compare.py MODEL --omc OMC --source FILE [EXPECTATIONS] -- [OPTIONS OF omc check] PROGRAM [ARGUMENTS]

Searches the model of that name in models.py, and checks the program with verdict.py: it must print exactly what the
model can print, and have a deadlock exactly where the model has one.
"""
import os
import subprocess
import sys

import models
from explorer import explore

outcomes, stuck = explore(*getattr(models, sys.argv[1])())
# A search that ends at a bug has not seen all outcomes.
expected = ["deadlock"] if stuck else ["ok", "--outcomes", " ".join(text or "." for text in outcomes)]
verdict = os.path.join(os.path.dirname(__file__), "..", "..", "Inputs", "verdict.py")
print(sys.argv[1], *expected)
sys.exit(subprocess.run([sys.executable, verdict, *expected, *sys.argv[2:]]).returncode)
