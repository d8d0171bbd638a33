// A run: the memory that the driver and all processes of the runtime share.
//
// The driver creates it, as a memfd in OMC_RUN_FD. The runtime fills it with results as data, and
// the driver turns them into words. It contains no pointers. Strings and arrays lie in a pool that
// only grows, and are named by their offsets from the start of the run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "run/operations.h"
#include "run/schedule.h"

namespace omc {

constexpr unsigned max_bugs = 64;               // distinct bugs that a run can hold
constexpr unsigned max_stored_outcomes = 4096;  // distinct outcomes that a run holds
constexpr size_t max_stored_output = 1 << 20;   // bytes of output of an outcome

enum class Mode : uint8_t { dormant, check, replay };
enum class Search : uint8_t { exhaustive, pruned, reduced, random, pct };
enum class Engine : uint8_t { rewind, fork };
enum class Granularity : uint8_t { sync, statement, access };
enum class MemoryModel : uint8_t { sc, c11 };

// --check gives a bit mask of these.
enum class BugKind : uint8_t {
#define BUG_KIND(name, text) name,
#include "run/words.def"
  count
};
inline constexpr const char* bug_kind_names[] = {
#define BUG_KIND(name, text) text,
#include "run/words.def"
};
static_assert(sizeof bug_kind_names / sizeof *bug_kind_names == size_t(BugKind::count));

// Whether and how a report names a system call as not modelled (kernel/syscalls.def).
enum class Naming : uint8_t {
  never,
  done,      // the kernel executes it in each schedule
  outside,   // the same, and what it gives back may depend on what other schedules have done
  not_done,  // it has no effect
};

// Why a search is incomplete.
enum class Incomplete : uint8_t {
#define INCOMPLETE(name, text) name,
#include "run/words.def"
};
inline constexpr const char* incomplete_words[] = {
#define INCOMPLETE(name, text) text,
#include "run/words.def"
};

// A statement of the program. `pc` lies in the function that contains the hook.
struct Site {
  uint64_t file = 0;  // offset of the path; 0 when the code is not instrumented
  uint32_t line = 0;
  uint32_t column = 0;
  uint64_t pc = 0;
};

enum class ThreadStatus : uint8_t { ready, blocked, ended };

// A thread at the end of a schedule.
struct ThreadRecord {
  uint16_t number = 0;
  ThreadStatus status = ThreadStatus::ready;
  Op op = Op::none;         // its next operation
  uint16_t owner = 0xffff;  // blocked: the thread that holds what it waits for
  uint64_t object = 0;      // address, semaphore index, or number of the thread joined
  Site site;                // its current statement
  Site entry;               // its first statement, whose function names the thread
  uint64_t name = 0;        // offset of the name that the program gave it
};

// A place in a loaded file, the same in every process: the offset is the address in the file.
struct FilePlace {
  uint64_t path = 0;  // offset of the path, or 0
  uint64_t offset = 0;
};

// One side of a data race.
struct RaceAccess {
  Site site;        // the statement that the thread was in
  uint64_t pc = 0;  // return address of the compiler's call
  uint64_t address = 0;
  FilePlace code, data;  // `pc` and `address`
  uint16_t thread = 0;
  uint8_t size = 0, write = 0, atomic = 0;
  uint8_t past = 0;  // an earlier access, which does not happen before the other
  uint8_t padding[2] = {};
  uint64_t events = 0;  // replay, if either is past: number of events before it
};

constexpr uint16_t nobody = 0xffff;

// A block of the heap that a bug is about.
struct BlockRecord {
  uint64_t begin = 0, size = 0;  // 0: none
  Site allocated, freed;         // known in a replay only
  uint16_t allocated_by = nobody, freed_by = nobody;
  uint32_t padding = 0;
};

// Memory of one thread: on its stack, or a thread-local variable.
struct OwnerRecord {
  uint16_t thread = nobody;
  uint16_t is_local = 0;  // on the stack
  uint32_t padding = 0;
  int64_t offset = 0;  // from the frame pointer of its function, or from the thread pointer
  FilePlace code;      // local: in that function, if known
};

struct BugRecord {
  BugKind kind = BugKind::deadlock;
  uint16_t thread = 0;    // whose step has the bug
  int32_t signal = 0;     // crash and exit: the signal
  uint64_t address = 0;   // crash: si_addr; misuse and memory: the object
  uint64_t size = 0;      // memory: of the access, 0 for a free; exit: the status
  uint64_t text = 0;      // offset: the failed expression, the exception's what(), or a message
  Site site;              // of that thread
  uint64_t schedule = 0;  // offset of Stretch[schedule_stretches]
  uint64_t schedule_stretches = 0;
  uint64_t threads = 0;  // offset of ThreadRecord[thread_count]
  uint32_t thread_count = 0;
  uint32_t count = 0;        // how often it was found
  uint32_t weak = 0;         // a stronger bug replaces it
  uint32_t takes_turns = 0;  // livelock: a fair cycle, which is one only if a replay shows it
  uint64_t identity = 0;     // equal for executions of the same bug
  // order-race: the first schedule with the same counter; livelock: one round of the loop
  uint64_t other_schedule = 0;
  uint64_t other_schedule_stretches = 0;
  uint64_t frames = 0;  // crash: offset of FilePlace[frame_count], the call stack, innermost first
  uint32_t frame_count = 0, frames_left_out = 0;  // before the last four
  RaceAccess accesses[2];                         // data-race: the later step's, and the other's
  BlockRecord block;                              // data-race and memory
  OwnerRecord owner;                              // likewise
};

struct OutcomeRecord {
  uint64_t digest = 0;
  uint64_t count = 0;
  int32_t exit_status = 0;
  int32_t signal = 0;
  uint64_t out = 0, out_length = 0;  // text written to descriptor 1
  uint64_t err = 0, err_length = 0;  // and 2
  uint64_t schedule = 0, schedule_stretches = 0;
};

// One event of a replayed schedule.
struct Event {
  uint32_t step = 0;  // 1 for the first choice of the schedule
  uint16_t thread = 0;
  Op op = Op::none;
  uint64_t object = 0;
  uint64_t value = 0;
  Site site;
};

// What a step of a replayed schedule has read or written, of up to eight bytes.
struct ValueRecord {
  uint32_t step = 0;  // as of an Event
  uint16_t thread = 0;
  uint8_t size = 0;
  uint8_t is_write = 0;
  uint64_t address = 0;
  uint64_t before = 0, after = 0;
  Site site;
  // Of an atomic that did not act on the newest store (--memory-model c11): how many stores were
  // newer, and which one was the newest. `before` is what it read, `after` what it stored.
  uint32_t newer = 0;
  uint16_t newest_thread = nobody;
  uint8_t newest_order = 0, order = 0;
  uint64_t newest = 0;
  Site newest_site;
};

// A statement that has run in some schedule, in a hash table; key 0: none.
struct CoveredStatement {
  std::atomic<uint64_t> key;
  uint64_t file;  // offset of the path; 0 when a process was killed while it made the entry
  uint32_t line, column;
};

// An atomic operation or fence of the program, by the address of its call.
struct AtomicSite {
  FilePlace code;
  uint8_t op = 0;  // AtomicOp; a fence: 3
  uint8_t order = 0, failure = 0;
  uint8_t is_compare = 0;
  uint32_t padding = 0;
};
constexpr unsigned most_atomic_sites = 1024;

// A loaded file: address - base is an address in the file, which leads to names.
struct Module {
  uint64_t base = 0;
  uint64_t path = 0;  // offset
};

// A name that the program gave to an address (omc_name).
struct NameRecord {
  uint64_t address = 0;
  uint64_t name = 0;  // offset
};

// A range of writable memory at the end of a replayed schedule (order-race only).
struct MemoryRecord {
  uint64_t address = 0;
  uint64_t length = 0;
  uint64_t bytes = 0;    // offset
  uint32_t heap_of = 0;  // 0: globals of a module; n: heap of thread n - 1
  uint32_t padding = 0;
};

struct Stats {
  std::atomic<uint64_t> executions, states, steps, hooks, pruned, forks;
  std::atomic<uint64_t> endings;    // executions that came to an end of the program, or to a bug
  std::atomic<uint64_t> threads;    // most threads in one execution
  std::atomic<uint64_t> max_depth;  // most steps in one execution
  std::atomic<uint64_t> processes;  // alive now
  std::atomic<uint64_t> max_processes;
  std::atomic<uint64_t> depth;      // of the execution that reported last, for the progress line
  std::atomic<uint64_t> choices;    // sampling: most states with a choice in one execution
  std::atomic<uint64_t> has_sites;  // nonzero once an instrumented statement has called a hook
};

constexpr unsigned max_loaded = 16;

struct Run {
  uint64_t magic;
  uint64_t bytes;  // of the whole run
  Mode mode;
  // The schedule to follow, as Choice[schedule_length]: by a replay, and by the beginning of every
  // execution of a search.
  uint64_t schedule, schedule_length;
  uint8_t wants_events, wants_memory;  // replay: what to record
  // Search: only whether an execution can end without a bug matters. Data races are no bugs then.
  uint8_t seeks_right_ending;
  std::atomic<uint32_t> met_race;  // the same: there was one
  uint8_t is_from_driver;          // which replays what is found
  // Replay of a livelock: the number of steps before the loop, and in one round of it; 0: no loop.
  uint64_t loop_begin, loop_length;
  // Replay: an address, and its block of the heap at the end of the schedule.
  uint64_t queried_address;
  BlockRecord queried_block;

