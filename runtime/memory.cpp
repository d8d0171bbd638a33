#include "memory.h"

#include "bug.h"
#include "heap.h"
#include "known.h"
#include "owner.h"
#include "sharing.h"

namespace omc {
namespace {

// While a block is taken for private, its thread may stop behind where it frees it, which no schedule can say. The search that
// begins again because others touch it knows better.
bool will_be_seen_again(uintptr_t address, AccessKind kind) {
  if (checker.is_replay) return false;
  touches_shared(address, 1, kind);
  return checker.run->sharing_grew;
}

void tell(const char* reading, const char* writing, AccessKind kind, uintptr_t address) {
  if (will_be_seen_again(address, kind)) leave(Stop::abandoned);
  found({BugKind::memory, is_write(kind) ? writing : reading, reinterpret_cast<const void*>(address)});
}

void check_heap(uintptr_t address, size_t n, AccessKind kind) {
  if (is_in_live_block(address, n)) return;
  Block block = block_at(address);
  if (block.life == Life::freed) return tell("read of freed memory", "write to freed memory", kind, address);
  if (block.life == Life::live && address < block.begin) return tell("read before a heap block", "write before a heap block", kind, address);
  tell("read beyond a heap block", "write beyond a heap block", kind, address);
}

// A frame that has been left, or any of a thread that has ended.
void check_stack(uintptr_t address, AccessKind kind) {
  const World& w = world();
  uintptr_t slot = (address - slots_begin) / slot_size;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    if (thread.slot != slot || &thread == w.current) continue;
    if (thread.ended && !thread.slot) return;  // main's is there as long as the process
    if (thread.ended) return tell("read of the stack of a thread that has ended", "write to the stack of a thread that has ended", kind, address);
    if (address >= thread.stack_begin && address < stack_in_use(thread))
      return tell("read of a stack frame that was left", "write to a stack frame that was left", kind, address);
    return;
  }
}

}  // namespace

bool is_in_live_block(uintptr_t address, size_t n) {
  if (!in_slots(address) || (address - slots_begin) % slot_size < heap_offset) return false;
  Block block = block_at(address);
  if (block.life != Life::live || address < block.begin || address - block.begin + n > block.size) return false;
  know_live(address, block.begin, block.begin + block.size);
  return true;
}

void check_memory(const void* p, size_t n, AccessKind kind) {
  auto address = reinterpret_cast<uintptr_t>(p);
  if (!in_slots(address) || !n || !inside() || !checker.options.checks_for(BugKind::memory)) return;
  const Thread& thread = self();
  if (address >= thread.stack_begin && address < thread.stack_end) return;
  uintptr_t offset = (address - slots_begin) % slot_size;
  if (offset >= heap_offset) check_heap(address, n, kind);
  else if (offset >= stack_offset && offset < maps_offset) check_stack(address, kind);
}

}  // namespace omc
