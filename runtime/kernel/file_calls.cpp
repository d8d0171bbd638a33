#include "kernel/file_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/stat.h>

#include <cstring>

#include "kernel/descriptor_table.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

const void* const names_object = reinterpret_cast<const void*>(file_tables_begin);

void order(const void* object) {
  acquire_from(object);
  release_to(object);
}

// The schedule cannot be followed further.
[[noreturn]] void stop_following(const char* what) {
  note_gap(what);
  leave(Stop::limit);
}

template <class T>
T* pointer(long word) {
  return reinterpret_cast<T*>(word);
}

}  // namespace

bool has_changed_files() { return world().files.records || world().files.names; }

void before_path(const char* path) {
  if (!path || is_outside(path) || is_installed(path)) return;
  point(Op::file, nullptr);
  order(names_object);
}

OpenFile* before_file(int fd) {
  if (!changeable_file(fd)) return nullptr;
  point(Op::file, nullptr);
  OpenFile* file = changeable_file(fd);
  if (file && file->file) order(reinterpret_cast<const void*>(content_of(file->file)));
  return file;
}

FileNumber adopt_target(Target& target, bool empty) {
  if (target.what == FoundName::recorded) return target.file;
  if (!S_ISREG(target.status.st_mode)) return 0;
  long fd = raw_syscall(SYS_openat, AT_FDCWD, as_long(target.path), O_RDONLY | O_CLOEXEC);
  if (is_error(fd)) stop_following("a change of a file that cannot be read");
  target.file = adopt_file(target.status, fd, empty);
  raw_syscall(SYS_close, fd);
  if (!target.file) leave(Stop::limit);
  target.what = FoundName::recorded;
  return target.file;
}

FileNumber adopt_open_file(int fd, OpenFile& file) {
  struct stat status;
  if (file.file) return file.file;
  if (is_error(raw_syscall(SYS_fstat, fd, as_long(&status))) || !S_ISREG(status.st_mode)) return 0;
  if (is_outside(path_of(fd))) return 0;
  static char path[32] = "/proc/self/fd/";
  constexpr size_t folder = 14;
  size_t n = folder;
  if (fd >= 100) path[n++] = static_cast<char>('0' + fd / 100);
  if (fd >= 10) path[n++] = static_cast<char>('0' + fd / 10 % 10);
  path[n++] = static_cast<char>('0' + fd % 10);
  path[n] = 0;
  long readable = raw_syscall(SYS_openat, AT_FDCWD, as_long(path), O_RDONLY | O_CLOEXEC);
  if (is_error(readable)) stop_following("a change of a file that cannot be read");
  FileNumber made = adopt_file(status, readable, false);
  raw_syscall(SYS_close, readable);
  if (!made) leave(Stop::limit);
  return file_of(fd)->file;
}

long refusal_to_change(const Target& target) {
  if (target.in_made_directory) return 0;
  static char folder[max_path];
  strcpy(folder, target.path);
  char* end = strrchr(folder, '/');
  if (!end) return -EBUSY;  // the root
  end[end == folder] = 0;
  long error = raw_syscall(SYS_faccessat2, AT_FDCWD, as_long(folder), W_OK | X_OK, AT_EACCESS);
  return is_error(error) ? error : 0;
}

uint32_t masked_mode(long mode) {
  long mask = raw_syscall(SYS_umask, 0);
  raw_syscall(SYS_umask, mask);
  return static_cast<uint32_t>(mode & ~mask & 07777);
}

uint64_t identity_of_path(const char* path) {
  return digest_of(path, strlen(path), 0x6d616465).low;
}

long refusal_to_open(const Target& target, long flags) {
  constexpr long dangerous = O_CREAT | O_EXCL | O_TRUNC;
  long fd =
      raw_syscall(SYS_openat, AT_FDCWD, as_long(target.path), (flags & ~dangerous) | O_CLOEXEC, 0);
  if (is_error(fd)) return fd;
  raw_syscall(SYS_close, fd);
  return 0;
}

// ---- Opening ----

