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

constexpr unsigned omc_line_size = 8, omc_line_count = 1 << 15;

#pragma GCC visibility push(default)
extern "C" {
// How many hooks the running thread may pass, and the last that it has passed.
extern uint64_t omc_hooks_left;
extern const omc_site* omc_place;
// Lines of memory (8 bytes, so that the end of a block is seldom in the middle of one) that the running step may touch without a call: the number of the line, in the place that it has.
// Nothing else is compared, so that no number of the checker comes into a register of the program.
extern uint64_t omc_lines[omc_line_count];
}
#pragma GCC visibility pop
