// A door to the rooms above: what a detector has found. report/bugs.cpp turns it into a record of
// the run.
#pragma once

#include "world/thread.h"

namespace omc {

constexpr unsigned max_frames = 10, last_frames = 4;

// The calls that a thread is in, as return addresses: the innermost, and of too many also the
// outermost.
struct CallStack {
  uint64_t pcs[max_frames];
  unsigned count = 0, left_out = 0;
};

inline constexpr char stack_overflow[] = "stack overflow";  // a text of crashes

struct Finding {
  BugKind kind;
  const char* text = nullptr;     // the failed expression, or what is wrong
  const void* address = nullptr;  // the object, or what a crash touched
  int signal = 0;
  Place place = {};                  // where the thread was, if better known than by its last hook
  const RaceAccess* race = nullptr;  // two
  const CallStack* stack = nullptr;
  uint64_t size = 0;  // of an access to `address`
  bool weak = false;  // the execution goes on; a stronger bug takes its place
};

// In a thread: records the bug and leaves. Returns only when the kind is not checked for.
void found(const Finding& finding);
void found_misuse(const char* text, const void* object);
// Records a weak bug; the execution goes on.
void record_misuse(const char* text, const void* object);

// Two steps that can be taken at one state: the one just taken and another; and how many choices
// later in its thread each of them makes its access.
struct CoEnabledSteps {
  Choice mine, other;
  uint64_t mine_later, other_later;
};
void record_data_race(const RaceAccess& mine, const RaceAccess& others,
                      const CoEnabledSteps& steps);
// An access that happens now, and an earlier one that nothing orders before it. In a thread, which
// goes on.
void record_unordered(const RaceAccess& now, const RaceAccess& before);

// The search ends before it has seen everything. The first reason names the run; everybody stops.
void stop_incomplete(Incomplete why, const char* detail = nullptr);

}  // namespace omc
