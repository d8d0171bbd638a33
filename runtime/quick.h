// What instrumented code looks at before it calls libomc, so that it need not call (omc-versions.so puts that there). Not
// part of the program's state.
#pragma once

#include <cstdint>

// A statement, as instrumented code has it.
struct omc_site {
  const char* file;
  uint32_t line, column;
  const void* function;
};

// A loop that counts its rounds instead of its hooks: how its count changes in a round, how many bits it has, how many
// hooks every round passes, and how many it may pass.
struct omc_loop {
  int64_t step;
  uint32_t width, each, most;
};

constexpr unsigned omc_line_size = 8, omc_line_count = 1 << 15;

// In one place, so that one register finds it all.
struct omc_quick_state {
  // How many hooks the running thread may pass, and the last that it has passed.
  uint64_t hooks_left;
  const omc_site* place;
  // In a loop that counts rounds, hooks_left is right only where libomc is called. The hooks are passed in rounds whose count is
  // less than rounds_allowed from rounds_begin; those that not every round passes are counted in extra_hooks.
  uint64_t rounds_begin, rounds_allowed, extra_hooks;
  // Lines of memory (8 bytes, so that the end of a block is seldom in the middle of one) that the running step may touch
  // without a call: the number of the line, in the place that it has. Nothing else is compared, so that no number of the
  // checker comes into a register of the program.
  uint64_t lines[omc_line_count];
};

#pragma GCC visibility push(default)
extern "C" {
extern omc_quick_state omc_quick;
// The loop goes on from `count`, the thread having passed that many hooks of the round.
void omc_begin_rounds(uint64_t count, const omc_loop* loop, uint64_t passed);
// It is left, or libomc will be called.
void omc_end_rounds(uint64_t count, uint64_t passed);
}
#pragma GCC visibility pop
