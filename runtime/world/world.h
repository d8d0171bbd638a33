// The world: data of the checker that is part of the program's state and goes back with it. It lies
// in one mapping of its own. Data of the search lies in Checker, and stays.
#pragma once

#include <atomic>

#include "platform/address_space.h"
#include "platform/digest.h"
#include "run/options.h"
#include "world/chance.h"
#include "world/clock.h"
#include "world/credentials.h"
#include "world/directory.h"
#include "world/files.h"
#include "world/output.h"
#include "world/resource_limits.h"
#include "world/schedule_end.h"
#include "world/semaphores.h"
#include "world/signal_state.h"
#include "world/thread.h"
#include "world/timers.h"

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
  point,      // the running thread is at a scheduling point, or has ended
  exited,     // the program has ended
  bug,        // a bug was recorded
  abandoned,  // omc_assume
  limit,      // a limit of omc was exceeded; the run names it
};

struct World {
  unsigned thread_count;  // threads of this execution, ended ones included
  unsigned next_number;   // of the thread created next
  Thread* current;        // the running thread; null while the search runs
  Stop stop;
  int exit_status, exit_signal;
  ScheduleEnd schedule;  // of the current schedule
  Choice last_choice;    // of the last step
  uint64_t extra_steps;  // of the schedule: deferred hooks that the last step has added
  uint64_t steps_taken;  // choices of the search
  uint64_t state;        // StateId of the state that the running step began in
  uint64_t
      co_enabled;  // where the steps from that state meet (races/co_enabled_races.h), 0 nowhere
  uint64_t preemptions;
  Thread* last_thread;  // the thread of the last step
  bool has_children;    // child processes, whose effects cannot be undone
  bool shares_memory;   // has mapped memory that a child process would share
  bool staged;          // omc_run_threads has started this exploration
  unsigned invariant_count, ignored_count, benign_count, name_count;
  uintptr_t program_break;  // the end of the data segment; 0: unchanged
  uint64_t map_clock;       // number of changes of the memory map
  uint64_t undo_length;     // of the log of changes in the kernel (snapshot/undo_log.h)
  VirtualClock clock;
  Chance chance;
  Semaphores semaphores;
  Outputs output;
  SignalState signals;
  Timers timers;
  ResourceLimits limits;
  Credentials credentials;
  Directory directory;
  Files files;
  Digest in_kernel;  // state that the kernel holds: descriptors, the file mode mask
  void (*key_destructors[max_keys])(void*);
  Thread threads[max_threads];
  // These only grow, so restoring their counts restores them.
  Invariant invariants[max_invariants];
  IgnoredRange ignored[max_ignored];
  IgnoredRange benign[max_benign];  // with races that the program calls benign
  ProgramName names[max_names];
};

// The ending of a program that a signal kills, as a shell reports it.
inline void set_exit_signal(World& world, int signal) {
  world.exit_status = 128 + signal;
  world.exit_signal = signal;
}

// The part of the state that lies in the world, without threads.
Digest digest(const World& world);

inline World& world() { return *reinterpret_cast<World*>(world_address); }
// Text of descriptor 1 or 2. It lies behind the world; pages that are not written cost nothing.
inline char* output_text(int fd) {
  return reinterpret_cast<char*>(world_address + (uintptr_t{8} << 30) + (fd - 1) * max_output);
}

// The slots of threads, by creator and index among its children. All processes share the table, and
// entries are never removed, so a thread has the same slot in every schedule.
struct SlotTable {
  std::atomic<uint64_t> keys[max_threads];  // parent slot << 32 | child index + 1
};

// Assumptions of a pass (world/assumptions.h).
enum class Assumption : uint32_t {
  private_memory,   // memory that one thread has accessed is accessed by no other
  known_conflicts,  // an access without conflicts so far has none
  uniform_atomics,  // atomics at one address have one size
  strong_orders,    // every synchronisation acquires and releases: no clocks are needed
  no_fences,        // no fence makes relaxed operations synchronise
  seq_cst_only,     // with c11: no atomic is weaker than seq_cst, so loads read the newest store
  only_updated,     // an atomic that was only updated so far is never loaded or stored
  invisible_statements,  // what a statement accesses is known before it is accessed
  whole_sections,        // no thread can observe that a critical section is not one step
  unobserved_locks,      // no thread asks whether a lock is held
  recorded_uses,         // each step records what it uses: dependent steps are known
  known_users,           // no thread uses an object that the search relied on it not to use
};
constexpr uint32_t bit_of(Assumption assumption) {
  return uint32_t{1} << static_cast<uint32_t>(assumption);
}

// What does not go back with the program: options, results, data of the search.
struct Checker {
  Options options;
  Run* run = nullptr;
  bool exploring = false;  // this process explores or replays
  bool is_replay = false;
  // The pass looks for data races that the user has not asked for: one makes the run INCOMPLETE.
  bool only_notes_races = false;
  // In a child process that the explored program has forked: the process of the search that did so.
  long parent_of_child = 0;
  // Assumptions that this pass relies on: bits.
  uint32_t assumed = bit_of(Assumption::strong_orders) | bit_of(Assumption::no_fences) |
                     bit_of(Assumption::seq_cst_only);
  bool reads_newest = false;  // a fair run: no atomic misses the newest store
  int program_id = 0;         // what the program sees as its process id
  void* search_sp = nullptr;  // the context of the search while the program runs
  SlotTable* slots = nullptr;
  // omc_fast_path.hooks_left when libomc last read it (steps/invisible_steps.h).
  uint64_t last_hooks_left = 0;
  // With coverage every hook calls libomc, which counts down this one instead.
  uint64_t withheld_hooks = 0;
  bool covers_statements = false;
  uint64_t steps_run = 0;   // by this process, for the watchdog
  uint64_t most_steps = 0;  // of an execution, with what is added at its end
};
extern Checker checker;

// Data races are checked. With granularity `statement`, single accesses are not scheduled.
inline bool follows_races() {
  return checker.options.checks_for(BugKind::data_race) &&
         checker.options.granularity != Granularity::statement;
}

// The steps of the running execution are given: those of a replay, and the first of a search that
// begins with a schedule. Its threads stop wherever a replay stops.
inline bool follows_schedule() {
  return checker.is_replay || world().schedule.steps < checker.run->schedule_length;
}

// Atomics may read older stores than the newest.
inline bool has_weak_memory() { return checker.options.memory_model == MemoryModel::c11; }

// This process goes back to earlier states, by the rewind engine.
inline bool rewinds() { return checker.options.engine == Engine::rewind && !checker.is_replay; }

// From now on the hooks and accesses of the program call libomc.
void go_awake();
// This process is not explored any more: the program has forked it.
void go_dormant();

}  // namespace omc
