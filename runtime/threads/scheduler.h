// Who may run, and the way between the search and the program's threads.
//
// A thread that is about to do something others could notice says so (`point`) and gives control to
// the search; it goes on when it is chosen, and then what it waits for is there. Each primitive
// answers three questions about a pending operation: may it go on, in how many ways, and who is in
// the way.
#pragma once

#include <time.h>

#include "omc/fast_path.h"
#include "world/world.h"

namespace omc {

struct Waiting {
  bool (*enabled)(const Thread&) = nullptr;          // null: always
  const Thread* (*holder)(const Thread&) = nullptr;  // null: nobody
  unsigned (*outcomes)(const Thread&) = nullptr;     // null: as many as the thread said
};
// The answers for an operation, by the primitive it belongs to.
const Waiting& waiting_for(Op op);

bool is_enabled(const Thread& thread);
unsigned outcomes_of(const Thread& thread);

// Last in a function that the program calls: what a callee may change would hold values of the
// checker, and a compiler that stores such a register as padding would make them part of the state.
[[gnu::always_inline]] inline void leave_no_traces() {
  asm volatile(
      "xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\txorl "
      "%%edi, %%edi\n\t"
      "xorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\txorl %%r11d, %%r11d" ::
          : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory");
}

// First in such a function: what the functions called from here leave unwritten in their frames
// would be, too.
[[gnu::always_inline]] inline void clear_below() {
  constexpr long bytes = 768;
  long words = bytes / 8;
  asm volatile("leaq -%c[bytes](%%rsp), %%rdi\n\trep stosq"
               : "+c"(words)
               : [bytes] "i"(bytes), "a"(0)
               : "rdi", "memory");
}

// The same where little is called, and often. What was called has left numbers of the checker
// there, or not, where it knew the answer from before: so this is for afterwards.
[[gnu::always_inline]] inline void clear_a_little_below() {
  asm volatile(
      "pxor %%xmm0, %%xmm0\n\t.set omc_below, 16\n\t.rept 32\n\tmovups %%xmm0, "
      "-omc_below(%%rsp)\n\t"
      ".set omc_below, omc_below + 16\n\t.endr" ::
          : "xmm0", "memory");
}

// True in a thread of an explored program: the primitives are ours. False when dormant and in the
// search.
inline bool inside() { return checker.exploring && world().current; }
void absorb_hooks(Thread& thread);
inline Thread& self() {
  Thread& thread = *world().current;
  bool passed;  // compared so that no number of the checker stays in a register
  asm("movq %1, %%rax\n\tcmpq %2, %%rax\n\tmovl $0, %%eax"
      : "=@ccne"(passed)
      : "m"(omc_fast_path.hooks_left), "m"(checker.hooks_given)
      : "rax");
  if (__builtin_expect(passed, 0)) {
    absorb_hooks(thread);
    clear_below();
  }
  return thread;
}
bool any_other_alive(const Thread& thread);
Thread* thread_of(uintptr_t thread_pointer);
Thread* thread_numbered(unsigned number);

// Makes the world with the program's main thread as thread 0, which will call `body`.
void make_world(size_t stack_size, void (*body)());
// Search side: runs it to its first point.
void start_first_thread();

// Before an operation: a scheduling point where the granularity has one, and always where the
// thread must wait. Gives the outcome that the search chose.
unsigned point(Op op, const void* object, uint64_t value = 0, unsigned outcomes = 1);
// Before an operation that may have to wait, until some time or, with null, for ever: true when
// what it waits for is there, false when the time has come.
bool wait_until(Op op, const void* object, uint64_t value, const timespec* until);
unsigned point(const Pending& pending);
// The same, with all that can be said of a wait. When a signal handler has ended it, false, and
// was_interrupted() once.
bool wait_until(const Pending& pending, const timespec* until);
bool was_interrupted();
// The same for a pending operation that is filled in already, unconditionally.
unsigned yield(const Pending& pending);
// A statement.
void hook(const Place& place);
// A plain access to memory: where that is a scheduling point.
void access_point(const void* p, size_t n, bool write);

// Makes a thread; null when there are too many.
Thread* make_thread(void* (*entry)(void*), void* argument, size_t stack_size,
                    void* stack = nullptr);
// Runs a new thread to its first point: until then it can only do what nobody notices, so it does
// that at once.
void start_thread(Thread& thread);
[[noreturn]] void end_thread(void* result);

// Leaves the program for good: the execution is over.
[[noreturn]] void leave(Stop stop);

// Search side: lets `thread` take a step.
void run_step(Thread& thread, unsigned outcome);

}  // namespace omc
