// The schedules of --search pct.
// COVERS: search/priorities

#include "search/priorities.h"

#include <set>
#include <vector>

#include <catch2/catch.hpp>

using namespace omc;

namespace {

// The threads that run when `steps` states offer the same threads 0 to n - 1, one outcome each.
std::vector<unsigned> run(uint64_t seed, unsigned n, unsigned depth, unsigned steps) {
  std::vector<Choice> choices;
  for (unsigned i = 0; i < n; i++) choices.push_back({static_cast<uint16_t>(i), 0});
  PriorityScheduler scheduler;
  scheduler.begin(seed, steps, depth);
  std::vector<unsigned> threads;
  for (unsigned i = 0; i < steps; i++) threads.push_back(scheduler.choose(choices.data(), n));
  return threads;
}

unsigned switches(const std::vector<unsigned>& threads) {
  unsigned count = 0;
  for (size_t i = 1; i < threads.size(); i++) count += threads[i] != threads[i - 1];
  return count;
}

}  // namespace

TEST_CASE("a seed has one schedule, and seeds differ") {
  CHECK(run(1, 4, 3, 50) == run(1, 4, 3, 50));
  std::set<std::vector<unsigned>> schedules;
  for (uint64_t seed = 0; seed < 20; seed++) schedules.insert(run(seed, 4, 3, 50));
  CHECK(schedules.size() > 10);
}

TEST_CASE("a schedule of depth d has at most d - 1 switches away from a thread that can run") {
  for (uint64_t seed = 0; seed < 200; seed++) {
    CHECK(switches(run(seed, 5, 1, 100)) == 0);
    CHECK(switches(run(seed, 5, 4, 100)) <= 3);
  }
}

TEST_CASE("each thread comes first, and each state can be where a priority falls") {
  std::set<unsigned> first, changes;
  for (uint64_t seed = 0; seed < 500; seed++) {
    std::vector<unsigned> threads = run(seed, 3, 2, 8);
    first.insert(threads[0]);
    for (unsigned i = 1; i < threads.size(); i++)
      if (threads[i] != threads[i - 1]) changes.insert(i);
  }
  CHECK(first.size() == 3);
  CHECK(changes.size() == 7);
}

TEST_CASE("a thread that spins does not keep the others from running for ever") {
  std::vector<unsigned> threads = run(7, 2, 1, 3000);
  CHECK(std::set<unsigned>(threads.begin(), threads.end()).size() == 2);
}

TEST_CASE("a thread's outcomes are all taken, and only its own") {
  Choice choices[] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}};
  std::set<unsigned> taken;
  for (uint64_t seed = 0; seed < 200; seed++) {
    PriorityScheduler scheduler;
    scheduler.begin(seed, 10, 1);
    taken.insert(scheduler.choose(choices, 4));
  }
  CHECK(taken == std::set<unsigned>{0, 1, 2, 3});
}
