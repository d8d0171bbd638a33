#include "kernel/file_mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "kernel/file_calls.h"
#include "platform/raw_syscall.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

[[noreturn]] void stop_following(const char* what) {
  note_gap(what);
  leave(Stop::limit);
}

bool overlap(const FileMapping& a, uint32_t first, uint32_t last) {
  return a.is_used && a.first < last && first < a.last;
}

void add(FileNumber file, const FileMapping& fresh) {
  FileMapping* room = nullptr;
  for (FileMapping& mapping : change_record(file).mappings) {
    if (!mapping.is_used && !room) room = &mapping;
    // One address has one protection: a write through the weaker mapping would not fail.
    if (overlap(mapping, fresh.first, fresh.last) &&
        (mapping.protection ^ fresh.protection) & PROT_WRITE)
      note_gap("two mappings of one file with different protections");
  }
  if (!room) stop_following("more than 16 mappings of one file");
  *room = fresh;
  protect_content(file, fresh.first, fresh.last);
}

struct Range {
  FileNumber file;
  uint32_t first, last;
};

Range range_of(uintptr_t begin, size_t n) {
  FileNumber file = file_at(begin);
  uintptr_t offset = begin - content_of(file);
  return {file, static_cast<uint32_t>(offset / page_size),
          static_cast<uint32_t>(round_up(offset + n, page_size) / page_size)};
}

// The mapping that a call means by a range: the one that is just as long, otherwise the first that
// overlaps.
FileMapping* find(const Range& range) {
  FileMapping* found = nullptr;
  for (FileMapping& mapping : change_record(range.file).mappings) {
    if (!overlap(mapping, range.first, range.last)) continue;
    if (mapping.first == range.first && mapping.last == range.last) return &mapping;
    if (!found) found = &mapping;
  }
  return found;
}

// Cuts the range out of the mapping; what remains on either side stays mapped.
FileMapping cut_out(FileMapping& mapping, const Range& range) {
  FileMapping left = mapping, right = mapping, taken = mapping;
  left.last = taken.first = range.first > mapping.first ? range.first : mapping.first;
  right.first = taken.last = range.last < mapping.last ? range.last : mapping.last;
  mapping = {};
  if (left.first < left.last) add(range.file, left);
  if (right.first < right.last) add(range.file, right);
  return taken;
}

}  // namespace

long map_whole_file(FileNumber file, int protection) {
  size_t pages = round_up(static_cast<uintptr_t>(record_of(file).size), page_size) / page_size;
  add(file, {0, static_cast<uint32_t>(pages), protection, true});
  return static_cast<long>(content_of(file));
}

long map_file(const Call& call, OpenFile& file) {
  if (!call.b || call.f % static_cast<long>(page_size)) return -EINVAL;
  if (!adopt_open_file(static_cast<int>(call.e), file)) return pass_on(call);
  auto mode = file.status & O_ACCMODE;
  if (mode == O_WRONLY || (call.c & PROT_WRITE && mode != O_RDWR)) return -EACCES;
  uint32_t seals = record_of(file.file).seals;
  if (call.c & PROT_WRITE && seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE)) return -EPERM;
  auto n = static_cast<size_t>(call.b), offset = static_cast<size_t>(call.f);
  if (n > max_file_size || offset > max_file_size - n) return -ENOMEM;
  uintptr_t address = content_of(file.file) + offset;
  bool is_fixed = call.d & (MAP_FIXED | MAP_FIXED_NOREPLACE);
  if (is_fixed && static_cast<uintptr_t>(call.a) != address)
    stop_following("a shared mapping of a file with MAP_FIXED");
  Range range = range_of(address, n);
  add(file.file, {range.first, range.last, static_cast<int32_t>(call.c), true});
  return static_cast<long>(address);
}

long unmap_file_range(uintptr_t begin, size_t n) {
  Range range = range_of(begin, n);
  if (FileMapping* mapping = find(range)) {
    FileMapping taken = cut_out(*mapping, range);
    protect_content(range.file, taken.first, taken.last);
    // A range may cover several mappings that lie beside each other.
    if (taken.last < range.last) {
      uintptr_t next = content_of(range.file) + uintptr_t{taken.last} * page_size;
      return unmap_file_range(next, begin + n - next);
    }
  }
  drop_if_unused(range.file);
  return 0;
}

long protect_file_range(uintptr_t begin, size_t n, int protection) {
  Range range = range_of(begin, n);
  FileMapping* mapping = find(range);
  if (!mapping) return -ENOMEM;
  FileMapping taken = cut_out(*mapping, range);
  taken.protection = protection;
  add(range.file, taken);
  return 0;
}

long remap_file_range(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  auto old_size = static_cast<size_t>(call.b), size = static_cast<size_t>(call.c);
  if (!size || !old_size) return -EINVAL;
  if (call.d & ~long{MREMAP_MAYMOVE}) stop_following("mremap of a shared mapping of a file");
  Range range = range_of(begin, old_size), wanted = range_of(begin, size);
  FileMapping* mapping = find(range);
  if (!mapping) return -EFAULT;
  FileMapping taken = cut_out(*mapping, range);
  taken.last = wanted.last;
  add(range.file, taken);
  if (wanted.last < range.last) protect_content(range.file, wanted.last, range.last);
  return call.a;
}

}  // namespace omc
