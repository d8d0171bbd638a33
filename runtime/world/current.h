// The running thread.
#pragma once

#include "omc/fast_path.h"
#include "world/border.h"
#include "world/world.h"

namespace omc {

// True in a thread of an explored program: the primitives are libomc's. False when dormant and in
// the search.
inline bool inside() { return checker.exploring && world().current; }

inline Thread& current_thread() { return *world().current; }

// Adds the hooks that instrumented code has passed by itself to the running thread's counts.
void absorb_hooks(Thread& thread);
inline void charge_hooks() {
  bool passed;  // compared in assembly, so that no value of the checker stays in a register
  asm("movq %1, %%rax\n\tcmpq %2, %%rax\n\tmovl $0, %%eax"
      : "=@ccne"(passed)
      : "m"(omc_fast_path.hooks_left), "m"(checker.last_hooks_left)
      : "rax");
  if (__builtin_expect(!passed, 1)) return;
  absorb_hooks(current_thread());
  clear_below();
}

// The border guard: each function that the program calls asks it first. True as inside() is; then
// the thread has paid for its hooks, and what libomc knows of it is up to date.
inline bool entered() {
  if (!inside()) return false;
  charge_hooks();
  return true;
}

// The guard of a function without a result that the program calls often: it leaves nothing of the
// checker behind, whether the thread has stopped in it or not.
class Entry {
 public:
  [[gnu::always_inline]] Entry() : explored_(entered()) {}
  [[gnu::always_inline]] ~Entry() {
    if (!explored_) return;
    clear_a_little_below();
    leave_no_traces();
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  [[gnu::always_inline]] explicit operator bool() const { return explored_; }

 private:
  bool explored_;
};

// The next hook calls libomc.
inline void allow_no_hooks() {
  omc_fast_path.hooks_left = checker.last_hooks_left = checker.withheld_hooks = 0;
}

bool any_other_alive(const Thread& thread);
// A thread that has joined all others, or whose others have been joined by each other, comes after
// them in every execution. That they have ended is not enough: in another execution they have not.
bool comes_last(const Thread& thread);
Thread* thread_in_slot(unsigned slot);
// The thread with this pthread_t. With --reuse there may be several, of which the last counts.
Thread* thread_of(uintptr_t id);
Thread* thread_numbered(unsigned number);

}  // namespace omc