namespace {

struct Opening {
  long directory;
  const char* path;
  long flags, mode;
};

Opening read_opening(const Call& call) {
  switch (call.number) {
    case SYS_open:
      return {AT_FDCWD, pointer<const char>(call.a), call.b, call.c};
    case SYS_creat:
      return {AT_FDCWD, pointer<const char>(call.a), O_CREAT | O_WRONLY | O_TRUNC, call.b};
    case SYS_openat2: {
      const auto* how = pointer<const uint64_t>(call.c);  // flags, mode, resolve
      return {call.a, pointer<const char>(call.b), static_cast<long>(how[0]),
              static_cast<long>(how[1])};
    }
    default:
      return {call.a, pointer<const char>(call.b), call.c, call.d};
  }
}

bool opens_for_writing(const Opening& opening) {
  return (opening.flags & O_ACCMODE) != O_RDONLY && !(opening.flags & O_PATH);
}

bool changes_something(const Opening& opening) {
  return opens_for_writing(opening) || opening.flags & (O_CREAT | O_TRUNC);
}

long open_in_kernel(const Call& call) {
  if (opens_for_writing(read_opening(call))) name_call(call);
  return take_descriptor(raw_syscall(call.number, call.a, call.b, call.c, call.d));
}

// A descriptor of the kernel stands for the file, for its number alone: the kernel would do nothing
// with it.
long open_record(FileNumber file, long flags) {
  if (flags & O_TRUNC && record_of(file).size) resize(file, 0);
  long fd = take_descriptor(
      raw_syscall(SYS_openat, AT_FDCWD, as_long("/"), O_PATH | (flags & O_CLOEXEC)));
  if (is_error(fd)) return drop_if_unused(file), fd;
  constexpr long once = O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC;
  constexpr long large_file = 0100000;
  auto status = static_cast<uint32_t>((flags & ~once) | large_file);
  if (!lead_to_record(static_cast<int>(fd), file, status)) leave(Stop::limit);
  return fd;
}

long open_new(Target& target, const Opening& opening) {
  if (!(opening.flags & O_CREAT)) return -ENOENT;
  if (target.needs_directory) return -EISDIR;
  if (long error = refusal_to_change(target)) return error;
  FileNumber file = make_file(identity_of_path(target.path), S_IFREG | masked_mode(opening.mode));
  if (!file || !set_name(target.path, file)) leave(Stop::limit);
  change_record(file).links = 1;
  return open_record(file, opening.flags);
}

long open_existing(const Call& call, Target& target, const Opening& opening) {
  bool is_recorded = target.what == FoundName::recorded;
  uint32_t mode = is_recorded ? record_of(target.file).mode : target.status.st_mode;
  bool is_new = opening.flags & O_CREAT && opening.flags & O_EXCL;
  if (is_new) return -EEXIST;
  if (S_ISLNK(mode)) return opening.flags & O_PATH ? open_in_kernel(call) : -ELOOP;
  if (S_ISDIR(mode) && changes_something(opening)) return -EISDIR;
  if (!S_ISDIR(mode) && (opening.flags & O_DIRECTORY || target.needs_directory)) return -ENOTDIR;
  if (is_recorded) return open_record(target.file, opening.flags);
  bool stays = !S_ISREG(mode) || !(opens_for_writing(opening) || opening.flags & O_TRUNC);
  if (stays) {  // the path may lead through names that the kernel does not know
    if (opens_for_writing(opening)) name_call(call);
    return take_descriptor(raw_syscall(SYS_openat, AT_FDCWD, as_long(target.path),
                                       opening.flags & ~long{O_CREAT}, opening.mode));
  }
  if (long error = refusal_to_open(target, opening.flags)) return error;
  return open_record(adopt_target(target, opening.flags & O_TRUNC), opening.flags);
}

// /proc/self/fd/N and /dev/fd/N: another way to an open file.
FileNumber record_behind(const char* path) {
  for (const char* folder : {"/proc/self/fd/", "/dev/fd/"}) {
    size_t n = strlen(folder);
    if (strncmp(path, folder, n)) continue;
    int fd = 0;
    for (path += n; *path >= '0' && *path <= '9' && fd < max_files; path++)
      fd = fd * 10 + (*path - '0');
    const OpenFile* file = *path ? nullptr : file_of(fd);
    return file && file->kind == FileKind::regular ? file->file : 0;
  }
  return 0;
}

}  // namespace

long open_file(const Call& call) {
  Opening opening = read_opening(call);
  before_path(opening.path);
  if (!opening.path) return open_in_kernel(call);
  if (FileNumber file = record_behind(opening.path)) return open_record(file, opening.flags);
  bool is_unchanged = !changes_something(opening) && !has_changed_files();
  if (is_outside(opening.path) || is_unchanged) return open_in_kernel(call);
  if ((opening.flags & O_TMPFILE) == O_TMPFILE) return -EOPNOTSUPP;
  static Target target;
  bool follow =
      !(opening.flags & O_NOFOLLOW) && !(opening.flags & O_CREAT && opening.flags & O_EXCL);
  if (long error = find_target(opening.directory, opening.path, follow, target)) return error;
  switch (target.what) {
    case FoundName::outside:
      return open_in_kernel(call);
    case FoundName::nothing:
      return open_new(target, opening);
    default:
      return open_existing(call, target, opening);
  }
}

long open_memory_file(const char* name, unsigned flags) {
  constexpr unsigned known = MFD_CLOEXEC | MFD_ALLOW_SEALING | 0x18 /* (NO)EXEC */;
  if (flags & ~known) return -EINVAL;  // huge pages
  uint64_t words[] = {current_thread().slot, digest_of(name, strlen(name), 0x6d656d6664).low};
  FileNumber file = make_file(digest_of(words, sizeof words, 0x6d656d6664).low, S_IFREG | 0777);
  if (!file) leave(Stop::limit);
  if (!(flags & MFD_ALLOW_SEALING)) change_record(file).seals = F_SEAL_SEAL;
  return open_record(file, O_RDWR | (flags & MFD_CLOEXEC ? O_CLOEXEC : 0));
}

}  // namespace omc
