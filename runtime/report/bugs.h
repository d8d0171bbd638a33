// Bugs: from the place that sees one to the record in the run. A bug ends its execution; the search
// goes on elsewhere only when all bugs are wanted.
#pragma once

#include "world/world.h"

namespace omc {

constexpr unsigned max_frames = 10, last_frames = 4;

// The calls that a thread is in, as return addresses: the innermost, and of too many also the
// outermost.
struct CallStack {
  uint64_t pcs[max_frames];
  unsigned count = 0, left_out = 0;
};
// By frame pointers, which instrumented code has.
void walk_stack(const Thread& thread, uintptr_t pc, uintptr_t frame, CallStack& out);

inline constexpr char stack_overflow[] = "stack overflow";  // a text of crashes

struct Finding {
  BugKind kind;
  const char* text = nullptr;     // the failed expression, what was wrong
  const void* address = nullptr;  // the object, or what a crash touched
  int signal = 0;
  Place place = {};  // where the thread was, when that is known better than by its last hook
  const RaceAccess* race = nullptr;  // two
  const CallStack* stack = nullptr;
  uint64_t size = 0;  // of an access to `address`
  bool weak = false;  // the execution goes on, and another bug is more worth telling
};

// Records a bug of `thread`; nothing when its kind is not checked for. Search side.
void record_bug(const Thread& thread, const Finding& finding);
// Two steps that can be taken at one state, the one just taken and another, and after how many
// choices more of its thread each of them makes its access.
struct Together {
  Choice mine, other;
  uint64_t mine_later, other_later;
};
void record_data_race(const RaceAccess& mine, const RaceAccess& others, const Together& steps);
// An access that happens now, and an earlier one that nothing orders before it. In a thread; it
// goes on.
void record_unordered(const RaceAccess& now, const RaceAccess& before);
void record_order_race(const Thread& thread, const Stretch* other, uint64_t other_stretches);

// In a thread: records and leaves. Returns only when the kind is not checked for.
void found(const Finding& finding);
void found_misuse(const char* text, const void* object);
// The same, but it goes on: told when nothing worse comes of it.
void note_misuse(const char* text, const void* object);

// An address as a place in the file that is loaded there; none where no file is.
FilePlace place_in_file(uint64_t address);

// How the threads stand now, and the schedule so far, as offsets in the run.
struct Standing {
  uint64_t threads;
  uint32_t thread_count;
  KeptSchedule path;
};
Standing keep_standing();

// The first limit that is hit names the run; everybody stops.
void stop_incomplete(Incomplete limit, const char* text = nullptr);
// "what, in the statement at file:line", for that.
void explain_place(const char* what, const Thread& thread, char* out, size_t capacity);

}  // namespace omc
