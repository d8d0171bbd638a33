"""cases.py --omc OMC PROGRAM: every case that PROGRAM lists has no data race as it is, and one when broken; one
worker and four say the same."""
import json
import subprocess
import sys

omc, program = sys.argv[2], sys.argv[3]
wrong = []
for name in subprocess.run([program], capture_output=True, text=True, check=True).stdout.split():
    for how, expected in [("clean", []), ("broken", ["data-race"])]:
        for jobs in ["1", "4"]:
            command = [omc, "check", "-o", "-", "--json", "-", "-j", jobs, "--check", "data-race", program, name, how]
            done = subprocess.run(command, capture_output=True, text=True)
            run = json.loads(done.stdout)
            kinds = [bug["kind"] for bug in run["bugs"]]
            if kinds != expected or (not expected and run["verdict"] != "ok"):
                wrong.append(f"{name} {how} -j {jobs}: {run['verdict']} {[bug['message'] for bug in run['bugs']]} {done.stderr}")
            for bug in run["bugs"]:
                if len(bug["accesses"]) != 2 or not all(site and site["line"] for site in bug["sites"]):
                    wrong.append(f"{name} {how} -j {jobs}: {bug['accesses']} {bug['sites']}")
print("\n".join(wrong), file=sys.stderr)
sys.exit(bool(wrong))
