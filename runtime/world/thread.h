// A thread of the checked program: a fiber with its own stack and its own thread-local storage. No
// kernel thread stands behind it, so a fork copies all of them at once.
//
// Its identity is its slot, which follows from who created it and as which child; its number is the
// order in which this execution created it, and is what schedules and reports show.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/digest.h"
#include "run/run.h"

namespace omc {

// A statement as the hook tells it: addresses of the program, turned into a Site when it is told.
struct Place {
  const char* file = nullptr;
  uint32_t line = 0, column = 0;
  const void* pc = nullptr;
};

// Whether a signal handler that runs during a wait ends it.
enum class Interrupt : uint32_t { never, unless_restarted, always };

// What a primitive answers about a thread that stands before one of its operations.
struct Thread;
struct Waiting {
  bool (*enabled)(const Thread&) = nullptr;          // may it go on; null: always
  const Thread* (*holder)(const Thread&) = nullptr;  // who is in the way; null: nobody
  unsigned (*outcomes)(const Thread&) = nullptr;     // in how many ways; null: as the thread said
};

// What a thread is about to do, told before it does it. It lies on the thread's stack, and is part
// of the state: no padding, which would hold whatever was there before.
struct Pending {
  Op op = Op::none;
  bool timed = false;     // a wait that may expire
  uint16_t expired = 0;   // and has
  uint32_t outcomes = 1;  // how many ways this step can go
  const void* object = nullptr;
  uint64_t value = 0;
  Interrupt interrupt = Interrupt::never;
  uint32_t cancels = 0;              // a cancellation point
  const Waiting* waiting = nullptr;  // null: it never waits
};
static_assert(sizeof(Pending) == 40);

constexpr unsigned max_interrupted = 4;  // waits of one thread, each in a handler of the one before
constexpr unsigned max_held_locks = 16;  // mutexes of one thread that are remembered

// How a thread would be scheduled (kernel/scheduling.h); zero: as the process is.
struct Scheduling {
  int16_t priority = 0;  // nice
  uint16_t has_priority = 0;
  uint16_t policy = 0, level = 0;
  uint64_t processors = 0;  // bits
};
static_assert(sizeof(Scheduling) == 16);

struct Thread {
  uint16_t slot = 0;
  uint16_t number = 0;
  bool ended = false;
  bool detached = false;
  bool joined = false;
  bool takes_no_steps =
      false;                  // main while omc_run_threads has the stage: takes no steps of its own
  bool has_arena = false;     // it has allocated
  bool after_hook = false;    // behind a hook, and has not synchronised since
  bool woken = false;         // from a condition variable, and has not gone on yet
  bool done = false;          // omc_done: it runs to its end without further statements
  bool interrupted = false;   // a signal handler has ended its wait
  bool synchronised = false;  // since its step began
  bool in_library =
      false;  // or was, and has come to no statement since (races/external_libraries.h)
  bool resumes_hook =
      false;  // it has stopped for the first thing that others see after such a point
  bool at_deferred_hook =
      false;  // nothing that matters was done since the last of those that it owes
  uint32_t deferred_hooks = 0;  // points that it has passed and that are ones for a replay alone
                                // (steps/invisible_steps.h)
  uint32_t ignores_accesses = 0;
  bool cancel_requested = false, cancel_disabled = false, cancels_asynchronously = false,
       unwinding = false;
  uint64_t signals = 0;      // sent to it and not taken yet, by bit signal - 1
  uint64_t signal_mask = 0;  // those that have to wait
  int fault = 0;             // signal of a crash that the program handles itself, and where
  void* fault_address = nullptr;
  Place fault_place;
  Pending pending;
  uint32_t interrupted_count = 0;
  Pending interrupted_waits[max_interrupted];  // by signal handlers that run now: it can be woken
                                               // from them all the same
  uint32_t outcome = 0;                        // of the step it was last given
  uint32_t atomic_depth = 0;                   // omc_atomic_begin
  uint32_t children = 0;                       // threads it has created
  Thread* starter = nullptr;                   // who waits for it to reach its first point

  void* sp = nullptr;            // saved stack pointer, registers below it
  void* own_stack_sp = nullptr;  // where it was when it last stood on its own stack
  uintptr_t thread_pointer = 0;
  uintptr_t stack_begin = 0, stack_end = 0;  // snapshot/stacks.h tells what of it is live

  uintptr_t maps_next = 0;  // where its next mapping goes; 0: it has none

  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* cleanups = nullptr;      // innermost cleanup handler of C
  uint32_t held_lock_count = 0;  // mutexes that it holds, with the first of them
  const void* held_locks[max_held_locks] = {};
  const void* just_released = nullptr;  // the mutex that it has given back, if it has done nothing
                                        // since that others could learn of

  Place place, first_place;
  uint64_t hooks = 0;     // the paper's execution counter
  uint64_t steps = 0;     // its part of the schedule, with what it owes
  char name[16] = {};     // as the program gave it or its creator had it; empty: the program's
  bool is_named = false;  // it was given a name of its own
  Scheduling scheduling;
};

// What of a thread is part of the state; and of a wait, which has a place in its thread.
Digest digest(const Thread& thread);
Digest digest(const Pending& wait, uint64_t place);

constexpr unsigned max_keys = 1024;  // PTHREAD_KEYS_MAX

}  // namespace omc