  Stats stats;
  // Executions that have ended with the expected exit status, and with others.
  std::atomic<uint64_t> right_endings, wrong_endings;
  std::atomic<uint32_t> has_spurious_places;  // where --spurious would add behaviour
  std::atomic<uint32_t> has_reuse_places;     // where --reuse would
  std::atomic<uint32_t> has_weak_orders;      // where --memory-model c11 would
  std::atomic<uint32_t> has_mixed_atomics;    // several sizes at one address: c11 is sc there
  std::atomic<uint64_t> atomic_sites;         // with c11: offset of AtomicSite[most_atomic_sites]
  std::atomic<uint32_t> atomic_site_count;
  std::atomic<uint32_t> decided;            // a bug has ended the search
  std::atomic<uint32_t> stop;               // requests all processes to end
  std::atomic<uint32_t> started;            // the runtime has mapped the run
  std::atomic<uint32_t> finished;           // the search has ended, and the results are final
  std::atomic<uint32_t> incomplete;         // the first Incomplete, or 0
  std::atomic<uint64_t> incomplete_detail;  // offset of a detail, or 0
  std::atomic<uint64_t> gap;                // offset: what omc could not follow first, or 0
  std::atomic<int64_t> unended;  // processes of the fork engine that did not say they had ended

  std::atomic<uint64_t> sampled;  // sampling: executions that were begun
  std::atomic<int64_t> tokens;    // further processes that may run in parallel
  std::atomic<uint32_t> lock;     // around bugs and outcomes
  std::atomic<uint32_t> bug_count;
  std::atomic<uint64_t> bugs_dropped;      // findings of bugs for which there was no room
  std::atomic<uint32_t> outcome_count;     // distinct outcomes that are stored
  std::atomic<uint64_t> outcomes_dropped;  // executions for whose outcome there was no room
  BugRecord bugs[max_bugs];
  OutcomeRecord outcomes[max_stored_outcomes];

