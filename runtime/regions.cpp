// The map of the program's writable memory: what was there in the beginning, read from the kernel, and what the
// program has mapped, unmapped and protected since. Nothing that could come back is given back to the kernel.
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>

#include <cstring>

#include "check.h"
#include "page_table.h"
#include "syscalls.h"
#include "thread.h"
#include "world.h"

namespace omc {
namespace {

constexpr size_t max_regions = 1 << 16;

Region* regions;
size_t regions_used;

constexpr uint64_t never_again = ~uint64_t{0};

Region& add_region(const Region& region) {
  OMC_ASSERT(regions_used < max_regions);
  return regions[regions_used++] = region;
}

void remove_region(Region& region) {
  region = {0, 0, RegionKind::anonymous, 0, 0, 0, never_again, false};
  while (regions_used && regions[regions_used - 1].died == never_again) regions_used--;
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
  bool is_kernel = false;
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
  line.has_path = strchr(p, '/');
  line.is_kernel = strstr(p, "[v");
  return line;
}

// Reads the whole map at once: watching changes it.
void read_maps(char* text, size_t capacity) {
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
}

// Cuts regions so that none crosses `address`.
void cut_at(uintptr_t address) {
  for (size_t i = 0; i < regions_used; i++) {
    Region& region = regions[i];
    if (region.died || address <= region.begin || address >= region.end) continue;
    Region& right = add_region(region);
    right.begin = address;
    region.end = address;
    move_pages(&region, &right, address, right.end);
    return;
  }
}

bool lies_in(const Region& region, uintptr_t begin, uintptr_t end) {
  return !region.died && region.begin >= begin && region.end <= end;
}

}  // namespace

void watch_program() {
  constexpr size_t capacity = 4 << 20;
  regions = static_cast<Region*>(checker_memory(max_regions * sizeof(Region)));
  open_page_table();
  auto* maps = static_cast<char*>(checker_memory(capacity));
  Extent own;
  dl_iterate_phdr(find_own_extent, &own);
  read_maps(maps, capacity);
  uintptr_t tls = thread_pointer();
  for (char* line = maps; *line;) {
    char* end = strchr(line, '\n');
    if (end) *end = 0;
    MapLine map = read_line(line);
    line = end ? end + 1 : line + strlen(line);
    bool ours = is_ours(map.begin) || (map.begin >= own.begin && map.begin < own.end);
    if (!map.writable || !map.private_copy || map.is_kernel || ours) continue;
    RegionKind kind = map.has_path ? RegionKind::module : RegionKind::anonymous;
    if (tls >= map.begin && tls < map.end) kind = RegionKind::thread_local_storage;
    watch(map.begin, map.end, kind, 0, PROT_READ | PROT_WRITE | (map.executable ? PROT_EXEC : 0));
  }
  raw_syscall(SYS_munmap, as_long(maps), capacity);
}

void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection) {
  add_region({begin, end, kind, static_cast<uint16_t>(slot), protection, 0, 0, false});
  if (protection & PROT_WRITE) protect(begin, end, protection & ~PROT_WRITE);
}

void watch_mapped(uintptr_t begin, uintptr_t end, RegionKind kind, int protection) {
  hide_pages(begin, end);
  add_region({begin, end, kind, 0, protection, ++world().map_clock, 0, false});
  if (protection & PROT_WRITE) protect(begin, end, protection & ~PROT_WRITE);
}

void unmap(uintptr_t begin, uintptr_t end) {
  cut_at(begin);
  cut_at(end);
  bool any = false;
  for (size_t i = 0; i < regions_used; i++) {
    if (!lies_in(regions[i], begin, end)) continue;
    if (!any) world().map_clock++;
    any = true;
    regions[i].died = world().map_clock;
    lose_pages(&regions[i]);
  }
}

void change_protection(uintptr_t begin, uintptr_t end, int protection) {
  cut_at(begin);
  cut_at(end);
  world().map_clock++;
  uintptr_t known = 0;
  for (size_t i = 0, n = regions_used; i < n; i++) {
    if (!lies_in(regions[i], begin, end)) continue;
    known += regions[i].end - regions[i].begin;
    Region twin = regions[i];
    regions[i].died = world().map_clock;
    twin.born = world().map_clock;
    twin.in_place = true;
    twin.protection = protection;
    Region& added = add_region(twin);
    move_pages(&regions[i], &added, twin.begin, twin.end);
    protect(twin.begin, twin.end, protection & ~PROT_WRITE);
    cool_pages(&added);
  }
  if (known || !(protection & PROT_WRITE)) return;
  // Something that could not be written so far, such as the program's text.
  add_region({begin, end, RegionKind::anonymous, 0, protection, world().map_clock, 0, true});
  protect(begin, end, protection & ~PROT_WRITE);
}

Region* region_of(uintptr_t address) {
  for (size_t i = regions_used; i-- > 0;)
    if (!regions[i].died && address >= regions[i].begin && address < regions[i].end) return &regions[i];
  return nullptr;
}

void restore_regions(uint64_t map_clock) {
  for (size_t i = regions_used; i-- > 0;) {
    Region& region = regions[i];
    if (region.born > map_clock) {
      if (region.in_place) {
        cool_pages(&region);
        move_pages(&region, nullptr, region.begin, region.end);
      } else {
        drop_pages(&region);
        // Out of reach, but still a mapping: an older one may come back in its place.
        raw_syscall(SYS_mmap, static_cast<long>(region.begin), static_cast<long>(region.end - region.begin),
                    PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
      }
      remove_region(region);
    } else if (region.died > map_clock && region.died != never_again) {
      region.died = 0;
      protect(region.begin, region.end, region.protection & ~PROT_WRITE);
      move_pages(nullptr, &region, region.begin, region.end);
      move_pages(&region, &region, region.begin, region.end);
    }
  }
}

size_t region_count() { return regions_used; }
const Region& region_at(size_t i) { return regions[i]; }

}  // namespace omc
