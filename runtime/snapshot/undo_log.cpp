#include "snapshot/undo_log.h"

#include <errno.h>
#include <fcntl.h>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t max_entries = 1 << 20;
constexpr int stash_begin = 400;  // duplicates have numbers from here on

enum class Change : uint8_t { open, close, descriptor_flags, directory, file_mode_mask };

struct LoggedChange {
  Change change;
  int number;   // the descriptor, or the old mask
  int stashed;  // the duplicate, or the old directory
  int flags;    // the old descriptor flags
};

LoggedChange* entries;

// Null when this process never restores.
LoggedChange* add(Change change, int number) {
  if (!rewinds()) return nullptr;
  if (!entries)
    entries = static_cast<LoggedChange*>(checker_memory(max_entries * sizeof(LoggedChange)));
  uint64_t& n = world().undo_length;
  OMC_ASSERT(n < max_entries);
  LoggedChange& entry = entries[n++];
  entry.change = change;
  entry.number = number;
  entry.stashed = -1;
  entry.flags = 0;
  return &entry;
}

long close_now(int fd) { return raw_syscall(SYS_close, fd); }

long stash(int fd) { return raw_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, stash_begin); }

void undo(const LoggedChange& entry) {
  switch (entry.change) {
    case Change::open:
      close_now(entry.number);
      break;
    case Change::close:
      raw_syscall(SYS_dup3, entry.stashed, entry.number, entry.flags & FD_CLOEXEC ? O_CLOEXEC : 0);
      close_now(entry.stashed);
      break;
    case Change::descriptor_flags:
      raw_syscall(SYS_fcntl, entry.number, F_SETFD, entry.flags);
      break;
    case Change::directory:
      raw_syscall(SYS_fchdir, entry.stashed);
      close_now(entry.stashed);
      break;
    case Change::file_mode_mask:
      raw_syscall(SYS_umask, entry.number);
      break;
  }
}

}  // namespace

void log_open(int fd) { add(Change::open, fd); }

bool is_stashed(int fd) {
  for (uint64_t i = 0; i < world().undo_length; i++)
    if (entries[i].stashed == fd) return true;
  return false;
}

long stash_and_close(int fd) {
  long aside = rewinds() ? stash(fd) : -EMFILE;
  if (aside == -EBADF) return -EBADF;
  long flags = raw_syscall(SYS_fcntl, fd, F_GETFD);
  if (LoggedChange* entry = is_error(aside) ? nullptr : add(Change::close, fd)) {
    entry->stashed = static_cast<int>(aside);
    entry->flags = static_cast<int>(flags);
  }
  return close_now(fd);
}

void log_descriptor_flags(int fd, int old) {
  if (LoggedChange* entry = add(Change::descriptor_flags, fd)) entry->flags = old;
}

void log_directory_change() {
  long here = raw_syscall(SYS_openat, AT_FDCWD, as_long("."), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (is_error(here)) return;
  long aside = stash(static_cast<int>(here));
  close_now(static_cast<int>(here));
  if (is_error(aside)) return;
  if (LoggedChange* entry = add(Change::directory, 0))
    entry->stashed = static_cast<int>(aside);
  else
    close_now(static_cast<int>(aside));
}

void log_file_mode_mask(int old) { add(Change::file_mode_mask, old); }

void undo_to(uint64_t length) {
  while (world().undo_length > length) undo(entries[--world().undo_length]);
}

}  // namespace omc
