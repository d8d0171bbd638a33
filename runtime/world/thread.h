// A thread of the checked program: a fiber with its own stack and thread-local storage. It has no
// kernel thread, so a fork copies all threads at once.
//
// Its identity is its slot, which follows from its creator and its index among the children. Its
// number is its place in the order of creation, and is used in schedules and reports.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/digest.h"
#include "run/run.h"

namespace omc {

// A statement as the hook names it, by addresses of the program. A report holds it as a Site.
struct Place {
  const char* file = nullptr;
  uint32_t line = 0, column = 0;
  const void* pc = nullptr;
};

// Whether a signal handler ends a wait.
enum class Interrupt : uint32_t { never, unless_restarted, always };

// How a primitive decides about a thread that is about to perform one of its operations.
struct Thread;
struct Waiting {
  bool (*enabled)(const Thread&) = nullptr;          // it need not wait; null: always
  const Thread* (*holder)(const Thread&) = nullptr;  // who holds what it waits for; null: nobody
  unsigned (*outcomes)(const Thread&) = nullptr;     // their number; null: that of the Pending
  bool (*offers)(const Thread&, unsigned outcome) = nullptr;  // null: all of these
};

// The operation that a thread is about to perform. It is part of the state, so it has no padding:
// that would hold arbitrary bytes.
struct Pending {
  Op op = Op::none;
  bool timed = false;     // has a time limit
  uint16_t expired = 0;   // which has expired
  uint32_t outcomes = 1;  // how many outcomes the step can have
  const void* object = nullptr;
  uint64_t value = 0;
  Interrupt interrupt = Interrupt::never;
  uint32_t cancels = 0;              // a cancellation point
  const Waiting* waiting = nullptr;  // null: it never waits
  const void* expected = nullptr;    // of a compare-exchange: the bytes that it expects
};
static_assert(sizeof(Pending) == 48);

constexpr unsigned max_interrupted = 4;  // nested waits of one thread, in signal handlers
constexpr unsigned max_held_locks = 16;  // locks of one thread that are recorded

// The scheduling parameters of a thread (kernel/scheduling.h); zero: those of the process.
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
  bool is_timer = false;        // it is no thread of the program, but a timer
  bool takes_no_steps = false;  // main, while omc_run_threads runs the threads
  bool has_arena = false;       // it has allocated memory
  bool after_hook = false;      // has not synchronised since its last hook
  bool woken = false;           // from a condition variable or futex, and has not run since
  bool done = false;            // omc_done: it runs to its end without further steps
  bool interrupted = false;     // a signal handler has ended its wait
  bool synchronised = false;    // since its step began
  // In an external library, or back from one without a hook since (races/external_libraries.h).
  bool in_library = false;
  // Stopped at its first visible operation instead of at the hook before it. The two share one
  // entry of the schedule.
  bool resumes_hook = false;
  // It has done nothing visible since its last deferred hook.
  bool at_deferred_hook = false;
  // Scheduling points of a replay at which the search did not stop (steps/invisible_steps.h).
  uint32_t deferred_hooks = 0;
  uint32_t ignores_accesses = 0;
  bool cancel_requested = false, cancel_disabled = false, cancels_asynchronously = false,
       unwinding = false;
  uint64_t signals = 0;      // pending for this thread, by bit signal - 1
  uint64_t signal_mask = 0;  // blocked signals
  int fault = 0;             // signal of a crash that the program handles itself
  void* fault_address = nullptr;
  Place fault_place;
  Pending pending;
  uint32_t interrupted_count = 0;
  // Waits that running signal handlers have interrupted. Others may still end them.
  Pending interrupted_waits[max_interrupted];
  uint32_t outcome = 0;       // of its last step, chosen by the search
  uint32_t atomic_depth = 0;  // omc_atomic_begin
  uint32_t children = 0;      // threads it has created
  Thread* starter = nullptr;  // its creator, until it reaches its first point

  void* sp = nullptr;            // saved stack pointer, registers below it
  void* own_stack_sp = nullptr;  // `sp` when it last ran on its own stack
  uintptr_t thread_pointer = 0;
  uintptr_t id = 0;  // its pthread_t: its thread pointer, or that of an ended thread (--reuse)
  uintptr_t stack_begin = 0, stack_end = 0;  // live part: snapshot/stacks.h

  uintptr_t maps_next = 0;  // address of its next mapping; 0: it has none

  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* cleanups = nullptr;      // innermost cleanup handler of C
  uint32_t held_lock_count = 0;  // all of them, of which the first are recorded
  const void* held_locks[max_held_locks] = {};
  // The mutex that it has unlocked, unless it has done something visible since.
  const void* just_released = nullptr;

  Place place, first_place;
  uint64_t hooks = 0;     // the paper's execution counter
  uint64_t steps = 0;     // in the schedule, deferred hooks included
  char name[16] = {};     // its own, or inherited from its creator; empty: the program's
  bool is_named = false;  // the program has named this thread
  Scheduling scheduling;
};

// Their parts of the state. `place` tells apart the waits of all threads.
Digest digest(const Thread& thread);
Digest digest(const Pending& wait, uint64_t place);

constexpr unsigned max_keys = 1024;  // PTHREAD_KEYS_MAX

}  // namespace omc
