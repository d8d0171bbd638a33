// The table of reached states: what is new, what is known, what has no room, and how a state was
// first reached.
// COVERS: search/visited

#include "search/visited.h"

#include <catch2/catch.hpp>

#include <random>
#include <set>
#include <vector>

#include "fixture.h"

using namespace omc;

namespace {

Digest nth(uint64_t n) { return {n + 1, (n + 1) * 0x9e3779b97f4a7c15u}; }

std::string schedule_text(StateId id) {
  Stretch stretches[16];
  char text[256];
  uint64_t count = schedule_to(id, stretches, 16);
  format_schedule(stretches, count, text, sizeof text);
  return text;
}

struct VisitedRun : TestRun {
  explicit VisitedRun(uint64_t bytes = uint64_t{64} << 20) : TestRun(bytes) {
    dead_worker = 0;
    open_visited(**this);
  }
};

}  // namespace

TEST_CASE("a state is reached first and then again") {
  VisitedRun run;
  Arrival first = visit(nth(0), {}), again = visit(nth(0), {}), other = visit(nth(1), {});
  CHECK(first.reached == Reached::first);
  CHECK(first.id != no_state);
  CHECK(again.reached == Reached::again);
  CHECK(again.id == first.id);
  CHECK(other.reached == Reached::first);
  CHECK(other.id != first.id);
  CHECK(run->stats.states == 2);
}

TEST_CASE("states of all levels are found again under their ids") {
  VisitedRun run;
  constexpr uint64_t many = 50'000;  // the first level has room for 16,384
  std::vector<StateId> ids;
  for (uint64_t i = 0; i < many; i++) {
    Arrival arrival = visit(nth(i), {});
    REQUIRE(arrival.reached == Reached::first);
    ids.push_back(arrival.id);
  }
  CHECK(std::set<StateId>(ids.begin(), ids.end()).size() == many);
  for (uint64_t i = 0; i < many; i++) {
    Arrival arrival = visit(nth(i), {});
    REQUIRE(arrival.reached == Reached::again);
    REQUIRE(arrival.id == ids[i]);
  }
  CHECK(run->stats.states == many);
}

TEST_CASE("a full bucket has no room, and what is in it is still known") {
  VisitedRun run;
  std::vector<StateId> ids;
  auto in_one_bucket = [](uint64_t n) { return Digest{n + 1, 7}; };
  Arrival arrival{};
  while ((arrival = visit(in_one_bucket(ids.size()), {})).reached == Reached::first)
    ids.push_back(arrival.id);
  CHECK(arrival.reached == Reached::no_room);
  CHECK(arrival.id == no_state);
  CHECK(ids.size() >= 4);
  CHECK(run->stats.states == ids.size());
  for (uint64_t i = 0; i < ids.size(); i++) CHECK(visit(in_one_bucket(i), {}).id == ids[i]);
}

TEST_CASE("a schedule leads to each state") {
  VisitedRun run;
  StateId root = visit(nth(0), {no_state, {}, 2}).id;
  StateId one = visit(nth(1), {root, {1, 0}, 0}).id;
  StateId two = visit(nth(2), {one, {1, 0}, 3}).id;
  StateId three = visit(nth(3), {two, {2, 5}, 1}).id;
  CHECK(schedule_text(root) == "0*2");
  CHECK(schedule_text(one) == "0*2 1");
  CHECK(schedule_text(two) == "0*2 1*5");
  CHECK(schedule_text(three) == "0*2 1*5 2/5 2");
  // Another way to a state does not change the first.
  CHECK(visit(nth(3), {root, {9, 0}, 0}).id == three);
  CHECK(schedule_text(three) == "0*2 1*5 2/5 2");
}

TEST_CASE("a schedule that does not fit is counted") {
  VisitedRun run;
  StateId id = visit(nth(0), {}).id;
  for (uint16_t i = 1; i <= 5; i++) id = visit(nth(i), {id, {i, 0}, 0}).id;
  Stretch stretches[2];
  CHECK(schedule_to(id, stretches, 2) == 5);
}

TEST_CASE("whoever comes next takes over a state of a worker that died") {
  VisitedRun run;
  StateId id = visit(nth(0), {}).id;
  dead_worker = 1;
  Arrival arrival = visit(nth(0), {});
  CHECK(arrival.reached == Reached::first);
  CHECK(arrival.id == id);
  dead_worker = 0;
  CHECK(visit(nth(0), {}).reached == Reached::again);
}

TEST_CASE("a state is endless when no ending can be reached from it") {
  VisitedRun run;
  StateId root = visit(nth(0), {}).id;
  StateId left = visit(nth(1), {root, {1, 0}, 0}).id;
  StateId around = visit(nth(2), {left, {1, 0}, 0}).id;
  StateId right = visit(nth(3), {root, {2, 0}, 0}).id;
  REQUIRE(record_edge({around, {3, 2}, 4}, left));
  SECTION("nothing ends") {
    CHECK(find_endless_state() == around);
    Loop loop = find_loop();
    CHECK(loop.begin == left);
    Stretch stretches[8];
    char text[64];
    format_schedule(stretches, schedule_of_loop(loop, stretches, 8), text, sizeof text);
    CHECK(std::string(text) == "1 3/2 3*4");
  }
  SECTION("another branch ends") {
    mark_ending(right);
    CHECK(find_endless_state() == around);
  }
  SECTION("the circle can be left by a known state") {
    mark_ending(right);
    REQUIRE(record_edge({around, {1, 0}, 0}, right));
    CHECK(find_endless_state() == no_state);
  }
  SECTION("the circle can be left by a state that ends later") {
    REQUIRE(record_edge({around, {1, 0}, 0}, right));
    mark_ending(right);
    CHECK(find_endless_state() == no_state);
  }
}

TEST_CASE("a combined execution counter remembers the shared state that it was first met with") {
  VisitedRun run;
  CounterEntry first = visit_counter(nth(0), nth(10), 5);
  CHECK(first.is_new);
  CounterEntry same = visit_counter(nth(0), nth(10), 6), other = visit_counter(nth(0), nth(12), 7);
  CHECK_FALSE(same.is_new);
  CHECK(same.same);
  CHECK(same.first == 5);
  CHECK_FALSE(other.same);
  CHECK(other.first == 5);
  CHECK(visit_counter(nth(1), nth(12), 7).is_new);
}

TEST_CASE("a cleared table knows nothing") {
  VisitedRun run;
  visit(nth(0), {});
  clear_visited(*run);
  CHECK(visit(nth(0), {}).reached == Reached::first);
}

TEST_CASE("a state takes 60 to 70 bytes of the memory that was given") {
  for (uint64_t bytes : {uint64_t{16} << 20, uint64_t{64} << 20, uint64_t{256} << 20}) {
    VisitedRun run(bytes);
    std::mt19937_64 random(1);
    uint64_t states = 0;
    while (visit({random(), random()}, {}).reached != Reached::no_room) states++;
    CAPTURE(bytes, states);
    CHECK(bytes / states >= 60);
    CHECK(bytes / states <= 70);
  }
}
