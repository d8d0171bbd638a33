// The part of the ABI between instrumented code and libomc that works without a call. The inline
// checks of omc-versions.so read and write what is declared here, and call libomc only when these
// words say so. None of it is part of the program's state.
//
// Every layout below is covered by OMC_ABI_VERSION (omc/hooks.h). Raise that number with any
// change: it is part of the name of the symbol omc_fast_path.
#pragma once

#include <cstdint>

#define OMC_INSIDE  // libomc changes omc_awake
#include "omc/hooks.h"

// A statement, as instrumented code describes it.
struct omc_site {
  const char* file;
  uint32_t line, column;
  const void* function;
};

// A loop first runs some slow iterations, which check each hook and access: most loops are short.
constexpr unsigned omc_max_strides = 8, omc_first_slow_iterations = 8;

// The addresses that an access of a loop touches in consecutive iterations.
struct omc_stride {
  int64_t step;
  uint64_t size;
};
// A loop that has fast iterations: a second body without hooks and without reports of accesses.
struct omc_loop {
  int64_t step;           // by which an iteration changes the induction variable
  uint32_t width;         // of the induction variable, in bits
  uint32_t common_hooks;  // how many hooks every iteration passes
  uint32_t max_hooks;     // how many hooks an iteration may pass
  uint32_t stride_count;
  omc_stride strides[omc_max_strides];  // only stride_count of them are present
};

// Shadow memory: a mark of one byte for every eight bytes, at `omc_marks` plus an eighth of their
// address. A mark that is not zero permits the running step to touch these bytes without a call.
// Eight bytes, because blocks seldom end in the middle of them. Code compares a mark with nothing
// but zero, so that no value of the checker enters a register of the program. The shadow memory
// exists while a program is explored.
constexpr unsigned omc_line_size = 8;
constexpr uint64_t omc_marks = 0x5800'0000'0000;

// One object, so that instrumented code needs one register to address all of it.
struct omc_fast_path_state {
  // How many hooks the running thread may pass, and the last that it has passed.
  uint64_t hooks_left;
  const omc_site* last_site;
  // An iteration is fast while the induction variable is less than fast_range away from fast_begin.
  // Fast iterations do not count down hooks_left, so it is exact only outside of them. They count
  // only the hooks that not every iteration passes, in extra_hooks.
  uint64_t fast_begin, fast_range, extra_hooks;
  // How many slow iterations remain, and which address each stride has reached.
  uint64_t slow_iterations_left, stride_addresses[omc_max_strides];
};

#pragma GCC visibility push(default)
extern "C" {
extern omc_fast_path_state omc_fast_path __asm__(__omc_versioned("omc_fast_path"));
// Permits as many fast iterations as possible, beginning with this value of the induction variable.
void omc_begin_fast_iterations(uint64_t induction, const omc_loop* loop);
// The fast iterations have ended. The last one has passed this many of the common hooks.
void omc_end_fast_iterations(uint64_t induction, uint64_t common_hooks_passed);
}
#pragma GCC visibility pop
