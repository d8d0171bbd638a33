// What instrumented code looks at before it calls libomc, so that it need not call (omc-versions.so
// puts that there). Not part of the program's state.
#pragma once

#include <cstdint>

// A statement, as instrumented code has it.
struct omc_site {
  const char* file;
  uint32_t line, column;
  const void* function;
};

// The loop's own rounds that come before the first quick one: many loops have few.
constexpr unsigned omc_most_walks = 8, omc_own_rounds = 8;

// What the rounds of a loop touch one after the other.
struct omc_walk {
  int64_t step;
  uint64_t size;
};
// A loop that has quick rounds, which do not ask libomc for anything: how its count changes in a
// round, how many bits it has, how many hooks every round passes, and how many it may pass.
struct omc_loop {
  int64_t step;
  uint32_t width, each, most, walk_count;
  omc_walk walks[omc_most_walks];  // walk_count of them are there
};

// Each eight bytes of memory (so that the end of a block is seldom in the middle) have a mark, a
// byte that lies at `omc_marks` plus the eighth part of their address: it is not zero when the
// running step may touch them without a call. Small, so that what is looked at beside the program's
// own memory takes little of the cache. Nothing else is compared, so no number of the checker comes
// into a register of the program. Marks exist as soon as something is explored.
constexpr unsigned omc_line_size = 8;
constexpr uint64_t omc_marks = 0x5800'0000'0000;

// In one place, so that one register finds it all.
struct omc_quick_state {
  // How many hooks the running thread may pass, and the last that it has passed.
  uint64_t hooks_left;
  const omc_site* place;
  // Quick rounds are those whose count is less than rounds_allowed from rounds_begin. Their hooks
  // are not counted, but for those that not every round passes, in extra_hooks; so hooks_left is
  // right only outside of them.
  uint64_t rounds_begin, rounds_allowed, extra_hooks;
  // The loop's own rounds until quick ones begin, and where those have walked to.
  uint64_t until_turn, walks[omc_most_walks];
};

#pragma GCC visibility push(default)
extern "C" {
extern omc_quick_state omc_quick;
// As many quick rounds as may be, from `count` on.
void omc_begin_rounds(uint64_t count, const omc_loop* loop);
// There are no more; in this one so many hooks were passed of those that every round passes.
void omc_end_rounds(uint64_t count, uint64_t passed);
}
#pragma GCC visibility pop
