// Which of the program's pages were written. When exploration begins, everything writable is made
// read-only; the first write to a page faults, the page joins the touched ones and stays writable. What was
// never touched is as it was, so only touched pages matter to the state.
//
// The digest of memory is the sum, over touched pages, of the page's digest now less its digest at the
// beginning: a function of the content alone, however each process came to touch what it touched.
#pragma once

#include <cstddef>
#include <cstdint>

#include "layout.h"

namespace omc {

struct Digest {
  uint64_t low = 0, high = 0;
  friend bool operator==(const Digest&, const Digest&) = default;
  Digest& operator+=(const Digest& other) {
    high += other.high + __builtin_add_overflow(low, other.low, &low);
    return *this;
  }
  Digest& operator-=(const Digest& other) {
    high -= other.high + __builtin_sub_overflow(low, other.low, &low);
    return *this;
  }
};
Digest digest_of(const void* bytes, size_t n, uint64_t seed);

// What a region is, for reports and for what counts as shared between threads.
enum class RegionKind : uint8_t { module, heap, anonymous, thread_local_storage };

struct Extent {
  uintptr_t begin = 0, end = 0;
};

// Finds the writable memory of the program as it is now and watches it, all but the stack of the main
// thread, whose extent it gives.
Extent watch_program();
// Watches memory that was mapped just now, zeroed or not; forgets what was unmapped.
void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot = 0, int protection = 3);
void forget(uintptr_t begin, uintptr_t end);

// A write fault at `address`: true when it was the first touch of a watched page, which may now be written.
bool touch(uintptr_t address);
// Before somebody writes who cannot take a fault: the kernel.
void touch_range(uintptr_t begin, size_t n);

struct PagesDigest {
  Digest all;     // every touched page
  Digest shared;  // without thread-local storage
};
PagesDigest digest_pages();

struct Region {
  uintptr_t begin, end;
  RegionKind kind;
  uint16_t slot;
  int protection;
};
size_t watched_region_count();
const Region& watched_region(size_t i);

struct TouchedPage {
  uintptr_t address;
  RegionKind kind;
  uint16_t slot;
  Digest base;
};
size_t touched_page_count();
const TouchedPage& touched_page(size_t i);

}  // namespace omc
