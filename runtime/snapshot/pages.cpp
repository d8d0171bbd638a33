#include "snapshot/pages.h"

#include <sys/mman.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr size_t max_pages = size_t{1} << 26;
constexpr uint32_t first_cold_after = 32;  // unchanged states before a page becomes cold
constexpr uint32_t most_cold_after = 1 << 9;

Page* pages;
size_t pages_used;
uint32_t* hot;  // indices into `pages`
size_t hot_count;
uint32_t* index_of;  // sparse: for each page of the address space, its index + 1
Digest sum, shared_sum;

uint32_t& index_at(uintptr_t address) { return index_of[address / page_size]; }

bool is_shared(const Page& page) { return page.region->kind != RegionKind::thread_local_storage; }

bool counts(const Page& page) { return page.region->kind != RegionKind::checker; }

const void* bytes_at(uintptr_t address) { return reinterpret_cast<const void*>(address); }

// A page contributes the difference of its digest from the initial one.
void count(const Page& page, const Digest& digest) {
  if (!counts(page)) return;
  sum += digest;
  if (is_shared(page)) shared_sum += digest;
}
void uncount(const Page& page, const Digest& digest) {
  if (!counts(page)) return;
  sum -= digest;
  if (is_shared(page)) shared_sum -= digest;
}

void set_latest(Page& page, PageCopy* latest) {
  if (page.latest) uncount(page, page.latest->digest), count(page, page.base->digest);
  if (latest) count(page, latest->digest), uncount(page, page.base->digest);
  page.latest = latest;
}

void protect_page(const Page& page, int protection) {
  protect(page.address, page.address + page_size, protection);
}

void heat(uint32_t i) {
  Page& page = pages[i];
  page.hot = true;
  page.unchanged_states = 0;
  hot[hot_count++] = i;
  protect_page(page, page.region->protection);
}

// Writes saved content to a page, also where the program has no right to write.
void write_page(uint32_t i, const PageCopy& bytes) {
  Page& page = pages[i];
  if (!page.hot && page.region->protection & PROT_WRITE) heat(i);
  if (!page.hot) protect_page(page, PROT_READ | PROT_WRITE);
  memcpy(reinterpret_cast<void*>(page.address), bytes.bytes, page_size);
  if (!page.hot) protect_page(page, page.region->protection);
}

uint64_t seed_of(const Page& page) { return counts(page) ? page.address : serial_seed; }

// Compares a page with its copy and updates the copy.
bool has_changed(Page& page) {
  PageCopy* before = page.latest;
  Digest old = before->digest;
  page.latest = update_copy(before, bytes_at(page.address), page_size, seed_of(page));
  if (page.latest == before && before->digest == old) return false;
  page.unchanged_states = 0;
  uncount(page, old);
  count(page, page.latest->digest);
  return true;
}

void cool(size_t place) {
  Page& page = pages[hot[place]];
  page.hot = false;
  if (page.cold_after < most_cold_after) page.cold_after *= 4;
  hot[place] = hot[--hot_count];
}

// Called before the first write to a page.
uint32_t add_page(uintptr_t address, Region* region) {
  OMC_ASSERT(pages_used < max_pages);
  auto i = static_cast<uint32_t>(pages_used++);
  PageCopy* base = make_copy(bytes_at(address), page_size, address);
  pages[i] = {address, region, base, share_copy(base), 0, first_cold_after, false};
  index_at(address) = i + 1;
  return i;
}

void drop_latest(Page& page) {
  PageCopy* before = page.latest;
  set_latest(page, nullptr);
  release_copy(before);
}

void shift_to_now(MemoryDigest& digest) {
  for (size_t i = 0; i < pages_used; i++) {
    if (!pages[i].latest || !counts(pages[i])) continue;
    Digest difference = timestamp_shift(*pages[i].latest, world().clock.now_ns);
    digest.all += difference;
    if (is_shared(pages[i])) digest.shared += difference;
  }
}

