#include "kernel/name_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>

#include <cstring>

#include "kernel/directory_listing.h"
#include "kernel/file_calls.h"
#include "kernel/file_names.h"
#include "platform/raw_syscall.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

// A path, and the directory that it begins in.
struct NamedBy {
  long directory;
  const char* path;
};

const char* text(long word) { return reinterpret_cast<const char*>(word); }

uint32_t mode_of(const Target& target) {
  if (target.what == FoundName::recorded) return record_of(target.file).mode;
  return target.what == FoundName::on_disk ? target.status.st_mode : 0;
}
bool exists(const Target& target) { return mode_of(target); }

// What omc does not follow: the schedule ends here.
[[noreturn]] void stop_following(const char* what) {
  note_gap(what);
  leave(Stop::limit);
}

void require(bool fits) {
  if (!fits) leave(Stop::limit);
}

// Finds what a call is about; 1: the kernel's affair. The last link is not followed.
long find(const NamedBy& place, Target& target) {
  if (!place.path) return -EFAULT;
  if (is_outside(place.path)) return 1;
  if (long error = find_target(place.directory, place.path, false, target)) return error;
  return target.what == FoundName::outside;
}

// One name of the file is gone.
void unlink_record(FileNumber file) {
  if (!file) return;
  change_record(file).links--;
  drop_if_unused(file);
}

FileNumber make_at(const Target& target, uint32_t mode) {
  FileNumber file = make_file(identity_of_path(target.path), mode);
  require(file && set_name(target.path, file));
  change_record(file).links = S_ISDIR(mode) ? 2 : 1;
  return file;
}

// A name that a call is to make, where nothing is.
long find_free(const NamedBy& place, Target& target, bool is_folder) {
  before_path(place.path);
  if (long result = find(place, target)) return result;
  if (exists(target)) return -EEXIST;
  if (target.needs_directory && !is_folder) return -ENOENT;
  return refusal_to_change(target);
}

// A file that is to get another name has a record; a link of the disk is copied to one.
FileNumber record_to_move(Target& target) {
  if (target.what == FoundName::recorded) return target.file;
  if (S_ISREG(target.status.st_mode)) return adopt_target(target, false);
  if (!S_ISLNK(target.status.st_mode)) stop_following("a new name for a file of the disk");
  static char link[4096];
  long n = raw_syscall(SYS_readlink, as_long(target.path), as_long(link), sizeof link);
  if (is_error(n)) stop_following("a link that cannot be read");
  FileNumber file = make_file(identity_of_path(target.path), S_IFLNK | 0777);
  require(file);
  write_content(file, link, static_cast<size_t>(n), 0);
  change_record(file).links = 1;
  return file;
}

long remove(const Call& call, const NamedBy& place, bool is_folder) {
  static Target target;
  before_path(place.path);
  if (long result = find(place, target)) return result < 0 ? result : pass_on(call);
  if (!exists(target)) return -ENOENT;
  if (S_ISDIR(mode_of(target)) != is_folder) return is_folder ? -ENOTDIR : -EISDIR;
  if (long error = refusal_to_change(target)) return error;
  if (is_folder && !is_empty_directory(target)) return -ENOTEMPTY;
  FileNumber file = target.what == FoundName::recorded ? target.file : 0;
  require(remove_name(target.path));
  if (is_folder && file) change_record(file).links = 1;
  unlink_record(file);
  return 0;
}

}  // namespace

long remove_file(const Call& call) {
  bool is_at = call.number == SYS_unlinkat;
  bool is_folder = is_at ? call.c & AT_REMOVEDIR : call.number == SYS_rmdir;
  NamedBy place = is_at ? NamedBy{call.a, text(call.b)} : NamedBy{AT_FDCWD, text(call.a)};
  return remove(call, place, is_folder);
}

long make_directory(const Call& call) {
  static Target target;
  bool is_at = call.number == SYS_mkdirat;
  NamedBy place = is_at ? NamedBy{call.a, text(call.b)} : NamedBy{AT_FDCWD, text(call.a)};
  if (long result = find_free(place, target, true)) return result < 0 ? result : pass_on(call);
  make_at(target, S_IFDIR | masked_mode(is_at ? call.c : call.b));
  return 0;
}

// Only ordinary files are made: others connect processes or devices.
long make_node(const Call& call) {
  static Target target;
  bool is_at = call.number == SYS_mknodat;
  long mode = is_at ? call.c : call.b;
  if (mode & S_IFMT && !S_ISREG(mode)) {
    name_call(call);
    note_gap_at(call);
    leave(Stop::limit);
  }
  NamedBy place = is_at ? NamedBy{call.a, text(call.b)} : NamedBy{AT_FDCWD, text(call.a)};
  if (long result = find_free(place, target, false)) return result < 0 ? result : pass_on(call);
  make_at(target, S_IFREG | masked_mode(mode));
  return 0;
}

