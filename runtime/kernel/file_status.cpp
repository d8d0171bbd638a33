#include "kernel/file_status.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <utime.h>

#include <cstring>

#include "kernel/file_calls.h"
#include "kernel/file_names.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "snapshot/timestamps.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

// What a call asks about: a descriptor, or a path from a directory.
struct Question {
  long directory;
  const char* path;
  bool follow;
};

const char* text(long word) { return reinterpret_cast<const char*>(word); }

bool is_about_descriptor(const Question& question, long flags) {
  return question.path && !*question.path && flags & AT_EMPTY_PATH;
}

// The record that answers, or 0: the kernel does, with target.path if the path was walked here.
// Negative: an error.
long find_record(const Question& question, Target& target) {
  target.path[0] = 0;
  before_path(question.path);
  if (!question.path || is_outside(question.path) || !has_changed_files()) return 0;
  if (long error = find_target(question.directory, question.path, question.follow, target))
    return error;
  if (target.what == FoundName::nothing) return -ENOENT;
  if (target.what == FoundName::outside) return target.path[0] = 0;
  if (!*target.path) strcpy(target.path, "/");
  if (target.what == FoundName::on_disk) return 0;
  if (target.needs_directory && !is_directory(target.file)) return -ENOTDIR;
  return static_cast<long>(target.file);
}

long record_behind(long fd) {
  const OpenFile* file = before_file(static_cast<int>(fd));
  return file ? static_cast<long>(file->file) : 0;
}

Question question_of_status(const Call& call, long& flags) {
  flags = 0;
  switch (call.number) {
    case SYS_stat:
      return {AT_FDCWD, text(call.a), true};
    case SYS_lstat:
      return {AT_FDCWD, text(call.a), false};
    default:
      flags = call.number == SYS_statx ? call.c : call.d;
      return {call.a, text(call.b), !(flags & AT_SYMLINK_NOFOLLOW)};
  }
}

statx_timestamp convert(const timespec& time) {
  statx_timestamp out{};
  out.tv_sec = time.tv_sec;
  out.tv_nsec = static_cast<uint32_t>(time.tv_nsec);
  return out;
}

void fill_extended_status(FileNumber file, struct statx& out) {
  struct stat status;
  fill_status(file, status);
  out = {};
  out.stx_mask = STATX_BASIC_STATS;
  out.stx_blksize = page_size;
  out.stx_nlink = static_cast<uint32_t>(status.st_nlink);
  out.stx_uid = status.st_uid;
  out.stx_gid = status.st_gid;
  out.stx_mode = static_cast<uint16_t>(status.st_mode);
  out.stx_ino = status.st_ino;
  out.stx_size = static_cast<uint64_t>(status.st_size);
  out.stx_blocks = static_cast<uint64_t>(status.st_blocks);
  out.stx_atime = convert(status.st_atim);
  out.stx_mtime = convert(status.st_mtim);
  out.stx_ctime = convert(status.st_ctim);
  out.stx_dev_major = major(status.st_dev);
  out.stx_dev_minor = minor(status.st_dev);
}

// Passes the call on with the path that the walk has found.
long pass_with_path(Call call, bool is_at, const Target& target) {
  if (!*target.path) return pass_on(call);
  (is_at ? call.b : call.a) = as_long(target.path);
  if (is_at) call.a = AT_FDCWD;
  return pass_on(call);
}

}  // namespace

long read_status(const Call& call) {
  static Target target;
  long flags;
  Question question = question_of_status(call, flags);
  bool is_at = call.number == SYS_newfstatat;
  bool is_open = is_at && is_about_descriptor(question, flags);
  long file = is_open ? record_behind(call.a) : find_record(question, target);
  if (file < 0) return file;
  if (!file) return is_open ? pass_on(call) : pass_with_path(call, is_at, target);
  struct stat status;
  fill_status(static_cast<FileNumber>(file), status);
  memcpy(reinterpret_cast<void*>(is_at ? call.c : call.b), &status, sizeof status);
  return 0;
}

