// A schedule is a sequence of choices, one a step. A choice is a thread and an outcome of its step:
// the value of omc_choose, or which waiter a signal wakes. It is the paper's execution trace. As
// text it is run-length coded: "0*4 1 2/3*2" is four steps of thread 0, one of thread 1, and two of
// thread 2 with outcome 3. Threads are numbered in their order of creation, so the text alone
// determines the execution.
//
// Used by the runtime and by the driver; no allocation, no library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace omc {

constexpr unsigned max_threads = 4096;   // threads of one execution
constexpr unsigned max_outcomes = 4096;  // outcomes of one step

struct Choice {
  uint16_t thread = 0;
  uint16_t outcome = 0;
  friend bool operator==(Choice, Choice) = default;
};

// Equal choices in a row: the unit of run-length coding.
struct Stretch {
  Choice choice;
  uint64_t count = 0;
};

// Writes the text of `n` stretches with a final NUL into `out`, and returns its length without the
// NUL. If that is `capacity` or more, the text was truncated.
size_t format_schedule(const Stretch* stretches, size_t n, char* out, size_t capacity);

// Reads a schedule. Returns the number of choices, of which at most `capacity` were stored, or -1 -
// the offset of the first invalid character.
long parse_schedule(const char* text, Choice* out, size_t capacity);

}  // namespace omc
