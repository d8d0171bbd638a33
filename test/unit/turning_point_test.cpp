// The search for the last beginning that passes, against schedules whose turn is known.
// COVERS: driver/explain/turning_point

#include "explain/turning_point.h"

#include <catch2/catch.hpp>

using namespace omc;
using namespace omc::driver;

using Kind = Continuations::Kind;

// A schedule of twenty steps that can still end well after its first `last` steps; counts searches.
static LastPassing search(size_t last, unsigned& searches, size_t unknown = SIZE_MAX) {
  Schedule schedule(20, Choice{1, 0});
  return find_last_passing(schedule, [&](const Schedule& beginning) -> Continuations {
    searches++;
    if (beginning.size() == unknown) return {};
    if (beginning.size() > last) return {Kind::all_fail, {}};
    Schedule passing = beginning;
    passing.push_back({2, 0});
    return {Kind::one_passes, passing};
  });
}

TEST_CASE("the last beginning that passes is found wherever it is") {
  for (size_t last = 0; last < 20; last++) {
    unsigned searches = 0;
    LastPassing found = search(last, searches);
    REQUIRE(found.kind == LastPassing::Kind::found);
    CHECK(found.steps == last);
    CHECK(found.passing.size() == last + 1);
    CHECK(searches <= 10);
  }
}

TEST_CASE("a bug of every schedule has no turning point") {
  unsigned searches = 0;
  LastPassing found = find_last_passing(Schedule(20, Choice{}), [&](const Schedule&) {
    searches++;
    return Continuations{Kind::all_fail, {}};
  });
  CHECK(found.kind == LastPassing::Kind::none);
  CHECK(searches <= 6);
}

TEST_CASE("nothing is claimed when a search was not complete") {
  unsigned searches = 0;
  CHECK(search(7, searches, 19).kind == LastPassing::Kind::unknown);
  CHECK(searches == 1);
}