// Recomputes the digest of pages with ignored bytes (omc_ignore), as if these were zero.
MemoryDigest without_ignored(MemoryDigest digest) {
  const World& w = world();
  uintptr_t done[max_ignored * 2];
  unsigned done_count = 0;
  for (unsigned i = 0; i < w.ignored_count; i++) {
    for (uintptr_t page = page_of(w.ignored[i].begin); page < w.ignored[i].end; page += page_size) {
      uint32_t index = index_at(page);
      bool again = false;
      for (unsigned k = 0; k < done_count; k++) again |= done[k] == page;
      if (!index || again || !pages[index - 1].latest || done_count == max_ignored * 2) continue;
      done[done_count++] = page;
      char copy[page_size];
      memcpy(copy, pages[index - 1].latest->bytes, page_size);
      for (unsigned k = 0; k < w.ignored_count; k++) {
        uintptr_t begin = w.ignored[k].begin, end = w.ignored[k].end;
        if (begin >= page + page_size || end <= page) continue;
        uintptr_t from = begin > page ? begin - page : 0;
        memset(copy + from, 0, (end < page + page_size ? end - page : page_size) - from);
      }
      Digest masked = digest_of(copy, page_size, page);
      masked -= pages[index - 1].latest->digest;
      digest.all += masked;
      if (is_shared(pages[index - 1])) digest.shared += masked;
    }
  }
  return digest;
}

}  // namespace

void open_page_table() {
  pages = static_cast<Page*>(checker_memory(max_pages * sizeof(Page)));
  hot = static_cast<uint32_t*>(checker_memory(max_pages * sizeof(uint32_t)));
  index_of =
      static_cast<uint32_t*>(checker_memory((uintptr_t{1} << 47) / page_size * sizeof(uint32_t)));
}

void protect(uintptr_t begin, uintptr_t end, int protection) {
  long result = raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin),
                            protection);
  OMC_ASSERT(!is_error(result));
}

bool make_writable(uintptr_t address) {
  if (address >= uintptr_t{1} << 47) return false;
  address = page_of(address);
  Region* region = region_of(address);
  if (!region || !(region->protection & PROT_WRITE)) return false;
  uint32_t i = index_at(address);
  if (i && pages[i - 1].hot) return false;  // writable already, so the fault has another cause
  heat(i ? i - 1 : add_page(address, region));
  return true;
}

void make_range_writable(uintptr_t begin, size_t n) {
  if (!n || begin + n < begin) return;
  for (uintptr_t page = page_of(begin); page < begin + n; page += page_size) make_writable(page);
}

void empty_pages(uintptr_t begin, uintptr_t end) {
  static const char zeros[page_size] = {};
  for (uintptr_t address = begin; address < end; address += page_size) {
    const Region* region = region_of(address);
    uint32_t i = index_at(address);
    if (!region || !(region->protection & PROT_WRITE)) continue;
    const void* empty = i && region->kind == RegionKind::module ? pages[i - 1].base->bytes : zeros;
    if (!i && region->kind == RegionKind::module) continue;
    if (!memcmp(bytes_at(address), empty, page_size)) continue;
    make_writable(address);
    memcpy(reinterpret_cast<void*>(address), empty, page_size);
  }
}

void zero_range(uintptr_t begin, size_t n) {
  constexpr size_t few = 16 * page_size;
  uintptr_t end = begin + n;
  if (n <= few) return void(memset(reinterpret_cast<void*>(begin), 0, n));
  for (size_t i = 0; i < pages_used; i++) {
    uintptr_t page = pages[i].address;
    if (page + page_size <= begin || page >= end) continue;
    uintptr_t from = page < begin ? begin : page,
              to = page + page_size < end ? page + page_size : end;
    memset(reinterpret_cast<void*>(from), 0, to - from);
  }
}

void read_watched(void* out, uintptr_t from, size_t n) {
  for (size_t done = 0, part; done < n; done += part) {
    uintptr_t at = from + done, page = page_of(at);
    part = page + page_size - at < n - done ? page + page_size - at : n - done;
    const Region* region = region_of(page);
    bool is_readable = region && region->protection & PROT_READ;
    if (!is_readable) protect(page, page + page_size, PROT_READ);
    memcpy(static_cast<char*>(out) + done, bytes_at(at), part);
    if (!is_readable) protect(page, page + page_size, region ? region->protection : PROT_NONE);
  }
}

