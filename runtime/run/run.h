// What a run is: the memory that the driver and every process of the runtime share.
//
// The driver makes it (a memfd, handed over in OMC_RUN_FD), the runtime fills it while it explores,
// and the driver watches the counters and reads the result; nothing in it is a pointer. Everything
// the runtime has to tell is data here; turning it into words is the driver's. Strings and arrays
// live in a pool that only grows and are named by their offset from the start of the run.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "run/operations.h"
#include "run/schedule.h"

namespace omc {

constexpr unsigned max_bugs = 64;  // distinct bugs that a run can hold
constexpr unsigned max_stored_outcomes =
    4096;                                      // distinct outcomes that a run keeps with their text
constexpr size_t max_stored_output = 1 << 20;  // bytes of output kept for an outcome

enum class Mode : uint8_t { dormant, check, replay };
enum class Search : uint8_t { exhaustive, pruned };
enum class Engine : uint8_t { rewind, fork };
enum class Granularity : uint8_t { sync, statement, access };

// A bit mask of these is what --check says.
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

// Whether a report names a system call as not modelled, and as what (kernel/syscalls.def).
enum class Naming : uint8_t {
  never,
  done,      // the kernel does it in each schedule
  not_done,  // it has no effect
};

// Why a search ended before it had seen everything.
enum class Incomplete : uint8_t {
#define INCOMPLETE(name, text) name,
#include "run/words.def"
};
inline constexpr const char* incomplete_words[] = {
#define INCOMPLETE(name, text) text,
#include "run/words.def"
};

// Where: a statement of the program's source. `pc` lies in the function that the hook stands in.
struct Site {
  uint64_t file = 0;  // offset of the path; 0 when the code is not instrumented
  uint32_t line = 0;
  uint32_t column = 0;
  uint64_t pc = 0;
};

enum class ThreadStatus : uint8_t { ready, blocked, ended };

// How a thread stood when the schedule ended.
struct ThreadRecord {
  uint16_t number = 0;
  ThreadStatus status = ThreadStatus::ready;
  Op op = Op::none;         // what it would do next
  uint16_t owner = 0xffff;  // blocked: the thread that holds what it waits for, if one does
  uint64_t object = 0;      // address, semaphore index, or number of the thread joined
  Site site;                // statement that it is in
  Site entry;               // first statement that it executed: its function names the thread
  uint64_t name = 0;        // offset of the name that the program gave it
};

// A place in a loaded file, in a form that holds in every process: the offset is the address as the
// file has it.
struct FilePlace {
  uint64_t path = 0;  // offset of the path, or 0
  uint64_t offset = 0;
};

// One side of a data race.
struct RaceAccess {
  Site site;        // the statement that the thread was in
  uint64_t pc = 0;  // where the compiler's call returns to
  uint64_t address = 0;
  FilePlace code, data;  // the same two
  uint16_t thread = 0;
  uint8_t size = 0, write = 0, atomic = 0;
  uint8_t past = 0;  // it was before, and nothing orders the other after it
  uint8_t padding[2] = {};
  uint64_t events = 0;  // replay, when it or the other is past: how many there were before it
};

constexpr uint16_t nobody = 0xffff;

// A block of the heap that a bug is about.
struct BlockRecord {
  uint64_t begin = 0, size = 0;  // 0: there is none
  Site allocated, freed;         // in a replay, as far as known
  uint16_t allocated_by = nobody, freed_by = nobody;
  uint32_t padding = 0;
};

// Memory that is one thread's own: of its stack, or a thread-local variable.
struct OwnerRecord {
  uint16_t thread = nobody;
  uint16_t is_local = 0;  // on the stack
  uint32_t padding = 0;
  int64_t offset = 0;  // from the frame pointer of the function that it is a local of, or from the
                       // thread pointer
  FilePlace code;      // local: in that function, as far as known
};

struct BugRecord {
  BugKind kind = BugKind::deadlock;
  uint16_t thread = 0;    // whose step showed it
  int32_t signal = 0;     // crash: the signal
  uint64_t address = 0;   // crash: si_addr; misuse and memory: the object
  uint64_t size = 0;      // memory: of the access; 0 for a free
  uint64_t text = 0;      // offset: the failed expression, the exception's what(), what is wrong
  Site site;              // of that thread
  uint64_t schedule = 0;  // offset of Stretch[schedule_stretches]
  uint64_t schedule_stretches = 0;
  uint64_t threads = 0;  // offset of ThreadRecord[thread_count]
  uint32_t thread_count = 0;
  uint32_t count = 0;           // how often this bug was met
  uint32_t weak = 0;            // a stronger one takes its place
  uint64_t identity = 0;        // two bugs with the same are one
  uint64_t other_schedule = 0;  // order-race: the schedule that came to the same counter first
  uint64_t other_schedule_stretches = 0;
  uint64_t frames = 0;  // crash: offset of FilePlace[frame_count], the calls that the thread was
                        // in, innermost first
  uint32_t frame_count = 0, frames_left_out = 0;  // before the last four, when there are too many
  RaceAccess accesses[2];                         // data-race: the later step's, and the other's
  BlockRecord block;                              // data-race and memory
  OwnerRecord owner;                              // likewise
};

struct OutcomeRecord {
  uint64_t digest = 0;
  uint64_t count = 0;
  int32_t exit_status = 0;
  int32_t signal = 0;
  uint64_t out = 0, out_length = 0;  // what went to descriptor 1
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

// A loaded object, to turn a pc or a variable's address into a name: address - base is what its
// file says.
struct Module {
  uint64_t base = 0;
  uint64_t path = 0;  // offset
};

// A name that the program gave to an address (omc_name).
struct NameRecord {
  uint64_t address = 0;
  uint64_t name = 0;  // offset
};

// A range of writable memory as it was when a replayed schedule ended (order-race only).
struct MemoryRecord {
  uint64_t address = 0;
  uint64_t length = 0;
  uint64_t bytes = 0;    // offset
  uint32_t heap_of = 0;  // 0: globals of a module; n: heap of thread n - 1
  uint32_t padding = 0;
};

struct Stats {
  std::atomic<uint64_t> executions, states, steps, hooks, pruned, forks;
  std::atomic<uint64_t> threads;    // most threads in one execution
  std::atomic<uint64_t> max_depth;  // most steps in one execution
  std::atomic<uint64_t> processes;  // alive now
  std::atomic<uint64_t> max_processes;
  std::atomic<uint64_t> depth;      // of the execution that reported last, for the progress line
  std::atomic<uint64_t> has_sites;  // nonzero once any hook was called by an instrumented statement
};

constexpr unsigned max_loaded = 16;

struct Run {
  uint64_t magic;
  uint64_t bytes;  // of the whole run
  Mode mode;
  // Replay: the schedule to follow, as Choice[schedule_length], and what to keep of it.
  uint8_t wants_events, wants_memory;
  uint64_t schedule, schedule_length;
  // Replay: an address whose block of the heap is wanted, and what it was when the schedule ended.
  uint64_t queried_address;
  BlockRecord queried_block;

