#include "heap/reachability.h"

#include <sys/mman.h>

#include "snapshot/pages.h"
#include "snapshot/stacks.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// The reachable freed blocks of the last scan: a hash table of this process.
constexpr unsigned reachable_capacity = 1 << 16;  // a power of two
struct Reachable {
  const Header* header;
  uint64_t scan_number;
};
Reachable reachable[reachable_capacity];
uint64_t scan_number;
unsigned reachable_count;

Reachable& place_for(const Header* header) {
  auto at = static_cast<unsigned>(reinterpret_cast<uintptr_t>(header) * 0x9e3779b97f4a7c15u >> 40) %
            reachable_capacity;
  while (reachable[at].scan_number == scan_number && reachable[at].header != header)
    at = (at + 1) % reachable_capacity;
  return reachable[at];
}

bool is_overflowing() { return reachable_count > reachable_capacity / 2; }

// Marks the freed block that a word of the program points into.
void follow(uintptr_t address) {
  if (!in_heap(address)) return;
  Location where = locate(address);
  if (where.header && address < reinterpret_cast<uintptr_t>(where.header + 1))
    where = locate(address - 1);  // one past the end
  if (!where.header || where.header->life != Life::freed || is_overflowing()) return;
  Reachable& place = place_for(where.header);
  if (place.scan_number != scan_number) reachable_count++;
  place = {where.header, scan_number};
}

struct Pointers {
  void scan(const void* begin, const void* end) {
    constexpr unsigned not_address = 16;  // tag bits
    for (auto* word = static_cast<const uint64_t*>(begin); word + 1 <= end; word++) {
      uintptr_t address = *word << not_address >> not_address;
      if (__builtin_expect(address - slots_begin < slots_end - slots_begin, 0)) follow(address);
    }
  }
  bool skips(uintptr_t) const { return false; }
};

struct OneWord {
  uintptr_t wanted, skipped_begin, skipped_end;
  bool found = false;
  void scan(const void* begin, const void* end) {
    for (auto* word = static_cast<const uint64_t*>(begin); word + 1 <= end; word++)
      found |= *word == wanted;
  }
  bool skips(uintptr_t page) const { return page >= skipped_begin && page < skipped_end; }
};

uintptr_t also_begin, also_end;

bool is_scanned(const Page& page) {
  bool is_checker = page.region->kind == RegionKind::checker;
  return page.latest && (!is_checker || page.address - also_begin < also_end - also_begin);
}

template <class Scan>
void scan_pages(Scan& what) {
  for (size_t i = 0; i < page_count(); i++) {
    const Page& page = page_at(i);
    if (!is_scanned(page) || what.skips(page.address)) continue;
    bool readable = page.region->protection & PROT_READ;
    const char* bytes = readable ? reinterpret_cast<const char*>(page.address) : page.latest->bytes;
    what.scan(bytes, bytes + page_size);
  }
}

// `stack` is the stack pointer of the current thread.
template <class Scan>
void scan_thread(const Thread& thread, const void* stack, Scan& what) {
  if (thread.ended && !thread.joined) what.scan(&thread.result, &thread.result + 1);
  bool is_being_made = &thread != world().current && !thread.sp;
  if (thread.ended || is_being_made) return;
  auto begin = reinterpret_cast<uintptr_t>(stack);
  if (&thread != world().current)
    begin = live_stack(thread);
  else if (!is_on_stack(thread, stack))
    begin = written_stack(thread);
  what.scan(reinterpret_cast<const void*>(begin), reinterpret_cast<const void*>(thread.stack_end));
}

template <class Scan>
void scan_memory(const void* stack, Scan& what) {
  const World& w = world();
  scan_pages(what);
  for (unsigned i = 0; i < w.thread_count; i++) scan_thread(w.threads[i], stack, what);
  for (unsigned i = 0; i < w.signals.queued_count; i++)
    what.scan(&w.signals.sent[i].value, &w.signals.sent[i].value + 1);
  for (unsigned i = 0; i < w.invariant_count; i++)
    what.scan(&w.invariants[i].arg, &w.invariants[i].arg + 1);
}

}  // namespace

void scan_also(uintptr_t begin, uintptr_t end) { also_begin = begin, also_end = end; }

void scan_for_pointers(const void* stack) {
  scan_number++;
  reachable_count = 0;
  Pointers pointers;
  scan_memory(stack, pointers);
}

bool is_stored(uintptr_t word, const void* stack, uintptr_t begin, uintptr_t end) {
  OneWord one{word, begin, end};
  scan_memory(stack, one);
  return one.found;
}

bool is_reachable(const Header* header) {
  return is_overflowing() || place_for(header).scan_number == scan_number;
}

}  // namespace omc