// Into one page. A page that the program cannot write is never hot: its copy is updated at once.
static void write_to_page(uintptr_t to, const void* bytes, size_t n) {
  uintptr_t address = page_of(to);
  Region* region = region_of(address);
  OMC_ASSERT(region);
  if (region->protection & PROT_WRITE) {
    make_writable(address);
    memcpy(reinterpret_cast<void*>(to), bytes, n);
    return;
  }
  protect(address, address + page_size, PROT_READ | PROT_WRITE);
  uint32_t i = index_at(address) ? index_at(address) - 1 : add_page(address, region);
  memcpy(reinterpret_cast<void*>(to), bytes, n);
  has_changed(pages[i]);
  protect(address, address + page_size, region->protection);
}

void write_watched(uintptr_t to, const void* bytes, size_t n) {
  for (size_t done = 0, part; done < n; done += part) {
    uintptr_t at = to + done, end = page_of(at) + page_size;
    part = end - at < n - done ? end - at : n - done;
    write_to_page(at, static_cast<const char*>(bytes) + done, part);
  }
}

bool is_in_page_table(uintptr_t address) { return index_at(page_of(address)); }

bool is_in_module(uintptr_t address) {
  const Region* region = region_of(address);
  return region && region->kind == RegionKind::module;
}

MemoryDigest digest_pages() {
  for (size_t place = hot_count; place-- > 0;) {
    Page& page = pages[hot[place]];
    if (has_changed(page) || ++page.unchanged_states < page.cold_after) continue;
    protect_page(page, page.region->protection & ~PROT_WRITE);
    cool(place);
  }
  MemoryDigest digest{sum, shared_sum};
  if (world().clock.was_read && world().clock.now_ns) shift_to_now(digest);
  return world().ignored_count ? without_ignored(digest) : digest;
}

void move_pages(const Region* from, Region* to, uintptr_t begin, uintptr_t end) {
  for (size_t i = 0; i < pages_used; i++)
    if (pages[i].region == from && pages[i].address >= begin && pages[i].address < end) {
      pages[i].region = to;
      index_at(pages[i].address) = static_cast<uint32_t>(i + 1);
    }
}

void hide_pages(uintptr_t begin, uintptr_t end) {
  for (size_t i = 0; i < pages_used; i++)
    if (pages[i].address >= begin && pages[i].address < end) index_at(pages[i].address) = 0;
}

void cool_pages(const Region* region) {
  for (size_t place = hot_count; place-- > 0;) {
    if (pages[hot[place]].region != region) continue;
    has_changed(pages[hot[place]]);
    cool(place);
  }
}

void retire_pages(const Region* region) {
  cool_pages(region);
  protect(region->begin, region->end, PROT_NONE);
  for (size_t i = 0; i < pages_used; i++)
    if (pages[i].region == region) drop_latest(pages[i]);
}

void drop_pages(Region* region) {
  cool_pages(region);
  for (size_t i = 0; i < pages_used; i++) {
    Page& page = pages[i];
    bool lies_there = page.address >= region->begin && page.address < region->end;
    if (page.region != region && !(page.address && !page.region && lies_there)) continue;
    page.region = region;
    drop_latest(page);
    release_copy(page.base);
    index_at(page.address) = 0;
    page = {};
  }
  while (pages_used && !pages[pages_used - 1].address) pages_used--;
}

size_t page_count() { return pages_used; }
const Page& page_at(size_t i) { return pages[i]; }

void save_pages(PageCopy** out) {
  for (size_t i = 0; i < pages_used; i++) out[i] = share_copy(pages[i].latest);
}

void restore_pages(PageCopy* const* saved, size_t saved_count) {
  for (uint32_t i = 0; i < pages_used; i++) {
    Page& page = pages[i];
    if (!page.address) continue;
    PageCopy* target = i < saved_count ? saved[i] : page.base;
    if (!target) continue;
    // A cold page equals its copy. A hot page may have changed since it was compared.
    if (!page.hot && page.latest == target) continue;
    write_page(i, *target);
    if (page.latest == target) continue;
    PageCopy* before = page.latest;
    set_latest(page, share_copy(target));
    release_copy(before);
    page.unchanged_states = 0;
  }
}

}  // namespace omc
