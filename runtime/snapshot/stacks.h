// Which part of a thread's stack is live. Normally this is everything above the stack pointer. A
// thread that runs a coroutine has its stack pointer in other memory. Its own stack then counts as
// live as far down as it was written.
#pragma once

#include "platform/address_space.h"
#include "world/thread.h"

namespace omc {

inline bool is_on_stack(const Thread& thread, const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return address >= thread.stack_begin && address < thread.stack_end;
}

// The lower end of the live stack of a thread that has stopped.
uintptr_t live_stack(const Thread& thread);
// The same for a thread that runs a coroutine, rounded down to a page.
uintptr_t written_stack(const Thread& thread);

// Clears the dead stack below the stack pointer of a thread that has stopped. Frames that do not
// write all their bytes would otherwise contain values that depend on the schedule.
void settle_stack(Thread& thread);
// The same for a restored thread, whose live stack begins at `begin`.
void clear_dead_stack(const Thread& thread, uintptr_t begin);
// A step has moved the stack pointer from `before`: learns how large frames are.
void learn_frame_size(const Thread& thread, const void* before);

// Where the program's own frames begin on the stack of a stopped thread. The frames below belong to
// libomc and contain no variables of the program.
uintptr_t stack_in_use(const Thread& thread);

// What a context switch pushes on the stack (platform/context.S).
struct SavedRegisters {
  uint64_t modes, r15, r14, r13, r12, rbx, rbp, pc;
};

}  // namespace omc
