// A schedule is a sequence of choices, and a choice is a step: which thread, and which of the
// outcomes that its step may have (omc_choose, which waiter a signal wakes). It is the paper's
// execution trace. As text it is run-length coded: "0*4 1 2/3*2" is four steps of thread 0, one of
// thread 1, two of thread 2 that each took outcome 3. Threads are numbered in the order in which
// this very execution creates them, so the text alone replays it.
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

// Steps in a row that are alike: how schedules are kept and written.
struct Stretch {
  Choice choice;
  uint64_t count = 0;
};

// Writes the text of `n` stretches with a final NUL into `out`, and gives its length without the
// NUL; when that is `capacity` or more, nothing useful was written.
size_t format_schedule(const Stretch* stretches, size_t n, char* out, size_t capacity);

// Reads a schedule; gives the number of choices, of which at most `capacity` were stored, or
// -1 - the offset of the first character that makes no sense.
long parse_schedule(const char* text, Choice* out, size_t capacity);

}  // namespace omc
