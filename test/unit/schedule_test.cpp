// The text of schedules, and schedules as a run keeps them.
// COVERS: run/schedule

#include <cstring>

#include <catch2/catch.hpp>

#include "fake_replay.h"
#include "launch/schedules.h"

using namespace omc;
using namespace omc::driver;

namespace {

Schedule parsed(const std::string& text) {
  auto schedule = read_schedule(text);
  if (!schedule) FAIL(llvm::toString(schedule.takeError()));
  return *schedule;
}

std::string error_of(const std::string& text) {
  auto schedule = read_schedule(text);
  return schedule ? std::string() : llvm::toString(schedule.takeError());
}

}  // namespace

TEST_CASE("equal choices in a row are written once") {
  CHECK(schedule_text(Schedule{}).empty());
  CHECK(schedule_text(Schedule{{0, 0}}) == "0");
  CHECK(schedule_text(Schedule{{0, 0}, {0, 0}, {1, 0}, {0, 0}}) == "0*2 1 0");
  CHECK(schedule_text(Schedule{{2, 3}, {2, 3}, {2, 0}}) == "2/3*2 2");
}

TEST_CASE("a schedule survives being written and read") {
  for (const char* text : {"", "0", "0*4 1 2/3*2", "4095/4095*3 0", "1 0 1 0", "7*100000"})
    CHECK(schedule_text(parsed(text)) == text);
  Schedule schedule = parsed("0*2 1/5");
  REQUIRE(schedule.size() == 3);
  CHECK(schedule[1] == Choice{0, 0});
  CHECK(schedule[2] == Choice{1, 5});
}

TEST_CASE("spaces, line ends and commas separate choices") {
  CHECK(schedule_text(parsed("  0*2,\t1\n2 ")) == "0*2 1 2");
  CHECK(schedule_text(parsed("0 0 0*2")) == "0*4");
}

TEST_CASE("a wrong schedule is reported where it is wrong") {
  CHECK_THAT(error_of("0*2 x 1"), Catch::Contains("wrong at 'x 1'"));
  CHECK_THAT(error_of("0*"), Catch::Contains("wrong at ''"));
  CHECK_THAT(error_of("0*0"), Catch::Contains("wrong at"));
  CHECK_THAT(error_of("0/"), Catch::Contains("wrong at"));
  CHECK_THAT(error_of("0*2*3"), Catch::Contains("wrong at '*3'"));
  CHECK_THAT(error_of("-1"), Catch::Contains("wrong at '-1'"));
  CHECK_THAT(error_of("4096"), Catch::Contains("wrong at"));
  CHECK_THAT(error_of("0/4096"), Catch::Contains("wrong at"));
  CHECK_THAT(error_of("0*99999999999999999999"), Catch::Contains("wrong at"));
  CHECK_THAT(error_of("0*1000000000 0*1000000000"), Catch::Contains("wrong at"));
}

TEST_CASE("a buffer that is too small is not overrun") {
  Stretch stretches[] = {{{0, 0}, 4}, {{12, 0}, 1}};
  char text[8];
  memset(text, '#', sizeof text);
  CHECK(format_schedule(stretches, 2, text, 5) == strlen("0*4 12"));
  CHECK(strlen(text) < 5);
  CHECK(text[5] == '#');
  Choice choices[2];
  CHECK(parse_schedule("0*3 1", choices, 1) == 4);
  CHECK(choices[1] == Choice{});
}

TEST_CASE("a run keeps the schedule of a replay") {
  FakeReplay replay;
  Run& run = replay.run();
  Schedule schedule = parsed("0*2 1/5");
  REQUIRE(store_schedule(run, schedule));
  REQUIRE(run.schedule_length == 3);
  CHECK(at<Choice>(run, run.schedule)[2] == Choice{1, 5});
  CHECK(!store_schedule(run, Schedule(16 << 20)));
  CHECK(schedule_of(run, 0, 3).empty());
}