  Stats stats;
  std::atomic<uint32_t> stop;               // anybody asks everybody to end
  std::atomic<uint32_t> started;            // the runtime has taken the run over
  std::atomic<uint32_t> finished;           // the search ended by itself and all below is final
  std::atomic<uint32_t> incomplete;         // Incomplete: the first that was hit
  std::atomic<uint64_t> incomplete_detail;  // offset of a detail, or 0

  std::atomic<int64_t> tokens;  // processes that may still be started beside their parents
  std::atomic<uint32_t> lock;   // around bugs and outcomes
  std::atomic<uint32_t> bug_count;
  std::atomic<uint64_t>
      bugs_dropped;  // how often a bug was met that is none of those and found no room
  std::atomic<uint32_t> outcome_count;     // distinct outcomes that are kept
  std::atomic<uint64_t> outcomes_dropped;  // executions whose outcome found no room
  BugRecord bugs[max_bugs];
  OutcomeRecord outcomes[max_stored_outcomes];

  uint64_t events, event_count, event_capacity;  // replay
  uint64_t modules, module_count;
  std::atomic<uint64_t>
      loaded[max_loaded];  // offsets of names: files with code that were loaded on the way
  uint64_t names, name_count;
  uint64_t memories, memory_count;
  uint64_t standing,
      standing_count;  // ThreadRecord[]: how the threads stood when the schedule ended
  std::atomic<uint64_t> replay_diverged;  // step + 1 at which the schedule could not be followed

  std::atomic<uint64_t> input;              // offset of what was read from stdin, or 0
  std::atomic<uint64_t> unmodelled[8];      // bit n: a report names system call n
  std::atomic<uint32_t> refuted;            // assumptions that were shown to be wrong: bits
  std::atomic<uint32_t> relied_on;          // of these, what the running pass has relied on
  std::atomic<uint32_t> clocks_overflowed;  // more threads or atomics than clocks can follow
  uint32_t late_restarts;                   // how often the search began again when it had come far
  std::atomic<uint32_t> granule_numbers, object_numbers;  // given out
  std::atomic<uint64_t> usage_error;  // offset of a message about OMC_OPTIONS, or 0

  // The pool: [pool_begin, pool_end) of the run, used up to pool_next.
  uint64_t pool_begin, pool_end;
  std::atomic<uint64_t> pool_next;
  // What the visited table and the record of pruned steps may use.
  uint64_t table_begin, table_end;
};

// What a run begins with. It changes with the layout, so that a program that was linked with
// another libomc is told from a broken one.
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
