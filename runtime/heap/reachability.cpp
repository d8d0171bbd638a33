#include "heap/reachability.h"

#include <sys/mman.h>

#include "snapshot/pages.h"
#include "snapshot/stacks.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// The blocks that were found, by this process.
constexpr unsigned room_for_found = 1 << 16;  // a power of two
struct Found {
  const Header* header;
  uint64_t look;
};
Found found[room_for_found];
uint64_t look;
unsigned found_count;

Found& place_for(const Header* header) {
  auto at = static_cast<unsigned>(reinterpret_cast<uintptr_t>(header) * 0x9e3779b97f4a7c15u >> 40) %
            room_for_found;
  while (found[at].look == look && found[at].header != header) at = (at + 1) % room_for_found;
  return found[at];
}

bool are_too_many() { return found_count > room_for_found / 2; }

// Of a word of the program that is an address in the slots.
void follow(uintptr_t address) {
  if (!in_heap(address)) return;
  Location where = locate(address);
  if (where.header && address < reinterpret_cast<uintptr_t>(where.header + 1))
    where = locate(address - 1);  // one past the end
  if (!where.header || where.header->life != Life::freed || are_too_many()) return;
  Found& place = place_for(where.header);
  if (place.look != look) found_count++;
  place = {where.header, look};
}

void look_at(const void* begin, const void* end) {
  constexpr unsigned not_address = 16;  // upper bits
  for (auto* word = static_cast<const uint64_t*>(begin); word + 1 <= end; word++) {
    uintptr_t address = *word << not_address >> not_address;
    if (__builtin_expect(address - slots_begin < slots_end - slots_begin, 0)) follow(address);
  }
}

void look_at_pages_for_pointers() {
  for (size_t i = 0; i < page_count(); i++) {
    const Page& page = page_at(i);
    if (!page.now || page.region->kind == RegionKind::checker) continue;
    bool readable = page.region->protection & PROT_READ;
    const char* bytes = readable ? reinterpret_cast<const char*>(page.address) : page.now->bytes;
    look_at(bytes, bytes + page_size);
  }
}

// The running thread stands at `stack`.
void look_at_thread(const Thread& thread, const void* stack) {
  if (thread.ended && !thread.joined) look_at(&thread.result, &thread.result + 1);
  if (thread.ended) return;
  auto begin = reinterpret_cast<uintptr_t>(stack);
  if (&thread != world().current)
    begin = live_stack(thread);
  else if (!is_on_stack(thread, stack))
    begin = written_stack(thread);
  look_at(reinterpret_cast<const void*>(begin), reinterpret_cast<const void*>(thread.stack_end));
}

}  // namespace

void look_for_pointers(const void* stack) {
  const World& w = world();
  look++;
  found_count = 0;
  look_at_pages_for_pointers();
  for (unsigned i = 0; i < w.thread_count; i++) look_at_thread(w.threads[i], stack);
  for (unsigned i = 0; i < w.signals.queued_count; i++)
    look_at(&w.signals.sent[i].value, &w.signals.sent[i].value + 1);
  for (unsigned i = 0; i < w.invariant_count; i++)
    look_at(&w.invariants[i].arg, &w.invariants[i].arg + 1);
}

bool is_pointed_to(const Header* header) {
  return are_too_many() || place_for(header).look == look;
}

}  // namespace omc
