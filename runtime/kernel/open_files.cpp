#include "kernel/open_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "platform/raw_syscall.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {
namespace {

// Files and directories.
bool has_place(int fd) {
  struct stat status;
  return !is_error(raw_syscall(SYS_fstat, fd, as_long(&status))) &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

}  // namespace

const long settable_flags = O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK;

OpenFile* file_of(int fd) {
  if (fd < 0 || fd >= max_files) return nullptr;
  Files& files = world().files;
  // Used for the first time: from where the kernel has it.
  if (!files.slots[fd] && has_place(fd)) lead_to(fd, FileKind::regular, nullptr);
  return files.slots[fd] ? &files.open[files.slots[fd]] : nullptr;
}

OpenFile* object_of(long fd) {
  OpenFile* file = inside() ? file_of(static_cast<int>(fd)) : nullptr;
  return file && file->kind != FileKind::regular ? file : nullptr;
}

bool lead_to(int fd, FileKind kind, void* object) {
  if (fd < 0 || fd >= max_files) return false;
  Files& files = world().files;
  for (int i = 1; i < max_files; i++) {
    if (files.open[i].users) continue;
    int64_t place =
        object ? reinterpret_cast<int64_t>(object) : raw_syscall(SYS_lseek, fd, 0, SEEK_CUR);
    long status = object ? 0 : raw_syscall(SYS_fcntl, fd, F_GETFL) & settable_flags;
    files.open[i] = {place, 1, kind, static_cast<uint32_t>(status)};
    files.slots[fd] = static_cast<uint8_t>(i);
    return true;
  }
  return false;
}

}  // namespace omc
