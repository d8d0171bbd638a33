// Who runs.
#pragma once

#include "omc/fast_path.h"
#include "world/border.h"
#include "world/world.h"

namespace omc {

// True in a thread of an explored program: the primitives are libomc's. False when dormant and in
// the search.
inline bool inside() { return checker.exploring && world().current; }

// The running thread, after it was charged for the hooks that instrumented code has passed.
void absorb_hooks(Thread& thread);
inline Thread& current_thread() {
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

// The next hook calls libomc.
inline void allow_no_hooks() { omc_fast_path.hooks_left = checker.hooks_given = 0; }

bool any_other_alive(const Thread& thread);
Thread* thread_of(uintptr_t thread_pointer);
Thread* thread_numbered(unsigned number);

}  // namespace omc
