// The world: everything of the checker that belongs to the state of the checked program and goes
// back with it. It lies in one mapping of its own; what the search knows lies in Checker and stays.
#pragma once

#include <atomic>

#include "platform/address_space.h"
#include "platform/digest.h"
#include "run/options.h"
#include "world/schedule_end.h"
#include "world/thread.h"

namespace omc {

constexpr unsigned max_invariants = 16;
constexpr unsigned max_ignored = 64;
constexpr unsigned max_benign = 1024;
constexpr unsigned max_names = 256;
constexpr unsigned max_semaphores = 256;  // the paper's, numbered
constexpr size_t max_output = size_t{1} << 30;

struct Invariant {
  int (*fn)(void*);
  void* arg;
};
struct IgnoredRange {
  uintptr_t begin, end;
};
struct GivenName {
  const void* address;
  char name[48];
};

// One of the program's descriptors 1 and 2: what was written to it, and a digest of that which does
// not depend on how the writes were cut.
struct Output {
  uint64_t length = 0;
  uint64_t digest[2] = {};
};

// What one descriptor or several lead to: a file with a place in it, or something that threads can
// wait for (kernel/streams.h), whose state lies in the program's heap at `place`.
enum class FileKind : uint16_t { regular, stream, counter, watcher };
struct OpenFile {
  int64_t place;
  uint16_t users;
  FileKind kind;
  uint32_t status;  // of a file: the flags that F_SETFL sets
};

// Why the program gave control back to the search.
enum class Stop : uint8_t {
  point,      // the running thread is at a scheduling point or has ended
  exited,     // the program has ended
  bug,        // a bug was recorded
  abandoned,  // omc_assume
  limit,      // cannot go on here: named in the run
};

// What the program does with a signal, as the kernel's struct sigaction.
struct SignalAction {
  uint64_t handler, flags, restorer, mask;
};
constexpr unsigned max_signals = 64;

// What goes with a signal that was not taken yet (threads/signal_values.h).
struct SentValue {
  uint32_t slot, signal;
  void* value;
};
constexpr unsigned max_sent = 64;

// As the kernel's struct rlimit.
struct ResourceLimit {
  uint64_t current, most, is_set;
};
constexpr unsigned max_limits = 16;

// The working directory, by what identifies it to the kernel.
struct Directory {
  uint64_t device, inode;
};

struct World {
  unsigned thread_count;  // threads of this execution, ended ones included
  unsigned next_number;   // of the thread created next
  Thread* current;        // who runs; null while the search does
  Stop stop;
  int exit_status;
  PathEnd path;          // of the schedule so far
  Choice choice;         // of the last step
  uint64_t extra_steps;  // of those, what the last step has added to itself
  uint64_t steps_taken;  // those that the search has chosen
  uint64_t state;        // StateId of the state that the running step began in
  uint64_t meeting;  // where the steps from that state meet (races/co_enabled_races.h), 0 nowhere
  uint64_t preemptions;
  Thread* last;       // who took the last step
  bool has_children;  // processes that the program has started: what they did can not be undone
  bool staged;        // omc_run_threads has started this exploration
  bool semaphores_up[max_semaphores];
  Output outputs[2];
  unsigned invariant_count, ignored_count, benign_count, name_count;
  uintptr_t program_break;  // the end of the data segment, 0: where it was
  uint64_t map_clock;       // counts what was mapped, unmapped and protected
  int64_t now_ns;           // virtual time that has passed
  uint32_t clock_reads;     // in a row, by the thread of this slot, without any time passing
  uint32_t clock_reader;
  bool clock_was_read;  // by the program, ever: before, there are no moments in its memory
  uint64_t random_state;
  uint64_t undo_length;  // of the log of changes in the kernel
  uint64_t spurious_wakeups;
  void* named_semaphores;  // a list in the program's heap
  uint64_t signals;        // sent to the process and not taken yet
  uint64_t timers;         // signals that timers of the kernel would send
  unsigned sent_count;
  SentValue sent[max_sent];
  Digest actions_digest;  // of those below that were changed
  SignalAction actions[max_signals];
  ResourceLimit limits[max_limits];
  Directory directory;
  Digest in_kernel;      // of what the kernel has for the program: descriptors, the file mode mask
  uint64_t input_place;  // how much of stdin was read
  uint8_t files[256];    // for each descriptor: its open file, 0 none
  OpenFile open_files[256];
  void (*key_destructors[max_keys])(void*);
  Thread threads[max_threads];
  // These only grow, so that with their counts they go back by themselves.
  Invariant invariants[max_invariants];
  IgnoredRange ignored[max_ignored];
  IgnoredRange benign[max_benign];  // whose races the program knows of
  GivenName names[max_names];
};

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
  uint64_t hooks_given =
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
