// What tests of single modules of the runtime stand on: a run in memory, and a world with some
// threads, of which the test says which one runs. No program is explored. What the modules call
// above themselves is in stubs.cpp.
#pragma once

#include <utility>
#include <vector>

#include "run/run.h"
#include "world/world.h"

namespace omc {

// A run as the driver makes it. Its memory is zero and shared.
class TestRun {
 public:
  explicit TestRun(uint64_t bytes, Mode mode = Mode::check);
  ~TestRun();
  TestRun(const TestRun&) = delete;
  TestRun& operator=(const TestRun&) = delete;
  Run& operator*() { return *run_; }
  Run* operator->() { return run_; }

 private:
  Run* run_;
};

// A world in which threads 0 to n - 1 exist, each in the slot of its number, and thread 0 runs. The
// checker has a run and follows clocks and fences.
class TestWorld {
 public:
  explicit TestWorld(unsigned threads);
  ~TestWorld();
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;
  // From now on this thread runs.
  void run(unsigned thread) { world().current = &world().threads[thread]; }

 private:
  TestRun run_{uint64_t{64} << 20};
};

// What the modules have reported to the stubs.
extern std::vector<std::pair<RaceAccess, RaceAccess>> unordered_accesses;
// What the stubs answer.
extern unsigned dead_worker;  // 0: none has died

}  // namespace omc
