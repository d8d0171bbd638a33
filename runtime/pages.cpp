#include "pages.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>

#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "check.h"
#include "syscalls.h"
#include "thread.h"
#include "world.h"

namespace omc {
namespace {

constexpr size_t max_regions = 8192;
constexpr size_t max_touched = size_t{1} << 26;  // pages: 256 GiB

Region* regions;
size_t region_count;
TouchedPage* touched;
size_t touched_count;
uint64_t* touched_bits;  // one for every page of the address space, sparse

bool is_touched(uintptr_t page) {
  size_t n = page / page_size;
  return touched_bits[n / 64] >> n % 64 & 1;
}
void mark_touched(uintptr_t page, bool yes) {
  size_t n = page / page_size;
  uint64_t bit = uint64_t{1} << n % 64;
  touched_bits[n / 64] = yes ? touched_bits[n / 64] | bit : touched_bits[n / 64] & ~bit;
}

template <class T>
T* reserve(size_t n) {
  return static_cast<T*>(checker_memory(n * sizeof(T)));
}

void protect(uintptr_t begin, uintptr_t end, int protection) {
  long result = raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin),
                            protection);
  OMC_ASSERT(!is_error(result));
}

const Region* region_of(uintptr_t address) {
  for (size_t i = 0; i < region_count; i++)
    if (address >= regions[i].begin && address < regions[i].end) return &regions[i];
  return nullptr;
}

// Where this library itself lies, which is not part of the program.
int find_own_extent(dl_phdr_info* info, size_t, void* out) {
  auto here = reinterpret_cast<uintptr_t>(&regions);
  Extent extent{~uintptr_t{0}, 0};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    uintptr_t begin = page_of(info->dlpi_addr + header.p_vaddr);
    uintptr_t end = round_up(info->dlpi_addr + header.p_vaddr + header.p_memsz, page_size);
    if (begin < extent.begin) extent.begin = begin;
    if (end > extent.end) extent.end = end;
  }
  if (here < extent.begin || here >= extent.end) return 0;
  *static_cast<Extent*>(out) = extent;
  return 1;
}

// A line of /proc/self/maps: "begin-end rwxp offset device inode   path".
struct MapLine {
  uintptr_t begin = 0, end = 0;
  bool writable = false, executable = false, private_copy = false, has_path = false;
  bool is_stack = false, is_kernel = false;
};

uintptr_t read_hex(const char*& p) {
  uintptr_t n = 0;
  for (;; p++) {
    if (*p >= '0' && *p <= '9') n = n * 16 + static_cast<uintptr_t>(*p - '0');
    else if (*p >= 'a' && *p <= 'f') n = n * 16 + static_cast<uintptr_t>(*p - 'a' + 10);
    else return n;
  }
}

MapLine read_line(const char* p) {
  MapLine line;
  line.begin = read_hex(p);
  line.end = read_hex(++p);
  line.writable = p[2] == 'w';
  line.executable = p[3] == 'x';
  line.private_copy = p[4] == 'p';
  const char* path = strchr(p, '/');
  line.has_path = path;
  line.is_stack = strstr(p, "[stack]");
  line.is_kernel = strstr(p, "[v");
  return line;
}

// Reads the whole map at once: watching changes it.
size_t read_maps(char* text, size_t capacity) {
  long fd = raw_syscall(SYS_openat, AT_FDCWD, as_long("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  OMC_ASSERT(!is_error(fd));
  size_t n = 0;
  for (;;) {
    long got = raw_syscall(SYS_read, fd, as_long(text + n), static_cast<long>(capacity - 1 - n));
    if (got <= 0) break;
    n += static_cast<size_t>(got);
  }
  raw_syscall(SYS_close, fd);
  text[n] = 0;
  return n;
}

// The digest of a page as it counts: without the bytes that the program asked to ignore.
Digest digest_page(uintptr_t page) {
  const World& w = world();
  char copy[page_size];
  const void* bytes = reinterpret_cast<const void*>(page);
  for (unsigned i = 0; i < w.ignored_count; i++) {
    uintptr_t begin = w.ignored[i].begin, end = w.ignored[i].end;
    if (begin >= page + page_size || end <= page) continue;
    if (bytes != copy) memcpy(copy, bytes, page_size), bytes = copy;
    uintptr_t from = begin > page ? begin - page : 0;
    uintptr_t to = end < page + page_size ? end - page : page_size;
    memset(copy + from, 0, to - from);
  }
  return digest_of(bytes, page_size, page);
}

}  // namespace

Digest digest_of(const void* bytes, size_t n, uint64_t seed) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, n, seed);
  return {hash.low64, hash.high64};
}

