// The schedules of --search pct: threads have random priorities, and at a few random states that of
// the thread that ran last becomes the lowest. A bug that needs `depth` orders between steps shows
// with probability 1 / (threads * length^(depth - 1)) or more (Burckhardt et al., A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs, 2010).
#pragma once

#include "run/schedule.h"

namespace omc {

// SplitMix64: any seed is a good one.
uint64_t next_random(uint64_t& state);
unsigned random_below(uint64_t& state, uint64_t n);

// The alternatives [begin, end) of one thread, which stand side by side.
struct ThreadAlternatives {
  unsigned begin, end;
};
ThreadAlternatives alternatives_of(unsigned thread, const Choice* alternatives, unsigned n);

// One execution.
class PriorityScheduler {
 public:
  // An execution is expected to have `length` states with a choice. `depth` - 1 of them lower a
  // priority.
  void begin(uint64_t seed, uint64_t length, unsigned depth);
  // The index of the alternative to take.
  unsigned choose(const Choice* alternatives, unsigned n);
  uint64_t states() const { return states_; }

 private:
  static constexpr unsigned most_changes = 16;
  // A thread that runs alone for so long while others could run may wait for them in a loop.
  static constexpr unsigned most_turns = 1000;

  uint64_t priority_of(unsigned thread) const;
  void lower(unsigned thread);

  uint64_t seed_ = 0, random_ = 0, states_ = 0;
  uint64_t changes_[most_changes] = {};
  unsigned change_count_ = 0;
  // Threads whose priority was lowered, in the order in which that happened: the last is the
  // lowest.
  static constexpr unsigned most_lowered = 256;
  uint16_t lowered_[most_lowered] = {};
  unsigned lowered_count_ = 0;
  unsigned last_ = ~0u, turns_ = 0;
};

}  // namespace omc
