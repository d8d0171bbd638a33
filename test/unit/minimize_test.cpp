// The minimiser against oracles that know by themselves which schedules fail.
// COVERS: driver/explain/minimize

#include <catch2/catch.hpp>

#include "explain/minimize.h"

using namespace omc;
using namespace omc::driver;

namespace {

Schedule parsed(const char* text) {
  Schedule schedule(1000);
  schedule.resize(static_cast<size_t>(parse_schedule(text, schedule.data(), schedule.size())));
  return schedule;
}

std::string text_of(const Schedule& schedule) { return schedule_text(schedule); }

size_t steps_of(const Schedule& schedule, unsigned thread) {
  size_t n = 0;
  for (Choice choice : schedule) n += choice.thread == thread;
  return n;
}

// The order of the first steps of threads 1 and 2, which must not change, with all steps kept.
std::optional<Schedule> needs_one_before_two(const Schedule& schedule) {
  if (steps_of(schedule, 1) != 4 || steps_of(schedule, 2) != 4) return std::nullopt;
  for (Choice choice : schedule) {
    if (choice.thread == 1) return schedule;
    if (choice.thread == 2) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("blocks are joined while the bug stays") {
  Schedule best = minimize(parsed("0 1 2 1 2 1 2 1 2"), needs_one_before_two);
  CHECK(count_switches(best) == 1);
  CHECK(text_of(best) == "1*4 2*4");
}

TEST_CASE("what the bug does not need is left out") {
  auto oracle = [](const Schedule& schedule) -> std::optional<Schedule> {
    if (steps_of(schedule, 2) < 2) return std::nullopt;
    return schedule;
  };
  CHECK(text_of(minimize(parsed("0*3 1 2 1 2 0 1"), oracle)) == "2*2");
}

TEST_CASE("a schedule that cannot be improved stays") {
  auto never = [](const Schedule&) -> std::optional<Schedule> { return std::nullopt; };
  CHECK(text_of(minimize(parsed("0 1 0 1"), never)) == "0 1 0 1");
}

TEST_CASE("a replay that comes out worse does not count") {
  auto worse = [](const Schedule&) -> std::optional<Schedule> { return parsed("0 1 0 1 0 1 0 1"); };
  CHECK(text_of(minimize(parsed("0 1 0 1"), worse)) == "0 1 0 1");
}

TEST_CASE("the number of tries is bounded") {
  unsigned tries = 0;
  auto count = [&](const Schedule&) -> std::optional<Schedule> { return tries++, std::nullopt; };
  Schedule schedule;
  for (uint16_t i = 0; i < 1000; i++) schedule.push_back({static_cast<uint16_t>(i % 3), 0});
  minimize(schedule, count, {25, 60});
  CHECK(tries == 25);
}

TEST_CASE("the steps that were really taken are kept") {
  auto other = [](const Schedule&) -> std::optional<Schedule> { return parsed("7"); };
  CHECK(text_of(minimize(parsed("0 1 0 1"), other)) == "7");
}