Extent watch_program() {
  constexpr size_t capacity = 4 << 20;
  regions = reserve<Region>(max_regions);
  touched = reserve<TouchedPage>(max_touched);
  touched_bits = reserve<uint64_t>((uintptr_t{1} << 47) / page_size / 64);
  char* maps = reserve<char>(capacity);
  Extent own, stack;
  dl_iterate_phdr(find_own_extent, &own);
  read_maps(maps, capacity);
  uintptr_t tls = thread_pointer();
  for (char* line = maps; *line;) {
    char* end = strchr(line, '\n');
    if (end) *end = 0;
    MapLine map = read_line(line);
    line = end ? end + 1 : line + strlen(line);
    if (map.is_stack) stack = {map.begin, map.end};
    bool ours = is_ours(map.begin) || (map.begin >= own.begin && map.begin < own.end);
    if (!map.writable || !map.private_copy || map.is_stack || map.is_kernel || ours) continue;
    RegionKind kind = map.has_path ? RegionKind::module : RegionKind::anonymous;
    if (tls >= map.begin && tls < map.end) kind = RegionKind::thread_local_storage;
    watch(map.begin, map.end, kind, 0, PROT_READ | PROT_WRITE | (map.executable ? PROT_EXEC : 0));
  }
  raw_syscall(SYS_munmap, as_long(maps), capacity);
  return stack;
}

void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection) {
  OMC_ASSERT(region_count < max_regions);
  regions[region_count++] = {begin, end, kind, static_cast<uint16_t>(slot), protection};
  protect(begin, end, protection & ~PROT_WRITE);
}

void forget(uintptr_t begin, uintptr_t end) {
  for (size_t i = 0; i < region_count; i++) {
    Region& region = regions[i];
    if (region.end <= begin || region.begin >= end) continue;
    Region left = region, right = region;
    left.end = begin;
    right.begin = end;
    if (left.begin < left.end && right.begin < right.end) {
      region = left;
      OMC_ASSERT(region_count < max_regions);
      regions[region_count++] = right;
    } else if (left.begin < left.end) {
      region = left;
    } else if (right.begin < right.end) {
      region = right;
    } else {
      region = regions[--region_count];
      i--;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < touched_count; i++)
    if (touched[i].address < begin || touched[i].address >= end) touched[kept++] = touched[i];
    else mark_touched(touched[i].address, false);
  touched_count = kept;
}

bool touch(uintptr_t address) {
  const Region* region = region_of(address);
  if (!region) return false;
  uintptr_t page = page_of(address);
  if (is_touched(page)) return false;  // writable already: some other fault
  mark_touched(page, true);
  OMC_ASSERT(touched_count < max_touched);
  touched[touched_count++] = {page, region->kind, region->slot,
                              digest_of(reinterpret_cast<const void*>(page), page_size, page)};
  protect(page, page + page_size, region->protection);
  return true;
}

void touch_range(uintptr_t begin, size_t n) {
  if (!n) return;
  for (uintptr_t page = page_of(begin); page < begin + n; page += page_size) {
    if (!is_touched(page)) touch(page);
  }
}

PagesDigest digest_pages() {
  PagesDigest sum;
  for (size_t i = 0; i < touched_count; i++) {
    Digest change = digest_page(touched[i].address);
    change -= touched[i].base;
    sum.all += change;
    if (touched[i].kind != RegionKind::thread_local_storage) sum.shared += change;
  }
  return sum;
}

size_t watched_region_count() { return region_count; }
const Region& watched_region(size_t i) { return regions[i]; }
size_t touched_page_count() { return touched_count; }
const TouchedPage& touched_page(size_t i) { return touched[i]; }

}  // namespace omc
