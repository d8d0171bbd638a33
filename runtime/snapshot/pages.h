// Which of the program's pages were written, and what was in them. When exploration begins,
// everything writable is made read-only; the first write to a page faults, the page joins the known
// ones and becomes writable. What was never touched is as it was, so only known pages matter to the
// state.
//
// A known page is hot (writable; compared with its kept copy at every state) or, when it has not
// changed for a while, cold (read-only again, until a fault makes it hot). The digest of memory is
// the sum, over known pages, of the page's digest now less its digest at the beginning: a function
// of the content alone, however each process came to know what it knows.
#pragma once

#include "platform/address_space.h"
#include "snapshot/page_copies.h"

namespace omc {

// What a region is, for reports and for what counts as shared between threads.
enum class RegionKind : uint8_t { module, heap, anonymous, thread_local_storage, checker };

struct Region {
  uintptr_t begin, end;
  RegionKind kind;
  uint16_t slot;
  int protection;  // as the program sees it
  uint64_t born;   // at which time of the world's map clock it came to be, 0: it was there in the
                   // beginning
  uint64_t died;   // and was unmapped; 0: it is alive
  bool in_place;   // it took the place of another by mprotect: nothing to unmap
  uint64_t content = 0;  // which file was mapped there, and which part of it
};

struct Page {
  uintptr_t address;
  Region* region;
  Kept* base;         // as it was before the first write
  Kept* now;          // as it was when last looked at
  uint32_t quiet;     // states since it last changed
  uint32_t patience;  // how many of them it may have before it is cold
  bool hot;
};

struct Extent {
  uintptr_t begin = 0, end = 0;
};

// Finds the writable memory of the program as it is now and watches it.
void watch_program();
// Watches memory of a slot, which is zero now and stays mapped whatever happens.
void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection);
// Watches memory that the program has just mapped; what was in its place was unmapped before.
void watch_mapped(uintptr_t begin, uintptr_t end, RegionKind kind, int protection,
                  uint64_t content);

// Zeroed memory of the checker that goes back with the program; it does not count in the state.
void* rewound_memory(size_t bytes);

// The program unmaps or protects memory. It is taken out of reach, not given back, so that going
// back is possible.
void unmap(uintptr_t begin, uintptr_t end);
// 0 or the kernel's negative error number.
long change_protection(uintptr_t begin, uintptr_t end, int protection);
// The protection of a range that is the same everywhere in it, or -1.
int protection_at(uintptr_t begin, uintptr_t end);
// The program needs what is in these pages no more: they are as they were when they were mapped.
void empty_pages(uintptr_t begin, uintptr_t end);

// Zeroes memory of the heap; what was never written is not touched.
void zero_range(uintptr_t begin, size_t n);
// True where the variables and the code of a loaded file are.
bool is_in_module(uintptr_t address);

// A fault at `address`: true when the page was watched and may now be written.
bool touch(uintptr_t address);
// Before somebody writes who cannot take a fault: the kernel.
void touch_range(uintptr_t begin, size_t n);

// Looks at all hot pages. What changed is kept anew.
struct MemoryDigest {
  Digest all;
  Digest shared;  // without thread-local storage
};
MemoryDigest look_at_pages();

size_t region_count();
const Region& region_at(size_t i);
size_t page_count();
const Page& page_at(size_t i);

// Checkpoints: what the pages are now, and back to it. `pages` has room for page_count() pointers.
void save_pages(Kept** pages);
void restore_pages(Kept* const* pages, size_t count, uint64_t map_clock);

}  // namespace omc
