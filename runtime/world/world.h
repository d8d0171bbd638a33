// The world: everything of the checker that belongs to the state of the checked program and goes
// back with it. It lies in one mapping of its own; what the search knows lies in Checker and stays.
#pragma once

#include <atomic>

#include "platform/address_space.h"
#include "platform/digest.h"
#include "run/options.h"
#include "world/chance.h"
#include "world/clock.h"
#include "world/directory.h"
#include "world/files.h"
#include "world/output.h"
#include "world/resource_limits.h"
#include "world/schedule_end.h"
#include "world/semaphores.h"
#include "world/signal_state.h"
#include "world/thread.h"

namespace omc {

constexpr unsigned max_invariants = 16;
constexpr unsigned max_ignored = 64;
constexpr unsigned max_benign = 1024;
constexpr unsigned max_names = 256;

struct Invariant {
  int (*fn)(void*);
  void* arg;
};
struct IgnoredRange {
  uintptr_t begin, end;
};
struct ProgramName {
  const void* address;
  char name[48];
};

// Why the program gave control back to the search.
enum class Stop : uint8_t {
  point,      // the running thread is at a scheduling point or has ended
  exited,     // the program has ended
  bug,        // a bug was recorded
  abandoned,  // omc_assume
  limit,      // cannot go on here: named in the run
};

struct World {
  unsigned thread_count;  // threads of this execution, ended ones included
  unsigned next_number;   // of the thread created next
  Thread* current;        // who runs; null while the search does
  Stop stop;
  int exit_status;
  ScheduleEnd schedule;  // of the schedule so far
  Choice last_choice;    // of the last step
  uint64_t extra_steps;  // of those, what the last step has added to itself
  uint64_t steps_taken;  // those that the search has chosen
  uint64_t state;        // StateId of the state that the running step began in
  uint64_t meeting;  // where the steps from that state meet (races/co_enabled_races.h), 0 nowhere
  uint64_t preemptions;
  Thread* last_thread;  // who took the last step
  bool has_children;    // processes that the program has started: what they did cannot be undone
  bool staged;          // omc_run_threads has started this exploration
  unsigned invariant_count, ignored_count, benign_count, name_count;
  uintptr_t program_break;  // the end of the data segment, 0: where it was
  uint64_t map_clock;       // counts what was mapped, unmapped and protected
  uint64_t undo_length;     // of the log of changes in the kernel
  VirtualClock clock;
  Chance chance;
  Semaphores semaphores;
  Outputs output;
  SignalState signals;
  ResourceLimits limits;
  Directory directory;
  Files files;
  Digest in_kernel;  // what the kernel has for the program: descriptors, the file mode mask
  void (*key_destructors[max_keys])(void*);
  Thread threads[max_threads];
  // These only grow, so that with their counts they go back by themselves.
  Invariant invariants[max_invariants];
  IgnoredRange ignored[max_ignored];
  IgnoredRange benign[max_benign];  // whose races the program knows of
  ProgramName names[max_names];
};

// What of the world is part of the state, threads apart.
Digest digest(const World& world);

inline World& world() { return *reinterpret_cast<World*>(world_address); }
// Text of descriptor 1 or 2; it lies behind the world, untouched pages cost nothing.
inline char* output_text(int fd) {
  return reinterpret_cast<char*>(world_address + (uintptr_t{8} << 30) + (fd - 1) * max_output);
}

// The slots of threads by who created them and as which child. Shared by all processes and never
// undone, so that an identity, once met, is the same everywhere.
struct SlotTable {
  std::atomic<uint64_t> keys[max_threads];  // parent slot << 32 | child index + 1
};

// What a pass of the search may take for granted (world/assumptions.h).
enum class Assumption : uint32_t {
  private_memory,        // memory that one thread has touched is touched by no other
  uniform_atomics,       // atomics at one address have one size
  strong_orders,         // every synchronisation acquires and releases: no clocks are needed
  no_fences,             // no fence makes relaxed operations synchronise
  invisible_statements,  // what a statement touches is known before it is touched
  whole_sections,        // nobody can tell that a critical section is not one step
  unobserved_locks,      // nobody asks whether a lock is held
};
constexpr uint32_t bit_of(Assumption assumption) {
  return uint32_t{1} << static_cast<uint32_t>(assumption);
}

// What stays when the program goes back: options, where the results go, the search's own memory.
struct Checker {
  Options options;
  Run* run = nullptr;
  bool exploring = false;  // this process explores or replays
  bool is_replay = false;
  // Assumptions that this pass relies on: bits.
  uint32_t assumed = bit_of(Assumption::strong_orders) | bit_of(Assumption::no_fences);
  int program_id = 0;         // what the program sees as its process id
  void* search_sp = nullptr;  // the context of the search while the program runs
  SlotTable* slots = nullptr;
  uint64_t last_hooks_left =
      0;  // omc_fast_path.hooks_left as it was when last looked at (steps/invisible_steps.h)
  uint64_t steps_run = 0;   // by this process, for the watchdog
  uint64_t most_steps = 0;  // of an execution, with what it adds at its end
};
extern Checker checker;

// Data races are looked for; where statements are steps, their accesses are not seen one by one.
inline bool follows_races() {
  return checker.options.checks_for(BugKind::data_race) &&
         checker.options.granularity != Granularity::statement;
}

// The program goes back in this process, by the rewind engine.
inline bool rewinds() { return checker.options.engine == Engine::rewind && !checker.is_replay; }

// The program is explored from now on: its hooks and accesses call libomc.
void go_awake();
// This process stops being explored: a child that the program itself has forked.
void go_dormant();

}  // namespace omc