long read_open_status(const Call& call) {
  long file = record_behind(call.a);
  if (!file) return pass_on(call);
  struct stat status;
  fill_status(static_cast<FileNumber>(file), status);
  memcpy(reinterpret_cast<void*>(call.b), &status, sizeof status);
  return 0;
}

long read_extended_status(const Call& call) {
  static Target target;
  long flags;
  Question question = question_of_status(call, flags);
  bool is_open = is_about_descriptor(question, flags);
  long file = is_open ? record_behind(call.a) : find_record(question, target);
  if (file < 0) return file;
  if (!file) return is_open ? pass_on(call) : pass_with_path(call, true, target);
  struct statx status;
  fill_extended_status(static_cast<FileNumber>(file), status);
  memcpy(reinterpret_cast<void*>(call.e), &status, sizeof status);
  return 0;
}

long check_access(const Call& call) {
  static Target target;
  bool is_at = call.number != SYS_access;
  long wanted = is_at ? call.c : call.b;
  bool nofollow = call.number == SYS_faccessat2 && call.d & AT_SYMLINK_NOFOLLOW;
  Question question =
      is_at ? Question{call.a, text(call.b), !nofollow} : Question{AT_FDCWD, text(call.a), true};
  long file = find_record(question, target);
  if (file < 0) return file;
  if (!file) return pass_with_path(call, is_at, target);
  const FileRecord& record = record_of(static_cast<FileNumber>(file));
  if (!raw_syscall(SYS_geteuid)) return wanted & X_OK && !(record.mode & 0111) ? -EACCES : 0;
  bool is_own = record.owner == static_cast<uint32_t>(raw_syscall(SYS_geteuid));
  long allowed = is_own ? record.mode >> 6 & 7 : record.mode & 7;
  return wanted & ~allowed ? -EACCES : 0;
}

long read_link(const Call& call) {
  static Target target;
  bool is_at = call.number == SYS_readlinkat;
  long out = is_at ? call.c : call.b, room = is_at ? call.d : call.c;
  Question question =
      is_at ? Question{call.a, text(call.b), false} : Question{AT_FDCWD, text(call.a), false};
  long file = find_record(question, target);
  if (file < 0) return file;
  if (!file) return pass_with_path(call, is_at, target);
  if (!is_link(static_cast<FileNumber>(file))) return -EINVAL;
  if (room <= 0) return -EINVAL;
  return read_content(static_cast<FileNumber>(file), reinterpret_cast<void*>(out),
                      static_cast<size_t>(room), 0);
}

long ask_about_path(const Call& call) {
  static Target target;
  bool is_attribute = call.number != SYS_statfs;
  bool follow = call.number != SYS_lgetxattr && call.number != SYS_llistxattr;
  long file = find_record({AT_FDCWD, text(call.a), follow}, target);
  if (file < 0) return file;
  if (file && is_attribute) return -EOPNOTSUPP;
  if (file) strcpy(target.path, "/");
  return pass_with_path(call, false, target);
}

long ask_about_file(const Call& call) {
  if (!record_behind(call.a)) return pass_on(call);
  if (call.number != SYS_fstatfs) return -EOPNOTSUPP;
  return pass_on({SYS_statfs, as_long("/"), call.b, 0, 0, 0, 0});
}

// ---- Changes ----

