#include "kernel/open_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "kernel/descriptor_table.h"
#include "kernel/file_names.h"
#include "kernel/file_records.h"
#include "kernel/output.h"
#include "platform/raw_syscall.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

// Files and directories.
bool has_place(int fd) {
  struct stat status;
  return !is_error(raw_syscall(SYS_fstat, fd, as_long(&status))) &&
         (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

// The schedule has changed a file that the kernel opened before.
void find_record(int fd, OpenFile& open) {
  struct stat status;
  if (open.file || !world().files.records || open.kind != FileKind::regular) return;
  if (is_error(raw_syscall(SYS_fstat, fd, as_long(&status)))) return;
  FileNumber file = adopted_file(status);
  if (!file) return;
  open.file = file;
  open.status |= static_cast<uint32_t>(raw_syscall(SYS_fcntl, fd, F_GETFL) & ~settable_flags);
  change_record(file).opened++;
}

OpenFile* free_open_file() {
  for (int i = 1; i < max_files; i++)
    if (!world().files.open[i].users) return &world().files.open[i];
  return nullptr;
}

void set_slot(int fd, const OpenFile* open) {
  world().files.slots[fd] = static_cast<uint8_t>(open - world().files.open);
}

}  // namespace

const long settable_flags = O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK;

OpenFile* file_of(int fd) {
  if (fd < 0 || fd >= max_files) return nullptr;
  Files& files = world().files;
  // Used for the first time: from where the kernel has it.
  if (!files.slots[fd] && has_place(fd)) lead_to(fd, FileKind::regular, nullptr);
  if (!files.slots[fd]) return nullptr;
  OpenFile& open = files.open[files.slots[fd]];
  find_record(fd, open);
  return &open;
}

OpenFile* object_of(long fd) {
  OpenFile* file = inside() ? file_of(static_cast<int>(fd)) : nullptr;
  return file && file->kind != FileKind::regular ? file : nullptr;
}

long take_descriptor(long fd) {
  fd = admit_descriptor(fd);
  if (!is_error(fd) && fd < max_files) world().files.slots[fd] = 0;
  return fd;
}

bool lead_to(int fd, FileKind kind, void* object) {
  OpenFile* open = fd >= 0 && fd < max_files ? free_open_file() : nullptr;
  if (!open) return false;
  int64_t place =
      object ? reinterpret_cast<int64_t>(object) : raw_syscall(SYS_lseek, fd, 0, SEEK_CUR);
  long status = object ? 0 : raw_syscall(SYS_fcntl, fd, F_GETFL) & settable_flags;
  const char* path = object ? "" : path_of(fd);
  bool installed = is_installed(path) || is_outside(path);
  *open = {place, 1, kind, static_cast<uint32_t>(status), 0, installed};
  set_slot(fd, open);
  return true;
}

bool lead_to_record(int fd, unsigned file, uint32_t status) {
  OpenFile* open = fd < max_files ? free_open_file() : nullptr;
  if (!open) return note_gap("more than 255 open files"), false;
  *open = {0, 1, FileKind::regular, status, file, false};
  set_slot(fd, open);
  change_record(file).opened++;
  return true;
}

OpenFile* changeable_file(long fd) {
  bool is_captured = is_output(fd);
  OpenFile* file = inside() && !is_captured ? file_of(static_cast<int>(fd)) : nullptr;
  bool is_file = file && file->kind == FileKind::regular;
  return is_file && (file->file || !file->installed) ? file : nullptr;
}

void release_record(OpenFile& open) {
  if (!open.file) return;
  auto owner = static_cast<uint16_t>(&open - world().files.open);
  FileRecord& record = change_record(open.file);
  record.opened--;
  for (FileLock& lock : record.locks)
    if (lock.owner == owner) lock = {};
  drop_if_unused(open.file);
  open.file = 0;
}

}  // namespace omc
