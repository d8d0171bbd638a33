"""compare_tsan.py OMC CLANG++ FOLDER [--runs N] SOURCE…

Each SOURCE is a program of many cases, as in test/check/race: alone it lists them, with a name and `clean` or `broken`
it runs one. Each is run N times with ThreadSanitizer, until that reports something, and checked by omc. What
ThreadSanitizer finds, omc must find; of what omc calls clean, ThreadSanitizer must not report anything. The table tells
for each case in which run it was found, and the last lines how many are found by omc alone.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

from checked import checked

LONGEST = 20  # seconds; a broken program may wait for ever
TSAN_OPTIONS = ("exitcode=66:halt_on_error=1:report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:"
                "report_signal_unsafe=0")

# Where ThreadSanitizer reports something that is no race, with the reason.
FALSE_ALARMS = {
    "published_by_fence clean": "it does not know fences",
    "fence_acquire clean": "it does not know fences",
    "fence_release clean": "it does not know fences",
    "counted_fence_acquire clean": "it does not know fences",
    "counted_fence_release clean": "it does not know fences",
    "signal_fence clean": "it does not know fences",
    "shared_exception clean": "it does not see how libstdc++ counts references to an exception",
    "ready_at_thread_exit clean": "it does not see libstdc++ make a future ready at the end of a thread",
    "atomic_shared_ptr clean": "libstdc++ 12 leaves a lock of its own with a relaxed operation",
}
# Where omc finds nothing although there is a race, with the reason.
OUT_OF_SIGHT = {
    "peterson_needs_seq_cst broken": "in omc a load reads the latest store",
    "store_buffering broken": "in omc a load reads the latest store",
}

Found = collections.namedtuple("Found", "case tsan omc")  # the run that reported, or None; the kinds of bugs


def read_arguments():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("omc")
    parser.add_argument("clangxx")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("sources", nargs="+")
    return parser.parse_args()


def build(command, source, program):
    subprocess.run([*command, "-std=c++20", "-O1", "-g", "-pthread", source, "-o", program], check=True)


def reports(program, *words):
    """Whether ThreadSanitizer says something of one run."""
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, timeout=LONGEST,
                              env={**os.environ, "TSAN_OPTIONS": TSAN_OPTIONS})
    except subprocess.TimeoutExpired:
        return False
    if "FATAL: ThreadSanitizer" in done.stderr:
        sys.exit(f"{program}: {done.stderr}")
    return bool(re.search(r"WARNING: ThreadSanitizer: (data race|heap-use-after-free|race on)", done.stderr))


def find(arguments, name, words):
    """What both say of one case of the program `name`."""
    runs = range(1, arguments.runs + 1)
    first = next((run for run in runs if reports(f"{name}.tsan", *words)), None)
    run = checked(arguments.omc, ["-j", "1", "--check", "data-race,memory"], f"{name}.omc", *words)
    return Found(" ".join(words), first, sorted({bug["kind"] for bug in run["bugs"]}))


def judge(found):
    """A word for how the two compare, and whether that is as it must be."""
    is_broken = found.case.endswith(" broken")
    if found.omc and not is_broken:
        return "false alarm of omc", False
    if is_broken and not found.omc:
        reason = OUT_OF_SIGHT.get(found.case)
        return (f"not found: {reason}", True) if reason else ("not found by omc", False)
    if found.tsan and not is_broken:
        reason = FALSE_ALARMS.get(found.case)
        return (f"false alarm of TSan: {reason}", True) if reason else ("reported by TSan alone", False)
    return ("", True) if bool(found.tsan) == bool(found.omc) else ("missed by TSan", True)


def compare(arguments, source, pool):
    name = os.path.join(arguments.folder, os.path.splitext(os.path.basename(source))[0])
    builds = [pool.submit(build, [arguments.clangxx, "-fsanitize=thread"], source, f"{name}.tsan"),
              pool.submit(build, [arguments.omc, "cc", arguments.clangxx], source, f"{name}.omc")]
    for one in builds:
        one.result()
    cases = subprocess.run([f"{name}.tsan"], capture_output=True, text=True, check=True).stdout.split()
    words = [(case, how) for case in cases for how in ("clean", "broken")]
    return list(pool.map(lambda both: find(arguments, name, both), words))


def main():
    arguments = read_arguments()
    wrong, missed, races = 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source in arguments.sources:
            print(os.path.basename(source))
            for found in compare(arguments, source, pool):
                comment, fine = judge(found)
                tsan = f"run {found.tsan}" if found.tsan else "-"
                print(f"  {found.case:45} TSan {tsan:8} omc {','.join(found.omc) or '-':10} {comment}".rstrip(), flush=True)
                wrong += not fine
                races += bool(found.omc)
                missed += comment == "missed by TSan"
    print(f"{races} races are found by omc; TSan misses {missed} of them in {arguments.runs} runs each; {wrong} differences")
    sys.exit(bool(wrong))


main()
