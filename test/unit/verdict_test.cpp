// The verdict of a run, and the forms in which it is given.
// COVERS: run/verdict driver/explain/outcome_report

#include <catch2/catch.hpp>

#include "fake_replay.h"
#include "run/verdict.h"

using namespace omc;
using namespace omc::driver;

TEST_CASE("the exit codes of the verdicts") {
  CHECK(exit_code_of(Verdict::ok) == 0);
  CHECK(exit_code_of(Verdict::bug) == 1);
  CHECK(exit_code_of(Verdict::error) == 2);
  CHECK(exit_code_of(Verdict::incomplete) == 3);
  CHECK(exit_code_of(Verdict::vacuous) == 4);
  CHECK(std::string(verdict_word(Verdict::vacuous)) == "vacuous");
  CHECK(std::string(verdict_opening(Verdict::vacuous)) == "omc: NOTHING CHECKED: ");
}

TEST_CASE("a bug counts before a cut search, and that before a vacuous one") {
  FakeReplay replay;
  Run& run = replay.run();
  CHECK(verdict_of(run, false, false) == Verdict::vacuous);
  CHECK(verdict_of(run, false, true) == Verdict::incomplete);
  CHECK(verdict_of(run, true, true) == Verdict::bug);
  run.stats.threads = 2;
  CHECK(verdict_of(run, false, false) == Verdict::vacuous);
  run.stats.has_sites = 1;
  CHECK(verdict_of(run, false, false) == Verdict::ok);
  run.stats.threads = 1;
  CHECK(verdict_of(run, false, false) == Verdict::vacuous);
}

TEST_CASE("hooks that the author of a program wrote count") {
  FakeReplay replay;
  Run& run = replay.run();
  run.stats.threads = 2;
  run.stats.hooks = 5;
  CHECK(verdict_of(run, false, false) == Verdict::ok);
}
