// Traces as text, and the beginning of following one.
// COVERS: driver/render/trace

#include <catch2/catch.hpp>

#include "render/trace.h"
#include "user_error.h"

using namespace omc::driver;

static Trace sample() {
  Trace trace;
  trace.kind = "deadlock";
  trace.message = "thread 1 waits\nfor \\ ever";
  trace.place = "bank.cpp:15:3";
  trace.binary = "/b/bank";
  trace.build = "gnu-3f";
  trace.replay_options = "--check deadlock ";
  trace.replay_target = "./bank 'a b'";
  trace.arguments = {"a b", "", "x: y"};
  trace.schedule = "0*4 1";
  trace.steps = {
      {4, 0, "bank.cpp:22:3", "start(a);"}, {5, 1, "-", ""}, {6, 1, "b.c:1:1", "x = 1; y = 2;"}};
  return trace;
}

TEST_CASE("a trace is read as it was written") {
  Trace trace = sample();
  std::string text = render_trace(trace);
  CHECK(llvm::StringRef(text).starts_with("omc trace 1\nbug: deadlock\n"));
  auto read = read_trace(text, "bug-1.trace");
  REQUIRE(static_cast<bool>(read));
  CHECK(read->message == trace.message);
  CHECK(read->arguments == trace.arguments);
  CHECK(read->schedule == "0*4 1");
  CHECK(read->replay_options == trace.replay_options);
  REQUIRE(read->steps.size() == 3);
  CHECK(read->steps[2].text == "x = 1; y = 2;");
  CHECK(read->steps[1].thread == 1);
  CHECK(render_trace(*read) == text);
}

static std::string error_of(const std::string& text) {
  auto trace = read_trace(text, "t.trace");
  return trace ? std::string() : llvm::toString(trace.takeError());
}

TEST_CASE("what is no trace, or one of another version, is refused") {
  CHECK_THAT(error_of("{}"), Catch::Contains("t.trace is not a trace of omc"));
  CHECK_THAT(error_of("omc trace 2\n"), Catch::Contains("another version: omc trace 2"));
  CHECK_THAT(error_of("omc trace 1\nbug: x\n"), Catch::Contains("names no schedule"));
  CHECK_THAT(error_of("omc trace 1\nsteps:\n x\n"), Catch::Contains("t.trace:3 is not a line"));
}
