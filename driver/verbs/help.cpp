// `omc`, `omc help`, `omc help VERB`, `omc --version`.
#include <fmt/format.h>

#include "llvm/Config/llvm-config.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/verbs.h"
#include "version.h"

namespace omc::driver {
namespace {

constexpr Verb table[] = {
    {"check", "[OPTIONS] PROG [ARGS…] | FILE.cpp… [-- CFLAGS…] [-- ARGS…]",
     "explore every interleaving of a program's threads", check_verb},
    {"cc", "COMPILER ARGS…", "compile or link through omc; omc-cc and omc-c++ do the same",
     cc_verb},
    {"replay", "RUN.json | -s SCHEDULE PROG [ARGS…]", "run one interleaving again, step by step",
     replay_verb},
    {"instrument", "[-p BUILD] [-o DIR] [REGEX…]", "instrumented copies of a project's sources",
     instrument_verb},
    {"doctor", "[PROG]", "what works here; whether PROG is instrumented", doctor_verb},
    {"help", "[VERB]", "this, or more about a verb", help_verb},
};

constexpr const char* cc_help = R"(usage: omc cc COMPILER ARGS…
       omc-cc ARGS…, omc-c++ ARGS…

Compiles and links as COMPILER would (omc-cc is clang-19, omc-c++ is clang++-19), with the same
outputs, depfiles and exit code, and makes programs that omc check can explore. Run in any other way,
such a program behaves as ever. A compiler other than clang and gcc is replaced by clang-19 or clang++-19.

  --omc-print          write the instrumented source to stdout, compile nothing
  --omc-keep=DIR       keep the instrumented sources in DIR
  --omc-only=GLOB      instrument only files that match
  --omc-exclude=GLOB   do not instrument files that match
  --omc-naive          hooks also before statements that no other thread could notice
  --omc-off            compile without omc

Environment: OMC_CC and OMC_CXX name the compilers, OMC_OFF=1 is --omc-off.
)";

constexpr const char* replay_help = R"(usage: omc replay -s SCHEDULE [--] PROG [ARGS…]
       omc replay -s SCHEDULE FILE.cpp… [-- CFLAGS…] [-- ARGS…]
       omc replay RUN.json

Runs one interleaving and shows it as a table, one column for each thread. SCHEDULE is what a report says:
thread numbers in the order in which they take steps, with * for repetition, as in '0*4 1*2 2'. RUN.json
is what omc check left in omc-out; its first bug is replayed.

  -s, --schedule SCHEDULE   the steps to take
  -v, --verbose             show every step, however many
  --granularity …           and other options of omc check that the schedule was found with
  --color auto|always|never
)";

constexpr const char* instrument_help =
    R"(usage: omc instrument [-p BUILD] [-o DIR] [-j N] [-q] [--progress auto|bar|plain|none] [REGEX…]

Writes instrumented copies of the sources of a project, and of its headers, in the same tree, with a
compile_commands.json beside them that builds the copies. Reads compile_commands.json in BUILD; without -p,
the one in this folder, its build/ or those above. REGEX selects files by their path, all when there is none.
On a second run only what has changed is done. Objects that the copies compile to are linked with omc-cc or
omc-c++. Exit codes: 0 every file was instrumented, 1 some were not (they are named), 2 error.

  -p BUILD             the folder with compile_commands.json, or that file
  -o, --output DIR     where the copies go [omc-instrumented]
  -j, --jobs N         how many at once [cores]
  -q, --quiet          say nothing but errors
)";

constexpr const char* doctor_help = R"(usage: omc doctor [PROG]

Tells what works on this machine: the compilers, the runtime library, what the kernel offers. With PROG,
tells whether it was built through omc.
)";

}  // namespace

llvm::ArrayRef<Verb> verbs() { return table; }

std::string version_line() {
  return fmt::format("omc {} (clang {})", version, LLVM_VERSION_STRING);
}

llvm::Expected<int> help_verb(const Words& words) {
  if (words.empty()) {
    fmt::print(
        "omc explores every interleaving of the threads of a C or C++ program.\n\n"
        "  omc-c++ -g foo.cpp -o foo      build it\n"
        "  omc check ./foo                check it; or in one go: omc check foo.cpp\n\n");
    for (const Verb& verb : verbs()) fmt::print("  omc {:<10} {}\n", verb.name, verb.summary);
    fmt::print(
        "\nomc help VERB tells more; omc --version tells which omc this is; --print-toolchain and\n"
        "--print-cmake name files that put a whole CMake project through omc (docs/cmake.md).\n");
    return 0;
  }
  const std::string& name = words[0];
  if (name == "check") return check_verb({"--help"});
  for (auto [verb, text] : {std::pair{"cc", cc_help},
                            {"replay", replay_help},
                            {"instrument", instrument_help},
                            {"doctor", doctor_help}})
    if (name == verb) {
      fmt::print("{}", text);
      return 0;
    }
  if (name == "help") return help_verb({});
  return user_error(fmt::format("there is no help on '{}'", name), "omc help lists the verbs");
}

}  // namespace omc::driver
