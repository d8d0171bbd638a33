"""cases.py --omc OMC [--source SOURCE] [--check KINDS] PROGRAM: every case that PROGRAM lists has no data race as it is,
and one when broken, or a bug of another of the KINDS; one worker and four say the same. Where lines of SOURCE end in `// <- CASE`, the race is at two of them,
or twice at one."""
import argparse
import json
import re
import subprocess
import sys


def read_arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--omc", required=True)
    parser.add_argument("--source")
    parser.add_argument("--check", default="data-race")
    parser.add_argument("program")
    return parser.parse_args()


def marked_lines(source):
    """Of each case, the lines that the source announces."""
    lines = {}
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.search(r"// <- (\w+)$", line.rstrip())
            if mark:
                lines.setdefault(mark[1], []).append(number)
    return lines


def complaints(run, expected, lines):
    """What is wrong with a run of `omc check`, of which one bug of the `expected` kinds is."""
    kinds = [bug["kind"] for bug in run["bugs"]]
    if (len(kinds) != 1 or kinds[0] not in expected) if expected else (kinds or run["verdict"] != "ok"):
        return [f"{run['verdict']} {[bug['message'] for bug in run['bugs']]}"]
    found = []
    for bug in run["bugs"]:
        if bug["kind"] == "data-race" and len(bug["accesses"]) != 2 or not all(site and site["line"] for site in bug["sites"]):
            found.append(f"{bug['accesses']} {bug['sites']}")
        elif lines and any(site["line"] not in lines for site in bug["sites"]):
            found.append(f"at {[site['line'] for site in bug['sites']]} instead of {lines}: {bug['message']}")
    return found


def main():
    arguments = read_arguments()
    marks = marked_lines(arguments.source) if arguments.source else {}
    names = subprocess.run([arguments.program], capture_output=True, text=True, check=True).stdout.split()
    wrong = [f"a line is marked with {name}, which is no case" for name in marks if name not in names]
    for name in names:
        for how, expected in [("clean", []), ("broken", arguments.check.split(","))]:
            for jobs in ["1", "4"]:
                command = [arguments.omc, "check", "-o", "-", "--json", "-", "-j", jobs, "--check", arguments.check,
                           arguments.program, name, how]
                done = subprocess.run(command, capture_output=True, text=True)
                wrong += [f"{name} {how} -j {jobs}: {what} {done.stderr}"
                          for what in complaints(json.loads(done.stdout), expected, marks.get(name))]
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(bool(wrong))


main()
