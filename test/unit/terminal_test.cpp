// What is shown while a search runs, and how a terminal is asked for it.

#include "launch/terminal.h"

#include <catch2/catch.hpp>

using namespace omc;
using namespace omc::driver;

// COVERS: driver/launch/progress
TEST_CASE("the progress line counts states, or executions where there are none") {
  Stats stats{};
  stats.executions = 1234;
  stats.depth = 31;
  stats.threads = 3;
  stats.processes = 4;
  CHECK(progress_text(stats, 12.4, 52000.9) ==
        "1,234 executions, 52,000 steps/s, depth 31, 3 threads, 4 processes, 12 s");
  stats.states = 1'204'331;
  CHECK(progress_text(stats, 0.6, 0) ==
        "1,204,331 states, 0 steps/s, depth 31, 3 threads, 4 processes, 1 s");
}

// COVERS: driver/launch/terminal
TEST_CASE("a wish for colour or progress is followed wherever the output goes") {
  CHECK(text_style("always").color);
  CHECK_FALSE(text_style("never").color);
  CHECK(progress_kind("bar", true) == ProgressKind::bar);
  CHECK(progress_kind("plain", true) == ProgressKind::plain);
  CHECK(progress_kind("none", false) == ProgressKind::none);
  CHECK(progress_kind("auto", true) == ProgressKind::none);
}

// COVERS: driver/launch/terminal
TEST_CASE("COLUMNS is the width, within reason") {
  for (auto [text, width] : {std::pair{"80", 80u}, {"1", 60u}, {"100000", 200u}}) {
    setenv("COLUMNS", text, 1);
    CHECK(text_style("never").width == width);
  }
  setenv("COLUMNS", "wide", 1);
  CHECK(text_style("never").width == TextStyle{}.width);
  unsetenv("COLUMNS");
}
