#include "kernel/working_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "kernel/file_calls.h"
#include "kernel/file_names.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "snapshot/undo_log.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {

// The kernel has no directory that the schedule has made.
static bool is_made(const Target& target) {
  return target.what == FoundName::recorded && is_directory(target.file);
}

// Where the kernel goes: a path that the schedule has not changed; or an error.
static long find_directory(Call& call) {
  static Target target;
  if (call.number == SYS_fchdir) {
    const OpenFile* file = file_of(static_cast<int>(call.a));
    if (!file || !file->file) return 0;
    if (!is_directory(file->file)) return -ENOTDIR;
    target.what = FoundName::recorded;
    target.file = file->file;
  } else {
    auto* path = reinterpret_cast<const char*>(call.a);
    if (long error = find_target(AT_FDCWD, path, true, target)) return error;
    if (target.what == FoundName::outside) return 0;
    if (target.what == FoundName::nothing) return -ENOENT;
  }
  if (is_made(target)) {
    note_gap("a working directory that the program has made");
    leave(Stop::limit);
  }
  if (target.what == FoundName::recorded) return -ENOTDIR;
  if (*target.path) call.a = as_long(target.path);
  return 0;
}

long change_directory(const Call& asked) {
  Call call = asked;
  if (inside() && has_changed_files())
    if (long error = find_directory(call)) return error;
  log_directory_change();
  long result = pass_on(call);
  note_directory();
  return result;
}

void note_directory() {
  struct stat status{};
  raw_syscall(SYS_stat, as_long("."), as_long(&status));
  world().directory = {status.st_dev, status.st_ino};
}

}  // namespace omc