  uint64_t events, event_count, event_capacity;  // replay
  uint64_t values, value_count, value_capacity;  // replay
  uint64_t coverage, coverage_capacity;          // CoveredStatement[]; 0: not asked for
  std::atomic<uint32_t> coverage_is_full;
  uint64_t modules, module_count;
  std::atomic<uint64_t> loaded[max_loaded];  // offsets of names: files loaded during exploration
  uint64_t names, name_count;
  uint64_t memories, memory_count;
  uint64_t standing, standing_count;  // ThreadRecord[]: the threads at the end of the schedule
  std::atomic<uint64_t>
      replay_diverged;  // step + 1 at which the schedule to follow could not be followed

  std::atomic<uint64_t> input;              // offset of the bytes read from stdin, or 0
  std::atomic<uint64_t> unmodelled[8];      // bit n: a report names system call n
  std::atomic<uint32_t> refuted;            // refuted assumptions: bits
  std::atomic<uint32_t> relied_on;          // of these, those that the running pass relied on
  std::atomic<uint32_t> clocks_overflowed;  // more threads or atomics than vector clocks support
  uint32_t late_restarts;                   // restarts of long passes
  std::atomic<uint32_t> granule_numbers, object_numbers;  // assigned so far
  std::atomic<uint64_t> usage_error;  // offset of a message about OMC_OPTIONS, or 0

  // The pool: [pool_begin, pool_end) of the run, used up to pool_next.
  uint64_t pool_begin, pool_end;
  std::atomic<uint64_t> pool_next;
  // For the visited table and the record of pruned steps.
  uint64_t table_begin, table_end;
};

// The first word of a run. It changes with the layout, so a program that was linked with another
// libomc is detected.
constexpr uint64_t run_magic = 0x316e75722d636d6f + sizeof(Run);  // "omc-run1"

// Lays out a run of `bytes` in zeroed memory.
void init_run(Run& run, uint64_t bytes, Mode mode);

// `n` zeroed bytes of the pool, aligned to 16: the offset, or 0 when the pool is full.
uint64_t pool_take(Run& run, uint64_t n);

template <class T>
T* at(Run& run, uint64_t offset) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(&run) + offset);
}
template <class T>
const T* at(const Run& run, uint64_t offset) {
  return reinterpret_cast<const T*>(reinterpret_cast<const char*>(&run) + offset);
}

}  // namespace omc
