#include "kernel/file_records.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/digest.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "snapshot/timestamps.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned probes = 32;  // a record lies this near to where its identity says
constexpr size_t record_room = 1024;
static_assert(sizeof(FileRecord) <= record_room);

constexpr uint64_t numbers_begin = 0x6f6d63000000;  // of files that were made in a schedule
constexpr uint64_t device_of_made = 0x6f6d;

FileRecord& record_at(FileNumber file) {
  return *reinterpret_cast<FileRecord*>(file_tables_begin + (file - 1) * record_room);
}

FileNumber near(uint64_t identity, unsigned probe) {
  return static_cast<FileNumber>((identity + probe) % max_file_records + 1);
}

uint64_t identity_of(const struct stat& status) {
  uint64_t words[] = {status.st_dev, status.st_ino};
  return digest_of(words, sizeof words, 0x61646f7074).low;
}

// A file that is read through was here before in this execution. Going back needs its pages.
bool was_backed(FileNumber file) {
  uintptr_t begin = content_of(file), end = begin + max_file_size;
  for (size_t i = 0; i < region_count(); i++) {
    const Region& region = region_at(i);
    if (region.begin >= begin && region.end <= end && region.content & 1) return true;
  }
  return false;
}

FileNumber free_record_near(uint64_t identity) {
  for (unsigned i = 0; i < probes; i++)
    if (FileNumber file = near(identity, i); !record_at(file).mode && !was_backed(file))
      return file;
  note_gap("more changed files than omc has room for");
  return 0;
}

// `backed` bytes come from the file at `fd`.
bool map_content(FileNumber file, uint64_t identity, long fd, int64_t backed) {
  if (world().has_children) note_gap("files changed beside a child process, which sees the disk");
  constexpr long flags = MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED;
  auto begin = static_cast<long>(content_of(file));
  long result = raw_syscall(SYS_mmap, begin, static_cast<long>(max_file_size), PROT_NONE,
                            flags | MAP_ANONYMOUS, -1, 0);
  if (!is_error(result) && backed)
    result = raw_syscall(SYS_mmap, begin, backed, PROT_NONE, flags, fd, 0);
  if (is_error(result)) return note_gap("a file that cannot be mapped"), false;
  watch_mapped(content_of(file), content_of(file) + max_file_size, RegionKind::anonymous, PROT_NONE,
               identity << 1 | (backed != 0));
  return true;
}

bool is_used(const FileRecord& record) {
  if (record.links || record.opened || record.attached) return true;
  for (const FileMapping& mapping : record.mappings)
    if (mapping.is_used) return true;
  return false;
}

timespec now() {
  constexpr int64_t second = 1'000'000'000;
  int64_t ns = world().clock.now_ns;
  return {clock_epoch + ns / second, ns % second};
}

// Writes zeros, but not where nothing was ever written.
void zero_content(FileNumber file, int64_t from, int64_t to) {
  static const char zeros[page_size] = {};
  int64_t backed = record_at(file).backed;
  for (int64_t at = from, end; at < to; at = end) {
    end = (at / static_cast<int64_t>(page_size) + 1) * static_cast<int64_t>(page_size);
    if (end > to) end = to;
    uintptr_t address = content_of(file) + static_cast<uintptr_t>(at);
    if (at < backed || is_in_page_table(address))
      write_watched(address, zeros, static_cast<size_t>(end - at));
  }
}

uint32_t pages_of(int64_t size) {
  return static_cast<uint32_t>(round_up(static_cast<uintptr_t>(size), page_size) / page_size);
}

// The protection of a page, and the first page behind it that may have another.
int protection_of_page(const FileRecord& record, uint32_t page, uint32_t& until) {
  uint32_t end = pages_of(record.size);
  int protection = PROT_NONE;
  if (page < end && end < until) until = end;
  for (const FileMapping& mapping : record.mappings) {
    if (!mapping.is_used) continue;
    bool covers = page >= mapping.first && page < mapping.last;
    if (covers) protection |= mapping.protection;
    if (covers && mapping.last < until) until = mapping.last;
    if (mapping.first > page && mapping.first < until) until = mapping.first;
  }
  return page < end ? protection : PROT_NONE;
}

}  // namespace

void open_file_records() {
  constexpr size_t bytes = file_contents_begin - file_tables_begin;
  OMC_ASSERT(map_at(file_tables_begin, bytes, PROT_READ));
  watch(file_tables_begin, file_contents_begin, RegionKind::anonymous, 0, PROT_READ | PROT_WRITE);
}

const FileRecord& record_of(FileNumber file) { return record_at(file); }

FileRecord& change_record(FileNumber file) {
  make_writable(reinterpret_cast<uintptr_t>(&record_at(file)));
  return record_at(file);
}

FileNumber make_file(uint64_t identity, uint32_t mode) {
  FileNumber file = free_record_near(identity);
  if (!file || !map_content(file, identity, -1, 0)) return 0;
  FileRecord& record = change_record(file);
  record.mode = mode;
  record.owner = static_cast<uint32_t>(raw_syscall(SYS_geteuid));
  record.group = static_cast<uint32_t>(raw_syscall(SYS_getegid));
  record.accessed = record.modified = record.changed = now();
  world().files.records++;
  return file;
}