long make_link(const Call& call) {
  static Target target;
  bool is_at = call.number == SYS_symlinkat;
  NamedBy place = is_at ? NamedBy{call.b, text(call.c)} : NamedBy{AT_FDCWD, text(call.b)};
  const char* to = text(call.a);
  if (!*to) return -ENOENT;
  if (long result = find_free(place, target, false)) return result < 0 ? result : pass_on(call);
  FileNumber file = make_at(target, S_IFLNK | 0777);
  write_content(file, to, strlen(to), 0);
  return 0;
}

long link_file(const Call& call) {
  static Target from, to;
  bool is_at = call.number == SYS_linkat;
  NamedBy old = is_at ? NamedBy{call.a, text(call.b)} : NamedBy{AT_FDCWD, text(call.a)};
  NamedBy place = is_at ? NamedBy{call.c, text(call.d)} : NamedBy{AT_FDCWD, text(call.b)};
  bool follow = is_at && call.e & AT_SYMLINK_FOLLOW;
  if (long result = find_free(place, to, false)) return result < 0 ? result : pass_on(call);
  if (is_outside(old.path)) return -EXDEV;
  if (long error = find_target(old.directory, old.path, follow, from)) return error;
  if (from.what == FoundName::outside) return -EXDEV;
  if (!exists(from)) return -ENOENT;
  if (S_ISDIR(mode_of(from))) return -EPERM;
  FileNumber file = record_to_move(from);
  require(set_name(to.path, file));
  change_record(file).links++;
  return 0;
}

// ---- Renaming ----

namespace {

// A directory of the disk would need new paths for all that is below.
long move_directory(Target& from, Target& to) {
  if (from.what != FoundName::recorded)
    stop_following("rename of a directory that was there before");
  size_t n = strlen(from.path);
  if (!strncmp(to.path, from.path, n) && to.path[n] == '/') return -EINVAL;
  if (exists(to) && !S_ISDIR(mode_of(to))) return -ENOTDIR;
  if (exists(to) && !is_empty_directory(to)) return -ENOTEMPTY;
  FileNumber replaced = to.what == FoundName::recorded ? to.file : 0;
  require(move_names(from.path, to.path) && remove_name(from.path) && set_name(to.path, from.file));
  if (replaced) change_record(replaced).links = 1;
  unlink_record(replaced);
  return 0;
}

long move_file(Target& from, Target& to) {
  if (S_ISDIR(mode_of(to))) return -EISDIR;
  if (to.needs_directory) return -ENOTDIR;
  // A record keeps what was there for those who have it open.
  FileNumber replaced = exists(to) && !S_ISLNK(mode_of(to)) && S_ISREG(mode_of(to))
                            ? adopt_target(to, false)
                        : to.what == FoundName::recorded ? to.file
                                                         : 0;
  FileNumber file = record_to_move(from);
  if (file == replaced) return 0;  // two names of one file
  require(remove_name(from.path) && set_name(to.path, file));
  unlink_record(replaced);
  return 0;
}

long exchange(Target& from, Target& to) {
  if (!exists(to)) return -ENOENT;
  if (S_ISDIR(mode_of(from)) || S_ISDIR(mode_of(to)))
    stop_following("an exchange of the names of directories");
  FileNumber first = record_to_move(from), second = record_to_move(to);
  require(set_name(from.path, second) && set_name(to.path, first));
  return 0;
}

}  // namespace

long rename_file(const Call& call) {
  static Target from, to;
  bool is_at = call.number != SYS_rename;
  long flags = call.number == SYS_renameat2 ? call.e : 0;
  NamedBy old = is_at ? NamedBy{call.a, text(call.b)} : NamedBy{AT_FDCWD, text(call.a)};
  NamedBy place = is_at ? NamedBy{call.c, text(call.d)} : NamedBy{AT_FDCWD, text(call.b)};
  before_path(old.path);
  long first = find(old, from);
  if (first < 0) return first;
  long second = find(place, to);
  if (second < 0) return second;
  if (first || second) return first && second ? pass_on(call) : -EXDEV;
  if (!exists(from)) return -ENOENT;
  if (exists(to) && flags & RENAME_NOREPLACE) return -EEXIST;
  for (const Target* target : {&from, &to})
    if (long error = refusal_to_change(*target)) return error;
  if (!strcmp(from.path, to.path)) return 0;
  if (flags & RENAME_EXCHANGE) return exchange(from, to);
  if (flags & ~RENAME_NOREPLACE) return -EINVAL;
  return S_ISDIR(mode_of(from)) ? move_directory(from, to) : move_file(from, to);
}

}  // namespace omc
