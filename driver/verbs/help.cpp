// The table of verbs with their help, and `omc`, `omc help [VERB|TOPIC]`, `omc --version`.
#include <fmt/format.h>

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"
#include "verbs/topics.h"
#include "verbs/verbs.h"
#include "version.h"

namespace omc::driver {
namespace {

constexpr const char* cc_help = R"(usage: omc cc COMPILER ARGS…
       omc-cc ARGS…, omc-c++ ARGS…

Compiles and links as COMPILER would, with the same outputs, depfiles and exit code, and makes
programs that omc check can explore. Without omc check, such a program behaves as usual.
omc-cc uses clang-19, omc-c++ uses clang++-19. They replace a COMPILER other than clang and gcc.

  --omc-print          write the instrumented source to stdout, compile nothing
  --omc-keep=DIR       keep the instrumented sources in DIR
  --omc-only=GLOB      instrument only files that match
  --omc-exclude=GLOB   do not instrument files that match
  --omc-naive          put a hook before every statement, even if no other thread could notice it
  --omc-mode=MODE      what the hooks are for: check (the default), atomic (each statement is a
                       critical section when the program runs), hook (an omc_hook of your own)
  --omc-off            compile without instrumentation

Environment: OMC_CC and OMC_CXX name the compilers, OMC_OFF=1 is --omc-off.
)";

constexpr const char* replay_help = R"(usage: omc replay -s SCHEDULE [--] PROG [ARGS…]
       omc replay -s SCHEDULE FILE.cpp… [-- CFLAGS…] [-- ARGS…]
       omc replay [--gdb] [--bug N] [--build] [RUN]

Runs one interleaving and shows it as a table, one column for each thread. A report gives SCHEDULE:
thread numbers in the order in which they take steps, with * for repetition, as in '0*4 1*2 2'.
RUN is a run in omc-out (a number, or latest: the default), the folder of a run, a run.json, or a
bug-N.trace, which is also followed in a program that has changed since. The program
that was checked is run, in the folder where it was checked; sources are compiled again only
with --build.

  -s, --schedule SCHEDULE   the steps to take
  --other SCHEDULE          compare with another schedule, for an order-race
  --loop SCHEDULE           the steps that a livelock repeats behind the schedule
  --show KIND[:N]           of several bugs in the schedule, show this one
  --bug N                   the Nth bug of RUN [1]
  --gdb                     step through it in gdb, forwards and back: omc next, back, goto N
  --build                   compile with the sources and flags that RUN names
  -v, --verbose             show every step, however many
  --granularity …           give this and other options as omc check had them
  --color auto|always|never
)";

constexpr const char* merge_help = R"(usage: omc merge [OPTIONS] RUN RUN…

Makes one run of several, as of the parts of a CI job: its verdict is the worst, its bugs are those
of all, and a statement is covered that ran in any. RUN is a number in omc-out, the folder of a run,
or a run.json. The new run is kept like others; omc report and omc replay --bug N know it.
Exit codes, of the worst run: 1 bug, 2 error, 3 incomplete, 4 nothing was checked, 0 no bugs.

  --min-coverage N     fail when fewer than N percent of the statements ran in some schedule
  --format LIST        the formats to write, as omc check has them
  --json FILE          also write run.json to FILE; - is stdout
  -o, --output DIR     the folder where the run is kept [omc-out]; - keeps none
  -q, --quiet          print only the verdict line
  -v, --verbose        show every bug
  --color auto|always|never
)";

constexpr const char* test_help = R"(usage: omc test [OPTIONS] PROG [FILTER…] [-- ARGS…]

Checks each case of a GoogleTest, Catch2, doctest or Boost.Test program by itself. Build PROG with
omc-c++; the test framework may be built as usual. A failing EXPECT or CHECK is a bug of kind exit.
FILTER is the name of a case, a pattern with * and ?, or a part of names. PROG also gets ARGS.
Cases that start no thread, death tests and disabled cases are skipped and counted.
Exit codes, of the worst case: 1 bug, 2 error, 3 incomplete, 4 nothing was checked, 0 no bugs.

  --list               only list the cases
  -j, --jobs N         explore N cases at once [cores]
  --time DURATION      at most so long for each case
  --format LIST        junit and other formats for the folder of the run, as omc check has them

Other options are those of omc check, for each case: omc help check lists them.
)";

constexpr const char* report_help = R"(usage: omc report [--format FORMAT] [RUN]

Shows a finished run again, on stdout. RUN is the number of a run in omc-out, the folder of a run,
or a run.json. Without RUN it is omc-out/latest.

  --format FORMAT      text, html, json, sarif, junit, github, gitlab, perfetto or dot [text]
  -v, --verbose        text: show every step and every outcome
  --color auto|always|never