namespace {

// The record to change: of a file that is adopted for it. 0: the kernel's affair; or an error.
long record_to_change(const Question& question) {
  static Target target;
  before_path(question.path);
  if (!question.path || is_outside(question.path)) return 0;
  if (long error = find_target(question.directory, question.path, question.follow, target))
    return error;
  if (target.what == FoundName::nothing) return -ENOENT;
  if (target.what == FoundName::outside) return 0;
  if (FileNumber file = adopt_target(target, false)) return static_cast<long>(file);
  note_gap("a change of the metadata of a directory or a device");
  leave(Stop::limit);
}

long open_record_to_change(long fd) {
  OpenFile* file = before_file(static_cast<int>(fd));
  if (!file) return 0;
  if (FileNumber record = adopt_open_file(static_cast<int>(fd), *file))
    return static_cast<long>(record);
  note_gap("a change of the metadata of a directory or a device");
  leave(Stop::limit);
}

FileRecord& changed_now(long file) {
  auto number = static_cast<FileNumber>(file);
  timespec modified = record_of(number).modified;
  touch(number);
  FileRecord& record = change_record(number);
  record.modified = modified;
  return record;
}

void set_time(timespec& time, const timespec* wanted, const timespec& now) {
  if (!wanted || wanted->tv_nsec == UTIME_NOW)
    time = now;
  else if (wanted->tv_nsec != UTIME_OMIT)
    time = *wanted;
}

long set_times(long file, const timespec* times) {
  FileRecord& record = changed_now(file);
  set_time(record.accessed, times, record.changed);
  set_time(record.modified, times ? times + 1 : nullptr, record.changed);
  return 0;
}

}  // namespace

long change_mode(const Call& call) {
  bool is_at = call.number == SYS_fchmodat;
  long mode = is_at ? call.c : call.b;
  long file = call.number == SYS_fchmod ? open_record_to_change(call.a)
              : is_at                   ? record_to_change({call.a, text(call.b), true})
                                        : record_to_change({AT_FDCWD, text(call.a), true});
  if (file <= 0) return file ? file : pass_on(call);
  FileRecord& record = changed_now(file);
  record.mode = (record.mode & S_IFMT) | static_cast<uint32_t>(mode & 07777);
  return 0;
}

long change_owner(const Call& call) {
  bool is_at = call.number == SYS_fchownat;
  bool follow = is_at ? !(call.e & AT_SYMLINK_NOFOLLOW) : call.number != SYS_lchown;
  long file = call.number == SYS_fchown ? open_record_to_change(call.a)
              : is_at                   ? record_to_change({call.a, text(call.b), follow})
                                        : record_to_change({AT_FDCWD, text(call.a), follow});
  if (file <= 0) return file ? file : pass_on(call);
  auto owner = static_cast<uint32_t>(is_at ? call.c : call.b);
  auto group = static_cast<uint32_t>(is_at ? call.d : call.c);
  FileRecord& record = changed_now(file);
  if (owner != UINT32_MAX) record.owner = owner;
  if (group != UINT32_MAX) record.group = group;
  return 0;
}

long change_times(const Call& call) {
  auto* times = reinterpret_cast<const timespec*>(call.c);
  bool follow = !(call.d & AT_SYMLINK_NOFOLLOW);
  long file =
      call.b ? record_to_change({call.a, text(call.b), follow}) : open_record_to_change(call.a);
  return file <= 0 ? (file ? file : pass_on(call)) : set_times(file, times);
}

// utime, utimes and futimesat.
long change_older_times(const Call& call) {
  bool is_at = call.number == SYS_futimesat;
  long file = record_to_change(is_at ? Question{call.a, text(call.b), true}
                                     : Question{AT_FDCWD, text(call.a), true});
  if (file <= 0) return file ? file : pass_on(call);
  long given = is_at ? call.c : call.b;
  if (!given) return set_times(file, nullptr);
  timespec times[2];
  if (call.number == SYS_utime) {
    const auto& from = *reinterpret_cast<const utimbuf*>(given);
    times[0] = {from.actime, 0};
    times[1] = {from.modtime, 0};
  } else {
    const auto* from = reinterpret_cast<const timeval*>(given);
    for (int i = 0; i < 2; i++) times[i] = {from[i].tv_sec, from[i].tv_usec * 1000};
  }
  return set_times(file, times);
}

// As on a disk without such attributes.
long change_attribute(const Call& call) {
  bool is_open = call.number == SYS_fsetxattr || call.number == SYS_fremovexattr;
  bool is_outside_call = is_open ? !changeable_file(call.a) : is_outside(text(call.a));
  return is_outside_call ? pass_on(call) : -EOPNOTSUPP;
}

}  // namespace omc
