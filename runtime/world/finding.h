// A door to the rooms above: a detector has found a bug. report/bugs.cpp turns it into a record of
// the run.
#pragma once

#include "world/thread.h"

namespace omc {

constexpr unsigned max_frames = 10, last_frames = 4;

// A call stack, as return addresses. Of a deep one, the innermost and the outermost frames.
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
  Place place = {};                  // of the thread, if more exact than its last hook
  const RaceAccess* race = nullptr;  // two
  const CallStack* stack = nullptr;
  uint64_t size = 0;  // of an access to `address`
  bool weak = false;  // the execution goes on; a stronger bug takes its place
};

// In a thread: records the bug and ends the execution. Returns only if the kind is not checked.
void found(const Finding& finding);
void found_misuse(const char* text, const void* object);
// Records a weak bug; the execution goes on.
void record_misuse(const char* text, const void* object);

// Two co-enabled steps: the one just taken, and another. `later` is how many choices of its thread
// precede the access.
struct CoEnabledPair {
  Choice mine, other;
  uint64_t mine_later, other_later;
};
void record_data_race(const RaceAccess& mine, const RaceAccess& others, const CoEnabledPair& steps);
// An access of the running thread, and an earlier one that does not happen before it. The thread
// continues.
void record_unordered(const RaceAccess& now, const RaceAccess& before);

// Ends the search before it is complete, in all processes. The first reason is reported.
void stop_incomplete(Incomplete why, const char* detail = nullptr);
// The running execution does something that omc cannot follow or undo. The search continues for
// bugs, and is INCOMPLETE when it ends. The first text is reported.
void note_gap(const char* what);

}  // namespace omc
