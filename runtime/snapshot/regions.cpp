// The map of the program's writable memory: read from the kernel once, then updated with each
// mapping, unmapping and protection change. Memory that a restore may need is never returned to the
// kernel.
#include "snapshot/regions.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/context.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

Digest map_sum;    // how the map differs from the initial one
bool map_changed;  // since map_sum was computed
Extent own;        // libomc.so

// The addresses of libomc, which is not part of the program.
int find_own_extent(dl_phdr_info* info, size_t, void* out) {
  auto here = reinterpret_cast<uintptr_t>(&map_sum);
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
  int protection = 0;
  bool private_copy = false, has_path = false, is_kernel = false;
};

uintptr_t read_hex(const char*& p) {
  uintptr_t n = 0;
  for (;; p++) {
    if (*p >= '0' && *p <= '9')
      n = n * 16 + static_cast<uintptr_t>(*p - '0');
    else if (*p >= 'a' && *p <= 'f')
      n = n * 16 + static_cast<uintptr_t>(*p - 'a' + 10);
    else
      return n;
  }
}

MapLine read_line(const char* p) {
  MapLine line;
  line.begin = read_hex(p);
  line.end = read_hex(++p);
  line.protection = (p[1] == 'r' ? PROT_READ : 0) | (p[2] == 'w' ? PROT_WRITE : 0) |
                    (p[3] == 'x' ? PROT_EXEC : 0);
  line.private_copy = p[4] == 'p';
  line.has_path = strchr(p, '/');
  line.is_kernel = strstr(p, "[v");
  return line;
}

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

// Calls `visit` for each line of the map. Reads all lines first, because watching changes the map.
template <class Visit>
void for_each_map(Visit visit) {
  constexpr size_t capacity = 4 << 20;
  auto* maps = static_cast<char*>(checker_memory(capacity));
  read_maps(maps, capacity);
  for (char* line = maps; *line;) {
    char* end = strchr(line, '\n');
    if (end) *end = 0;
    visit(read_line(line));
    line = end ? end + 1 : line + strlen(line);
  }
  raw_syscall(SYS_munmap, as_long(maps), capacity);
}

// Splits the region that crosses `address`.
void cut_at(uintptr_t address) {
  for (size_t i = 0; i < region_count(); i++) {
    Region& region = region_to_change(i);
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

// Adds regions for memory that was read-only so far, such as the program's code.
void adopt(uintptr_t begin, uintptr_t end, int protection) {
  if (!(protection & PROT_WRITE)) return;
  for_each_map([&](const MapLine& map) {
    if (map.end <= begin || map.begin >= end || region_of(map.begin)) return;
    RegionKind kind = map.has_path ? RegionKind::module : RegionKind::anonymous;
    add_region({map.begin, map.end, kind, 0, map.protection & ~PROT_WRITE, 0, 0, false});
  });
}

// The digest of one end of a range. A range counts as the difference of its ends, so adjacent
// ranges with equal protection count as one.
Digest digest_edge(uintptr_t address, const Region& region) {
  uint64_t words[] = {address, static_cast<uint64_t>(region.protection), region.content};
  return digest_of(words, sizeof words, 0x27d4eb2f165667c5);
}

}  // namespace

bool is_memory_of_checker(uintptr_t begin, uintptr_t end) {
  auto run = reinterpret_cast<uintptr_t>(checker.run);
  const Extent taken[] = {own,
                          {run, run + checker.run->bytes},
                          {file_tables_begin, file_contents_begin},
                          {checker_begin, slots_begin},
                          {marks_begin, marks_end}};
  for (const Extent& extent : taken)
    if (begin < extent.end && end > extent.begin) return true;
  return false;
}

void watch_program() {
  open_page_table();
  dl_iterate_phdr(find_own_extent, &own);
  uintptr_t tls = thread_pointer();
  for_each_map([&](const MapLine& map) {
    bool is_shared = map.protection & PROT_WRITE && !map.private_copy && !map.is_kernel;
    if (is_shared && !is_checker_memory(map.begin) && !is_memory_of_checker(map.begin, map.end))
      note_gap("a shared mapping that was made before omc started");
    if (!(map.protection & PROT_WRITE) || !map.private_copy || map.is_kernel ||
        is_checker_memory(map.begin))
      return;
    RegionKind kind = map.has_path ? RegionKind::module : RegionKind::anonymous;
    if (tls >= map.begin && tls < map.end) kind = RegionKind::thread_local_storage;
    // The kernel may merge the mapping of libomc's variables with adjacent memory.
    uintptr_t left = own.begin < map.end ? own.begin : map.end,
              right = own.end > map.begin ? own.end : map.begin;
    if (map.begin < left) watch(map.begin, left, kind, 0, PROT_READ | map.protection);
    if (right < map.end) watch(right, map.end, kind, 0, PROT_READ | map.protection);
  });
}

void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection) {
  add_region({begin, end, kind, static_cast<uint16_t>(slot), protection, 0, 0, false});
  if (protection & PROT_WRITE) protect(begin, end, protection & ~PROT_WRITE);
}

