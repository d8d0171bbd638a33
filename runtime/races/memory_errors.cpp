#include "races/memory_errors.h"

#include "heap/heap.h"
#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/stacks.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

// While a block is assumed private, its thread may have stopped after the free, where no schedule
// entry exists. The restart that this access causes will find the error again.
bool will_be_explored_again(uintptr_t address, AccessKind kind) {
  if (checker.is_replay) return false;
  accesses_shared(address, 1, kind);
  return will_restart();
}

struct CheckedAccess {
  uintptr_t address;
  size_t size;
  AccessKind kind;
};

void report(const char* reading, const char* writing, const CheckedAccess& use) {
  if (will_be_explored_again(use.address, use.kind)) leave(Stop::abandoned);
  Finding finding{BugKind::memory, is_write(use.kind) ? writing : reading,
                  reinterpret_cast<const void*>(use.address)};
  finding.size = use.size;
  found(finding);
}

void check_heap(const CheckedAccess& use) {
  if (is_in_live_block(use.address, use.size)) return;
  Block block = block_near(use.address);
  if (block.life == Life::freed)
    return report("read of freed memory", "write to freed memory", use);
  if (block.life == Life::live && use.address < block.begin)
    return report("read before a heap block", "write before a heap block", use);
  report("read beyond a heap block", "write beyond a heap block", use);
}

// The owner of a slot, if it is not the current thread.
const Thread* stopped_thread(uintptr_t slot) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (w.threads[i].slot == slot && &w.threads[i] != w.current) return &w.threads[i];
  return nullptr;
}

// Reports an access to a dead frame, or to the stack of a thread that has ended.
void check_stack(const Thread& thread, const CheckedAccess& use) {
  if (thread.ended && !thread.slot) return;  // the main stack lives as long as the process
  if (thread.ended)
    return report("read of the stack of a thread that has ended",
                  "write to the stack of a thread that has ended", use);
  if (use.address >= thread.stack_begin && use.address < stack_in_use(thread))
    report("read of a stack frame that was left", "write to a stack frame that was left", use);
}

void check_thread_local(const Thread& thread, const CheckedAccess& use) {
  if (!thread.ended || !thread.slot) return;
  report("read of a variable of a thread that has ended",
         "write to a variable of a thread that has ended", use);
}

}  // namespace

void check_memory(const void* p, size_t n, AccessKind kind) {
  auto address = reinterpret_cast<uintptr_t>(p);
  // The optimiser may have removed the access itself, which would fault.
  if (n && is_null_page(address)) (void)*static_cast<const volatile char*>(p);
  if (!in_slots(address) || !n || !inside() || !checker.options.checks_for(BugKind::memory)) return;
  const Thread& thread = current_thread();
  if (address >= thread.stack_begin && address < thread.stack_end) return;
  uintptr_t offset = (address - slots_begin) % slot_size;
  CheckedAccess use{address, n, kind};
  if (offset >= heap_offset) return check_heap(use);
  const Thread* owner =
      offset < maps_offset ? stopped_thread((address - slots_begin) / slot_size) : nullptr;
  if (!owner) return;
  // To leave a frame is a write to it (steps/step.cpp), but only where somebody looks.
  observe_lock(stack_of(*owner));
  use_memory(p, n, false);
  if (offset >= stack_offset) return check_stack(*owner, use);
  use_memory(stack_of(*owner), 1, false);
  check_thread_local(*owner, use);
}

}  // namespace omc
