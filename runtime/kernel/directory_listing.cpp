#include "kernel/directory_listing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>

#include <cstddef>
#include <cstring>

#include "kernel/descriptor_table.h"
#include "kernel/file_calls.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"

namespace omc {
namespace {

struct DirectoryEntry {
  uint64_t number;
  unsigned char type;
  const char* name;
};

constexpr int64_t own_begin = int64_t{1} << 40;  // positions of the schedule's own entries

// Calls `visit(entry, next position)` for each entry from a position on, until it returns false.
template <class Visit>
long visit_disk(const char* path, int64_t from, Visit visit) {
  constexpr long flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  alignas(dirent64) static char room[8192];
  static char joined[2 * max_path];
  long fd = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), flags);
  if (is_error(fd)) return fd;
  int64_t position = 0;
  bool goes_on = true;
  for (long n; goes_on && (n = raw_syscall(SYS_getdents64, fd, as_long(room), sizeof room)) > 0;) {
    for (long at = 0; goes_on && at < n;) {
      auto& entry = *reinterpret_cast<const dirent64*>(room + at);
      at += entry.d_reclen;
      if (position++ < from) continue;
      size_t length = strcmp(path, "/") ? strlen(path) : 0;
      memcpy(joined, path, length);
      joined[length] = '/';
      strcpy(joined + length + 1, entry.d_name);
      if (!name_at(joined)) goes_on = visit({entry.d_ino, entry.d_type, entry.d_name}, position);
    }
  }
  raw_syscall(SYS_close, fd);
  return goes_on;
}

template <class Visit>
bool visit_own(const char* path, bool is_made, int64_t from, Visit visit) {
  const char* links[] = {".", ".."};
  for (int64_t i = from; is_made && i < 2; i++)
    if (!visit({1, DT_DIR, links[i]}, own_begin + i + 1)) return false;
  unsigned at = from > 2 ? static_cast<unsigned>(from - 2) : 0;
  while (const FileName* name = next_name_in(path, strlen(path), at)) {
    if (!name->file) continue;
    struct stat status;
    fill_status(name->file, status);
    auto type = static_cast<unsigned char>(IFTODT(status.st_mode));
    if (!visit({status.st_ino, type, strrchr(name->path, '/') + 1}, own_begin + 2 + at))
      return false;
  }
  return true;
}

template <class Visit>
long visit_entries(const char* path, bool is_made, int64_t from, Visit visit) {
  if (!is_made && from < own_begin) {
    long goes_on = visit_disk(path, from, visit);
    if (is_error(goes_on) || !goes_on) return goes_on;
  }
  visit_own(path, is_made, from < own_begin ? 0 : from - own_begin, visit);
  return 0;
}

// Appends an entry in the form of getdents64, or of the older getdents, which has the type last.
// False when there is no room.
bool append(char* out, size_t room, size_t& used, const DirectoryEntry& entry, int64_t next,
            bool is_64) {
  size_t length = strlen(entry.name), head = is_64 ? offsetof(dirent64, d_name) : 18;
  size_t size = round_up(head + length + (is_64 ? 1 : 2), sizeof(uint64_t));
  if (used + size > room) return false;
  char* to = out + used;
  memset(to, 0, size);
  auto length_of_record = static_cast<uint16_t>(size);
  memcpy(to, &entry.number, sizeof entry.number);
  memcpy(to + 8, &next, sizeof next);
  memcpy(to + 16, &length_of_record, sizeof length_of_record);
  to[is_64 ? 18 : size - 1] = static_cast<char>(entry.type);
  memcpy(to + head, entry.name, length);
  used += size;
  return true;
}

}  // namespace

long read_directory(const Call& call) {
  OpenFile* file = before_file(static_cast<int>(call.a));
  if (!file) file = file_of(static_cast<int>(call.a));
  if (!file || file->kind != FileKind::regular) return pass_on(call);
  if (file->file && !is_directory(file->file)) return -ENOTDIR;
  static char path[4096];
  strcpy(path, file->file ? path_of_directory(file->file) : path_of(call.a));
  auto* out = reinterpret_cast<char*>(call.b);
  size_t room = static_cast<size_t>(call.c), used = 0;
  bool is_full = false;
  open_for_kernel(call);
  long error =
      visit_entries(path, file->file, file->place, [&](const DirectoryEntry& entry, int64_t next) {
        is_full = !append(out, room, used, entry, next, call.number == SYS_getdents64);
        if (!is_full) file->place = next;
        return !is_full;
      });
  if (is_error(error)) return error;
  return is_full && !used ? -EINVAL : static_cast<long>(used);
}

bool is_empty_directory(const Target& directory) {
  bool is_empty = true;
  visit_entries(directory.path, directory.what == FoundName::recorded, 0,
                [&](const DirectoryEntry& entry, int64_t) {
                  return is_empty = !strcmp(entry.name, ".") || !strcmp(entry.name, "..");
                });
  return is_empty;
}

}  // namespace omc
