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

#include "snapshot/page_copies.h"
#include "snapshot/region_table.h"

namespace omc {

struct Page {
  uintptr_t address;
  Region* region;
  Kept* base;         // as it was before the first write
  Kept* now;          // as it was when last looked at
  uint32_t quiet;     // states since it last changed
  uint32_t patience;  // how many of them it may have before it is cold
  bool hot;
};

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

size_t page_count();
const Page& page_at(size_t i);

// Checkpoints: what the pages are now, and back to it. `pages` has room for page_count() pointers.
void save_pages(Kept** pages);
void restore_pages(Kept* const* pages, size_t count);

// ---- For the map of regions (snapshot/regions.cpp) ----

void open_page_table();
void protect(uintptr_t begin, uintptr_t end, int protection);
// Known pages in a range belong to another region from now on; null is none, for the time being.
void move_pages(const Region* from, Region* to, uintptr_t begin, uintptr_t end);
// Others will be in this place.
void hide_pages(uintptr_t begin, uintptr_t end);
// They are out of reach; what was in them is not part of the state.
void lose_pages(const Region* region);
// They are about to be read-only.
void cool_pages(const Region* region);
// They are gone for good.
void drop_pages(Region* region);

}  // namespace omc