sarif is SARIF 2.1.0, junit is JUnit XML, github prints annotations for Actions, gitlab is the
code quality report, perfetto opens in ui.perfetto.dev, dot is for Graphviz. omc check --format LIST
writes the same into the folder of the run.
)";

constexpr const char* instrument_help =
    R"(usage: omc instrument [-p BUILD] [-o DIR] [-j N] [-q] [REGEX…]

Writes instrumented copies of a project's sources and headers as one tree, with a
compile_commands.json that builds the copies. Reads compile_commands.json in BUILD; without -p, the
one in this folder, in its build/, or in a folder above. REGEX selects files by their path; without
one, all are selected.
A second run does only what has changed. Link the objects of the copies with omc-cc or omc-c++.
Exit codes: 0 every file was instrumented, 1 some were not (they are listed), 2 error.

  -p BUILD             the folder with compile_commands.json, or that file
  -o, --output DIR     where the copies go [omc-instrumented]
  -j, --jobs N         instrument N files in parallel [cores]
  -q, --quiet          print only errors
  --progress auto|bar|plain|none
)";

constexpr const char* doctor_help = R"(usage: omc doctor [PROG]

Shows what works on this machine: the compilers, the runtime library, what the kernel offers. With
PROG, shows which of its sources and libraries are instrumented.
)";

constexpr const char* help_help = R"(usage: omc help [VERB|TOPIC]

Shows the verbs, or more about a verb or a topic.
)";

constexpr Verb table[] = {
    {"check", "[OPTIONS] PROG [ARGS…] | FILE.cpp… [-- CFLAGS…] [-- ARGS…]",
     "explore every interleaving of a program's threads", check_verb, nullptr, true},
    {"test", "[OPTIONS] PROG [FILTER…] [-- ARGS…]", "check each case of a test program by itself",
     test_verb, test_help, true},
    {"cc", "COMPILER ARGS…", "compile or link through omc, as omc-cc and omc-c++ do", cc_verb,
     cc_help, false},
    {"replay", "RUN | -s SCHEDULE PROG [ARGS…]", "run one interleaving again, step by step",
     replay_verb, replay_help, false},
    {"report", "[--format FORMAT] [RUN]", "show a finished run again, also for other tools",
     report_verb, report_help, false},
    {"merge", "RUN RUN…", "several runs as one: the worst verdict, all bugs, coverage together",
     merge_verb, merge_help, false},
    {"instrument", "[-p BUILD] [-o DIR] [REGEX…]",
     "write instrumented copies of a project's sources", instrument_verb, instrument_help, false},
    {"doctor", "[PROG]", "show what works here, and what of PROG is instrumented", doctor_verb,
     doctor_help, false},
    {"help", "[VERB|TOPIC]", "show this, or more about a verb or a topic", help_verb, help_help,
     false},
};

llvm::Expected<int> print(llvm::StringRef text) {
  llvm::outs() << text;
  return exit_ok;
}

}  // namespace

llvm::ArrayRef<Verb> verbs() { return table; }

std::string version_line() {
  return fmt::format("omc {} (clang {})", version, LLVM_VERSION_STRING);
}

llvm::Expected<int> help_verb(const Words& words) {
  if (words.empty()) {
    llvm::outs() << fmt::format(
        "omc explores every interleaving of the threads of a C or C++ program.\n\n"
        "  omc-c++ -g foo.cpp -o foo      build it\n"
        "  omc check ./foo                check it; or in one go: omc check foo.cpp\n\n");
    for (const Verb& verb : verbs())
      llvm::outs() << fmt::format("  omc {:<10} {}\n", verb.name, verb.summary);
    std::string names;
    for (const Topic& topic : topics())
      names += (names.empty() ? "" : ", ") + std::string(topic.name);
    llvm::outs() << fmt::format(
        "\nomc help VERB shows more; so does omc help TOPIC: {}.\n"
        "--print-toolchain and --print-cmake name files that build a CMake project with omc.\n",
        names);
    return 0;
  }
  const std::string& name = words[0];
  std::string names;
  if (name == "check") return check_verb({"--help"});
  if (name == "help") return help_verb({});
  for (const Verb& verb : verbs()) {
    if (name == verb.name) return print(verb.help);
    names += std::string(verb.name) + "|";
  }
  for (const Topic& topic : topics()) {
    if (name == topic.name) return print(topic.text);
    names += std::string(topic.name) + "|";
  }
  std::string hint = nearest_hint(name, names.c_str(), "omc help ");
  return user_error(fmt::format("there is no help on '{}'", name),
                    hint.empty() ? "omc help lists verbs and topics" : hint);
}

}  // namespace omc::driver