FileNumber adopted_file(const struct stat& status) {
  if (!world().files.records) return 0;
  uint64_t identity = identity_of(status);
  for (unsigned i = 0; i < probes; i++) {
    FileNumber file = near(identity, i);
    const FileRecord& record = record_at(file);
    if (record.mode && record.number == status.st_ino && record.device == status.st_dev)
      return file;
  }
  return 0;
}

FileNumber adopt_file(const struct stat& status, long fd, bool empty) {
  if (FileNumber file = adopted_file(status)) return file;
  uint64_t identity = identity_of(status);
  FileNumber file = free_record_near(identity);
  int64_t backed = empty ? 0 : status.st_size;
  if (backed > static_cast<int64_t>(max_file_size))
    return note_gap("a changed file of more than 4 GiB"), 0;
  if (!file || !map_content(file, identity, fd, backed)) return 0;
  FileRecord& record = change_record(file);
  record.mode = status.st_mode;
  record.links = static_cast<uint32_t>(status.st_nlink);
  record.owner = status.st_uid;
  record.group = status.st_gid;
  record.size = record.backed = backed;
  record.device = status.st_dev;
  record.number = status.st_ino;
  record.accessed = status.st_atim;
  record.modified = status.st_mtim;
  record.changed = status.st_ctim;
  world().files.records++;
  return file;
}

void drop_if_unused(FileNumber file) {
  if (!file || is_used(record_at(file))) return;
  change_record(file) = {};
  world().files.records--;
  unmap(content_of(file), content_of(file) + max_file_size);
}

long read_content(FileNumber file, void* out, size_t n, int64_t at) {
  const FileRecord& record = record_at(file);
  if (at < 0) return -EINVAL;
  if (at >= record.size) return 0;
  if (n > static_cast<size_t>(record.size - at)) n = static_cast<size_t>(record.size - at);
  read_watched(out, content_of(file) + static_cast<uintptr_t>(at), n);
  return static_cast<long>(n);
}

long write_content(FileNumber file, const void* bytes, size_t n, int64_t at) {
  if (at < 0) return -EINVAL;
  if (!n) return 0;
  if (static_cast<uint64_t>(at) + n > max_file_size)
    return note_gap("a file of more than 4 GiB"), -EFBIG;
  int64_t end = at + static_cast<int64_t>(n);
  if (end > record_at(file).size)
    if (long error = resize(file, end)) return error;
  write_watched(content_of(file) + static_cast<uintptr_t>(at), bytes, n);
  touch(file);
  return static_cast<long>(n);
}

long resize(FileNumber file, int64_t size) {
  int64_t old = record_at(file).size;
  if (size < 0) return -EINVAL;
  if (static_cast<uint64_t>(size) > max_file_size)
    return note_gap("a file of more than 4 GiB"), -EFBIG;
  auto end_of_page = static_cast<int64_t>(pages_of(old) * page_size);
  // A mapping may have written behind the end, which reads as zero when the file grows.
  if (size < old)
    zero_content(file, size, old);
  else
    zero_content(file, old, end_of_page < size ? end_of_page : size);
  FileRecord& record = change_record(file);
  record.size = size;
  if (size < record.backed) record.backed = size;
  touch(file);
  if (pages_of(old) < pages_of(size))
    protect_content(file, pages_of(old), pages_of(size));
  else
    protect_content(file, pages_of(size), pages_of(old));
  return 0;
}

void touch(FileNumber file) {
  FileRecord& record = change_record(file);
  record.modified = record.changed = now();
}

void protect_content(FileNumber file, uint32_t first, uint32_t last) {
  while (first < last) {
    uint32_t until = last;
    int wanted = protection_of_page(record_at(file), first, until);
    uintptr_t begin = content_of(file) + uintptr_t{first} * page_size,
              end = content_of(file) + uintptr_t{until} * page_size;
    if (protection_at(begin, end) != wanted) change_watched_protection(begin, end, wanted);
    first = until;
  }
}

bool is_mapped(FileNumber file) {
  for (const FileMapping& mapping : record_of(file).mappings)
    if (mapping.is_used) return true;
  return false;
}

bool is_behind_end(uintptr_t address) {
  if (!in_file_contents(address)) return false;
  const FileRecord& record = record_at(file_at(address));
  auto page = static_cast<uint32_t>((address - content_of(file_at(address))) / page_size);
  for (const FileMapping& mapping : record.mappings)
    if (mapping.is_used && page >= mapping.first && page < mapping.last)
      return page >= pages_of(record.size);
  return false;
}

void fill_status(FileNumber file, struct stat& out) {
  const FileRecord& record = record_at(file);
  out = {};
  out.st_dev = record.number ? record.device : device_of_made;
  out.st_ino = record.number ? record.number : numbers_begin + file;
  out.st_mode = record.mode;
  out.st_nlink = record.links;
  out.st_uid = record.owner;
  out.st_gid = record.group;
  out.st_size = S_ISDIR(record.mode) ? static_cast<int64_t>(page_size) : record.size;
  out.st_blksize = page_size;
  out.st_blocks = static_cast<blkcnt_t>(pages_of(record.size) * (page_size / 512));
  out.st_atim = record.accessed;
  out.st_mtim = record.modified;
  out.st_ctim = record.changed;
}

}  // namespace omc
