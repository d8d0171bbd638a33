#include "search/priorities.h"

#include "platform/assert.h"

namespace omc {

// SplitMix64: any seed is a good one.
uint64_t next_random(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

unsigned random_below(uint64_t& state, uint64_t n) {
  OMC_ASSERT(n > 0);
  return static_cast<unsigned>(next_random(state) % n);
}

ThreadAlternatives alternatives_of(unsigned thread, const Choice* alternatives, unsigned n) {
  ThreadAlternatives range{0, 0};
  while (range.begin < n && alternatives[range.begin].thread != thread) range.begin++;
  for (range.end = range.begin; range.end < n && alternatives[range.end].thread == thread;)
    range.end++;
  return range;
}

void PriorityScheduler::begin(uint64_t seed, uint64_t length, unsigned depth) {
  *this = {};
  seed_ = random_ = seed;
  change_count_ = depth - 1 < most_changes ? depth - 1 : most_changes;
  for (unsigned i = 0; i < change_count_; i++)
    changes_[i] = random_below(random_, length ? length : 1);
}

// Lowered threads are below all others.
uint64_t PriorityScheduler::priority_of(unsigned thread) const {
  for (unsigned i = lowered_count_; i-- > 0;)
    if (lowered_[i] == thread) return most_lowered - i;
  uint64_t own = seed_ ^ (thread + 1) * 0xd6e8feb86659fd93u;
  return next_random(own) | uint64_t{1} << 63;
}

void PriorityScheduler::lower(unsigned thread) {
  unsigned kept = 0;
  for (unsigned i = 0; i < lowered_count_; i++)
    if (lowered_[i] != thread) lowered_[kept++] = lowered_[i];
  if (kept < most_lowered) lowered_[kept++] = static_cast<uint16_t>(thread);
  lowered_count_ = kept;
}

unsigned PriorityScheduler::choose(const Choice* alternatives, unsigned n) {
  for (unsigned i = 0; i < change_count_; i++)
    if (changes_[i] == states_ && last_ != ~0u) lower(last_);
  states_++;
  bool is_choice_of_threads = alternatives[0].thread != alternatives[n - 1].thread;
  if (is_choice_of_threads && turns_ >= most_turns) lower(last_), turns_ = 0;
  unsigned best = alternatives[0].thread;
  for (unsigned i = 1; i < n; i++)
    if (priority_of(alternatives[i].thread) > priority_of(best)) best = alternatives[i].thread;
  turns_ = best == last_ ? turns_ + is_choice_of_threads : 0;
  last_ = best;
  ThreadAlternatives range = alternatives_of(best, alternatives, n);
  return range.begin + random_below(random_, range.end - range.begin);
}

}  // namespace omc
