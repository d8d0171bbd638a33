// The command line of omc check.
// COVERS: driver/verbs/check_arguments driver/render/formats

#include <cstdlib>

#include <catch2/catch.hpp>

#include "render/formats.h"
#include "user_error.h"
#include "verbs/check_arguments.h"

using namespace omc;
using namespace omc::driver;

namespace {

CheckArguments arguments_of(const Words& words) {
  auto arguments = read_check_arguments(words);
  if (!arguments) FAIL(llvm::toString(arguments.takeError()));
  return std::move(*arguments);
}

std::string error_of(const Words& words) {
  auto arguments = read_check_arguments(words);
  return arguments ? std::string() : llvm::toString(arguments.takeError());
}

Target target_of(const Words& words) {
  auto target = read_target(words);
  if (!target) FAIL(llvm::toString(target.takeError()));
  return *target;
}

}  // namespace

TEST_CASE("everything after the program is the program's") {
  CheckArguments arguments =
      arguments_of({"--all", "-j", "4", "./prog", "--time", "-v", "--", "x"});
  CHECK(arguments.search.values.all);
  CHECK(arguments.search.values.jobs == 4);
  CHECK(arguments.search.values.seconds == 0);
  CHECK(!arguments.verbose);
  CHECK(arguments.target.program == "./prog");
  CHECK(arguments.target.arguments == Words{"--time", "-v", "--", "x"});
}

TEST_CASE("two dashes end the options") {
  CheckArguments arguments = arguments_of({"-q", "--", "./prog", "-q"});
  CHECK(arguments.quiet);
  CHECK(arguments.target.program == "./prog");
  CHECK(arguments.target.arguments == Words{"-q"});
}

TEST_CASE("sources, flags, arguments") {
  Target target = target_of({"a.cpp", "b.c", "--", "-O2", "-DX=1", "--", "one", "--two"});
  CHECK(target.sources == Words{"a.cpp", "b.c"});
  CHECK(target.compiler_flags == Words{"-O2", "-DX=1"});
  CHECK(target.arguments == Words{"one", "--two"});
  CHECK(target_of({"a.cpp", "--", "--", "x"}).arguments == Words{"x"});
  CHECK(target_of({"a.cpp"}).compiler_flags.empty());
  CHECK(!target_of({"./a.out", "b.cpp"}).is_sources());
}

TEST_CASE("an option after the sources is a mistake") {
  auto target = read_target({"a.cpp", "--all"});
  REQUIRE(!target);
  CHECK_THAT(llvm::toString(target.takeError()), Catch::Contains("options go before the sources"));
}

TEST_CASE("flags become the runtime's options in order") {
  CheckArguments arguments =
      arguments_of({"--search=exhaustive", "--granularity", "statement", "-o", "-", "./p"});
  CHECK(arguments.search.for_runtime() == "search=exhaustive:granularity=statement");
  CHECK(arguments.output == "-");
}

TEST_CASE("OMC_OPTIONS comes first and flags win") {
  setenv("OMC_OPTIONS", "search=exhaustive:quiet=1:jobs=2", 1);
  CheckArguments arguments = arguments_of({"--search", "pruned", "./p"});
  CHECK(arguments.search.values.search == Search::pruned);
  CHECK(arguments.search.values.jobs == 2);
  CHECK(arguments.quiet);
  setenv("OMC_OPTIONS", "serach=pruned", 1);
  CHECK_THAT(error_of({"./p"}),
             Catch::Contains("OMC_OPTIONS") && Catch::Contains("did you mean search?"));
  unsetenv("OMC_OPTIONS");
}

TEST_CASE("mistakes are named with the nearest match") {
  CHECK(error_of({"--serach", "pruned", "./p"}) ==
        "unknown option --serach; did you mean --search?");
  CHECK_THAT(error_of({"--xyzzyqwerty", "./p"}), Catch::Contains("unknown option --xyzzyqwerty"));
  CHECK_THAT(error_of({"--search", "prunned", "./p"}), Catch::Contains("did you mean pruned?"));
  CHECK_THAT(error_of({"--expect", "deadlok", "./p"}), Catch::Contains("did you mean deadlock?"));
  CHECK_THAT(error_of({"--check", "assret", "./p"}), Catch::Contains("did you mean assert?"));
  CHECK_THAT(error_of({"--time", "soon", "./p"}), Catch::Contains("30s"));
  CHECK_THAT(error_of({"--format", "ml", "./p"}), Catch::Contains("unknown format"));
  CHECK_THAT(find_option("format")->help, Catch::Contains(format_names()));
  CHECK_THAT(error_of({"--color", "blue", "./p"}), Catch::Contains("auto|always|never"));
  CHECK_THAT(error_of({"--jobs"}), Catch::Contains("--jobs"));
  CHECK_THAT(error_of({}), Catch::Contains("no program"));
}

TEST_CASE("a variable that looks like one of omc's is named") {
  setenv("OMC_OPTION", "x", 1);
  std::string text = llvm::toString(check_environment());
  unsetenv("OMC_OPTION");
  CHECK(text == "unknown environment variable OMC_OPTION; did you mean OMC_OPTIONS?");
  CHECK(!check_environment());
}

TEST_CASE("every option of the table is a flag") {
  std::string help = arguments_of({"--help"}).help_text;
  for (size_t i = 0; i < option_row_count; i++)
    CHECK_THAT(help, Catch::Contains(std::string("--") + option_rows[i].key));
}
