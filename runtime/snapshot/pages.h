// The pages that the program has written, and their content. When exploration begins, all writable
// memory becomes read-only. The first write to a page faults, which adds the page to the table and
// makes it writable. A page that is not in the table has not changed, so the state depends only on
// pages in the table.
//
// A page is hot (writable, compared with its copy at every state) or cold (read-only again because
// it has not changed for a while). A fault makes a cold page hot. The digest of memory is a sum
// over the table of each page's digest minus its initial digest. It depends on content alone, so
// processes with different tables agree on it.
#pragma once

#include "snapshot/page_copies.h"
#include "snapshot/region_table.h"

namespace omc {

struct Page {
  uintptr_t address;
  Region* region;
  PageCopy* base;             // the content before the first write
  PageCopy* latest;           // the content when the page was last compared
  uint32_t unchanged_states;  // since the last change
  uint32_t cold_after;        // this many unchanged states
  bool hot;
};

// Resets pages to their content when they were mapped (madvise).
void empty_pages(uintptr_t begin, uintptr_t end);

// Zeroes memory of the heap, without a fault on pages that were never written.
void zero_range(uintptr_t begin, size_t n);
// True for variables and code of a loaded file.
bool is_in_module(uintptr_t address);

// Handles a write fault. False when the page is not watched, or is writable already.
bool make_writable(uintptr_t address);
// For writes of the kernel, which fail instead of faulting.
void make_range_writable(uintptr_t begin, size_t n);

// For libomc itself: reads and writes watched memory, also where the program has no right to.
void read_watched(void* out, uintptr_t from, size_t n);
void write_watched(uintptr_t to, const void* bytes, size_t n);
// Whether a page has been written since it was watched.
bool is_in_page_table(uintptr_t address);

// Compares all hot pages with their copies, updates the copies and returns the sum of digests.
struct MemoryDigest {
  Digest all;
  Digest shared;  // without thread-local storage
};
MemoryDigest digest_pages();

size_t page_count();
const Page& page_at(size_t i);

// For checkpoints. `pages` has room for page_count() pointers.
void save_pages(PageCopy** pages);
void restore_pages(PageCopy* const* pages, size_t count);

// ---- For the map of regions (snapshot/regions.cpp) ----

void open_page_table();
void protect(uintptr_t begin, uintptr_t end, int protection);
// Assigns the pages of a range to another region; null while the range has none.
void move_pages(const Region* from, Region* to, uintptr_t begin, uintptr_t end);
// Removes a range from the index by address, because other pages will be mapped there.
void hide_pages(uintptr_t begin, uintptr_t end);
// For unmapped regions, which a restore may map again. Their content does not count in the state.
void retire_pages(const Region* region);
// Before a region becomes read-only.
void cool_pages(const Region* region);
// Removes the pages of a region from the table for ever.
void drop_pages(Region* region);

}  // namespace omc
