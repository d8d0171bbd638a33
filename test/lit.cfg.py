"""How lit runs omc's tests: a test is a program or a .test script whose RUN lines say what to do.

Substitutions besides lit's own (%s, %t, %S, %T, …):
  %omc %omc-cc %omc-cxx          the omc under test and its compilers
  %clang %clangxx %clang-version the real ones
  %expect-exit N COMMAND         succeeds when COMMAND exits with exactly N; shows its output if not
  %python %source %build         an interpreter; the root of the source tree; that of the build
  %but-races                     for omc check: everything but data races, for programs that have some and are about
                                 something else
lit --param jobs=8: as many workers for each check that does not say how many, to see that no test depends on which comes first.
lit --param options=memory-model=c11: these options of omc check, for all tests.
REQUIRES: avx2 is for programs with such instructions, REQUIRES: root for those that only root can run,
REQUIRES: chromium for pages that a browser shows (Debian's package chromium, which test/run does not install).
FileCheck, not, count and split-file are found by their names. RUN lines are bash.
lit starts tests with SIGINT ignored: a test that sends it has to set it back to its default first.
"""
import os
import shutil

import lit.formats
import lit.util

config.name = "omc"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cpp", ".c", ".test"]
config.excludes = ["Inputs", "unit", "bench"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.omc_exec_root

# A test sees nothing of the caller's environment but what is said here: no OMC_*, no CFLAGS.
config.environment = {
    "PATH": os.pathsep.join([config.llvm_bin, "/usr/local/bin", "/usr/bin", "/bin"]),
    "HOME": os.environ.get("HOME", "/"),
    "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
    "LC_ALL": "C.UTF-8",
    "PYTHONPATH": os.path.join(config.test_source_root, "Inputs"),
    "PYTHONDONTWRITEBYTECODE": "1",  # the source tree stays as it is
}

if "jobs" in lit_config.params:
    config.environment["OMC_OPTIONS"] = f"jobs={lit_config.params['jobs']}"
if "options" in lit_config.params:
    config.environment["OMC_OPTIONS"] = lit_config.params["options"]

bin_dir, source = config.omc_bin, config.omc_source
expect_exit = os.path.join(config.test_source_root, "expect-exit")
# The order matters: the longer of two names that begin alike comes first.
for name, value in [
    ("omc-cc", f"{bin_dir}/omc-cc"),
    ("omc-cxx", f"{bin_dir}/omc-c++"),
    ("omc", f"{bin_dir}/omc"),
    ("clang-version", config.clang_version),
    ("clangxx", f"{config.llvm_bin}/clang++"),
    ("clang", f"{config.llvm_bin}/clang"),
    ("expect-exit", expect_exit),
    ("python", config.omc_python),
    ("source", source),
    ("build", os.path.dirname(bin_dir)),
]:
    quoted = "'%s'" % value if " " in value else value
    config.substitutions.append((rf"%{name}\b", quoted))

config.substitutions.append((r"%but-races\b", "--granularity sync --check deadlock,assert,crash,memory,livelock,misuse,undefined"))

with open("/proc/cpuinfo", encoding="utf-8") as cpuinfo:
    if " avx2 " in cpuinfo.read():
        config.available_features.add("avx2")

config.available_features |= {name for name in ("chromium",) if shutil.which(name)}

if os.geteuid() == 0:
    config.available_features.add("root")

# ctest ends a test that hangs; so does lit alone where it can.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 240
