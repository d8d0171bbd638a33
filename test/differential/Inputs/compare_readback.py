"""compare_readback.py OMC SYSCALLS.DEF FOLDER [--all] [NAME…]: for each call whose effect can be read back (readback.py),
every search finds the same outcomes, and those that are expected. A call that omc does not model is named.

Also: each row of syscalls.def that a report never names has a case, or a reason to have none (WITHOUT_CASE).
--all adds more searches; NAMEs choose cases.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

from checked import outputs
from readback import CASES, source

SEARCHES = [
    ["--search", "exhaustive", "--engine", "rewind", "-j", "1"],
    ["--search", "pruned", "--engine", "rewind", "-j", "1"],
    ["--search", "pruned", "--engine", "fork", "-j", "1"],
    ["--search", "pruned", "--engine", "rewind", "-j", "2"],
]
MORE_SEARCHES = [
    ["--search", "exhaustive", "--engine", "fork", "-j", "2"],
    ["--search", "exhaustive", "--engine", "rewind", "-j", "1", "--every-statement"],
    ["--search", "pruned", "--engine", "rewind", "-j", "2", "--every-statement"],
    ["--search", "pruned", "--engine", "rewind", "-j", "1", "--granularity", "access"],
]
BUT_RACES = ["--check", "deadlock,assert,crash,memory,livelock,misuse"]

# Rows of syscalls.def without a case, by reason.
WITHOUT_CASE = {
    "it only reads": "stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getcwd getdents "
                     "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr pread64 preadv readahead fadvise64 getsockname getpeername "
                     "getsockopt sched_get_priority_max sched_get_priority_min sched_rr_get_interval getcpu clock_getres getpgid getuid geteuid "
                     "getgid getegid getresuid getresgid getgroups capget getrusage uname sysinfo get_robust_list "
                     "gettimeofday time times getxattrat listxattrat statmount listmount lsm_get_self_attr lsm_list_modules",
    "it waits, and its effect is that of another call": "poll ppoll select pselect6 epoll_pwait epoll_pwait2 futex sched_yield rt_sigsuspend pause",
    "it is the same for every thread, or belongs to the C library": "mlock mlock2 munlock mlockall munlockall membarrier set_robust_list rseq arch_prctl "
                                                                    "sigaltstack rt_sigreturn restart_syscall clone3 exit_group",
    "it has no effect, as nothing reaches the disk": "sync",
    "it is refused, as by an older kernel": "cachestat fchmodat2",
    "an id that changes makes the run INCOMPLETE (check/threads/credentials.c)": "setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid "
                                                                                 "setgroups",
    "a thread sends it as it sends the others": "rt_tgsigqueueinfo",
}


def check_coverage(table):
    rows = re.findall(r"^(?:SYSCALL|PASSED)\((\w+),(.*?)\)$", open(table, encoding="utf-8").read(), re.M | re.S)
    assert len(rows) > 300, f"only {len(rows)} rows in {table}"
    unnamed = {name for name, rest in rows if re.search(r"\bnever,\s*\"\"$", rest)}
    covered = {call for case in CASES for call in case.calls}
    excused = {call for calls in WITHOUT_CASE.values() for call in calls.split()}
    names = {name for name, _ in rows}
    for name in sorted(unnamed - covered - excused):
        print(f"{name}: a report never names it, and nothing reads its effect back: add a case to readback.py", file=sys.stderr)
    for name in sorted(excused - names | excused & covered):
        print(f"{name}: WITHOUT_CASE names it, and it has a case or no row", file=sys.stderr)
    return len(unnamed - covered - excused) + len(excused - names | excused & covered)


def check(omc, program, case, folder, options):
    sync = [] if "--granularity" in options else ["--granularity", "sync"]  # the cases may race
    return outputs(omc, ["--all", *BUT_RACES, *sync, *options], [program, case.name, folder])


def compare(omc, program, case, folder, searches):
    """What is wrong with a case, as lines."""
    if case.expected is None:
        found = check(omc, program, case, folder, ["--strict"])
        return [] if isinstance(found, str) and "not modelled" in found else [f"it is not named: {found}"]
    found = [(options, check(omc, program, case, folder, options)) for options in searches]
    wrong = [f"{' '.join(options)}: {outcomes}" for options, outcomes in found if outcomes != case.expected]
    if wrong:
        wrong.insert(0, f"expected {case.expected}")
    strict = check(omc, program, case, folder, ["--strict", "--search", "pruned"])
    return wrong + ([f"with --strict: {strict}"] if strict != case.expected and not wrong else [])


def main():
    arguments = [word for word in sys.argv[1:] if word != "--all"]
    omc, table, folder, *names = arguments
    searches = SEARCHES + (MORE_SEARCHES if "--all" in sys.argv else [])
    failures = check_coverage(table)
    cases = [case for case in CASES if not names or case.name in names]
    for name in "ab":
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(name * 100)
    os.makedirs(f"{folder}/none", exist_ok=True)
    program = f"{folder}/readback"
    with open(program + ".c", "w", encoding="utf-8") as file:
        file.write(source(cases))
    subprocess.run([omc, "cc", "clang-19", "-g", "-O1", "-pthread", "-w", program + ".c", "-o", program], check=True)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for case, wrong in zip(cases, pool.map(lambda case: compare(omc, program, case, folder, searches), cases)):
            failures += bool(wrong)
            for line in wrong:
                print(f"{case.name}: {line}", file=sys.stderr)
    print(f"{len(cases)} cases, {sum(case.expected is None for case in cases)} of them named, {failures} differences")
    sys.exit(bool(failures))


main()
