// What of a thread's stack is live. A thread that stands on its stack uses it from its stack
// pointer on. One that runs a coroutine stands on memory that the program has made a stack: then
// its own is live as far as it was written.
#pragma once

#include "platform/address_space.h"
#include "world/thread.h"

namespace omc {

inline bool is_on_stack(const Thread& thread, const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return address >= thread.stack_begin && address < thread.stack_end;
}

// Where it begins, of a thread that has stopped.
uintptr_t live_stack(const Thread& thread);
// Of one that runs a coroutine: a whole page.
uintptr_t written_stack(const Thread& thread);

// The thread has stopped. What lies below its stack pointer is dead, but would shine through in
// frames that do not write all of themselves: this makes it the same in every schedule.
void settle_stack(Thread& thread);
// The same for a thread that was put back, whose stack is live from `begin` on.
void clear_dead_stack(const Thread& thread, uintptr_t begin);
// A thread has gone from one stack pointer to another in a step.
void learn_frame_size(const Thread& thread, const void* before);

// Where the program's own frames begin on the stack of a thread that does not run. Below are those
// of libomc, and where they lie there are no variables of the program any more.
uintptr_t stack_in_use(const Thread& thread);

// What a switch leaves on a stack, from the stack pointer on (platform/context.S).
struct SavedRegisters {
  uint64_t modes, r15, r14, r13, r12, rbx, rbp, pc;
};

}  // namespace omc