void* rewound_memory(size_t bytes) {
  static uintptr_t next = rewound_begin;
  uintptr_t begin = next;
  next += round_up(bytes, page_size) + page_size;
  OMC_ASSERT(next < world_address && map_at(begin, round_up(bytes, page_size), PROT_READ));
  watch(begin, begin + round_up(bytes, page_size), RegionKind::checker, 0, PROT_READ | PROT_WRITE);
  return reinterpret_cast<void*>(begin);
}

void watch_mapped(uintptr_t begin, uintptr_t end, RegionKind kind, int protection,
                  uint64_t content) {
  hide_pages(begin, end);
  map_changed = true;
  add_region({begin, end, kind, 0, protection, ++world().map_clock, 0, false, content});
  if (protection & PROT_WRITE) protect(begin, end, protection & ~PROT_WRITE);
}

void unmap(uintptr_t begin, uintptr_t end) {
  cut_at(begin);
  cut_at(end);
  bool any = false;
  for (size_t i = 0; i < region_count(); i++) {
    if (!lies_in(region_to_change(i), begin, end)) continue;
    if (!any) world().map_clock++;
    any = map_changed = true;
    region_to_change(i).died = world().map_clock;
    retire_pages(&region_to_change(i));
  }
}

long change_protection(uintptr_t begin, uintptr_t end, int protection) {
  adopt(begin, end, protection);
  return change_watched_protection(begin, end, protection);
}

long change_watched_protection(uintptr_t begin, uintptr_t end, int protection) {
  cut_at(begin);
  cut_at(end);
  for (size_t i = 0; i < region_count(); i++)
    if (lies_in(region_to_change(i), begin, end)) cool_pages(&region_to_change(i));
  long result = raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin),
                            protection);
  world().map_clock++;
  for (size_t i = 0, n = region_count(); i < n; i++) {
    if (!lies_in(region_to_change(i), begin, end)) continue;
    if (is_error(result)) {
      protect(region_to_change(i).begin, region_to_change(i).end,
              region_to_change(i).protection & ~PROT_WRITE);
      continue;
    }
    Region twin = region_to_change(i);
    region_to_change(i).died = world().map_clock;
    twin.born = world().map_clock;
    twin.in_place = true;
    twin.protection = protection;
    Region& added = add_region(twin);
    move_pages(&region_to_change(i), &added, twin.begin, twin.end);
    protect(twin.begin, twin.end, protection & ~PROT_WRITE);
  }
  map_changed = true;
  return result;
}

int protection_at(uintptr_t begin, uintptr_t end) {
  const Region* region = region_of(begin);
  int protection = region ? region->protection : -1;
  while (region && region->end < end) {
    region = region_of(region->end);
    if (!region || region->protection != protection) return -1;
  }
  return protection;
}

Digest map_digest() {
  if (!map_changed) return map_sum;
  map_changed = false;
  map_sum = {};
  for (size_t i = 0; i < region_count(); i++) {
    const Region& region = region_to_change(i);
    bool is_alive = !region.died, was_there = !region.born;
    if (is_alive == was_there || region.died == never_again) continue;
    Digest extent = digest_edge(region.end, region);
    extent -= digest_edge(region.begin, region);
    if (is_alive)
      map_sum += extent;
    else
      map_sum -= extent;
  }
  return map_sum;
}

void restore_regions(uint64_t map_clock) {
  map_changed = true;
  for (size_t i = region_count(); i-- > 0;) {
    Region& region = region_to_change(i);
    if (region.born > map_clock) {
      if (region.in_place) {
        cool_pages(&region);
        move_pages(&region, nullptr, region.begin, region.end);
      } else {
        drop_pages(&region);
        // Inaccessible but still mapped: a restore may bring back an older region at this place.
        raw_syscall(SYS_mmap, static_cast<long>(region.begin),
                    static_cast<long>(region.end - region.begin), PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
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

}  // namespace omc
