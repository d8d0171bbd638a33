#include "kernel/file_locks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

#include "kernel/file_calls.h"
#include "kernel/file_records.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// What a thread waits for; lies on its stack.
struct Wish {
  FileNumber file;
  FileLock lock;
};

const void* object_of_locks(FileNumber file) {
  return reinterpret_cast<const void*>(content_of(file) + 1);
}

bool conflict(const FileLock& held, const FileLock& wanted) {
  return held.owner && held.owner != wanted.owner && held.is_range == wanted.is_range &&
         held.begin < wanted.end && wanted.begin < held.end &&
         (held.is_exclusive || wanted.is_exclusive);
}

const FileLock* holder_of(const Wish& wish) {
  for (const FileLock& held : record_of(wish.file).locks)
    if (conflict(held, wish.lock)) return &held;
  return nullptr;
}

bool is_free(const Thread& thread) {
  return !holder_of(*static_cast<const Wish*>(thread.pending.object));
}

const Waiting waiting_for_lock{is_free};

bool add(FileRecord& record, const FileLock& lock) {
  for (FileLock& held : record.locks) {
    if (held.owner) continue;
    held = lock;
    return true;
  }
  return false;
}

// The owner's locks of the range are cut out of what it holds.
bool cut_out(FileRecord& record, const FileLock& range) {
  for (FileLock& held : record.locks) {
    if (held.owner != range.owner || held.is_range != range.is_range) continue;
    if (held.begin >= range.end || held.end <= range.begin) continue;
    FileLock left = held, right = held;
    left.end = range.begin;
    right.begin = range.end;
    held = {};
    bool fits = (left.begin >= left.end || add(record, left)) &&
                (right.begin >= right.end || add(record, right));
    if (!fits) return false;
  }
  return true;
}

long take(const Wish& wish, bool waits) {
  // An attempt to change a lock gives up the old one first, as the kernel does for flock.
  if (!waits && holder_of(wish)) return -EAGAIN;
  if (waits) {
    Pending pending{Op::file,         false, false, 1, &wish, 0, Interrupt::unless_restarted, true,
                    &waiting_for_lock};
    if (!wait_until(pending, nullptr)) return was_interrupted() ? -EINTR : -EAGAIN;
    const OpenFile& owner = world().files.open[wish.lock.owner];
    if (!owner.users || owner.file != wish.file) return -EBADF;  // closed meanwhile
  }
  acquire_from(object_of_locks(wish.file));
  FileRecord& record = change_record(wish.file);
  if (cut_out(record, wish.lock) && add(record, wish.lock)) return 0;
  note_gap("more than 16 locks on one file");
  return -ENOLCK;
}

long give_back(const Wish& wish) {
  release_to(object_of_locks(wish.file));
  return cut_out(change_record(wish.file), wish.lock) ? 0 : -ENOLCK;
}

uint16_t number_of(const OpenFile* file) {
  return static_cast<uint16_t>(file - world().files.open);
}

// The range of a struct flock; false when it is not valid.
bool read_range(const struct flock& from, const OpenFile& file, FileLock& out) {
  int64_t begin = from.l_start;
  if (from.l_whence == SEEK_CUR) begin += file.place;
  if (from.l_whence == SEEK_END) begin += record_of(file.file).size;
  int64_t end = from.l_len ? begin + from.l_len : INT64_MAX;
  if (from.l_len < 0) end = begin, begin += from.l_len;
  out = {number_of(&file), true, from.l_type == F_WRLCK, begin, end};
  return begin >= 0;
}

}  // namespace

bool holds_lock(int fd) {
  const OpenFile* file = changeable_file(fd);
  if (!file || !file->file) return false;
  for (const FileLock& lock : record_of(file->file).locks)
    if (lock.owner == number_of(file)) return true;
  return false;
}

long lock_file(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file) return pass_on(call);
  if (!adopt_open_file(fd, *file)) return pass_on(call);
  long operation = call.b & ~long{LOCK_NB};
  Wish wish{file->file, {number_of(file), false, operation == LOCK_EX, 0, INT64_MAX}};
  if (operation == LOCK_UN) return give_back(wish);
  if (operation != LOCK_EX && operation != LOCK_SH) return -EINVAL;
  return take(wish, !(call.b & LOCK_NB));
}

long lock_range(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !adopt_open_file(fd, *file)) return pass_on(call);
  auto& asked = *reinterpret_cast<struct flock*>(call.c);
  Wish wish{file->file, {}};
  if (!read_range(asked, *file, wish.lock)) return -EINVAL;
  bool is_owned = call.b == F_OFD_GETLK || call.b == F_OFD_SETLK || call.b == F_OFD_SETLKW;
  if (call.b == F_GETLK || call.b == F_OFD_GETLK) {
    const FileLock* held = is_owned ? holder_of(wish) : nullptr;
    if (!held) return asked.l_type = F_UNLCK, 0;
    bool is_open = held->end == INT64_MAX;
    asked.l_type = held->is_exclusive ? F_WRLCK : F_RDLCK;
    asked.l_whence = SEEK_SET;
    asked.l_start = held->begin;
    asked.l_len = is_open ? 0 : held->end - held->begin;
    asked.l_pid = -1;
    return 0;
  }
  if (!is_owned) return 0;  // of the process: it excludes only others
  if (asked.l_type == F_UNLCK) return give_back(wish);
  return take(wish, call.b == F_OFD_SETLKW);
}

long seal_file(const Call& call) {
  OpenFile* file = changeable_file(call.a);
  if (!file || !file->file) return pass_on(call);
  const FileRecord& record = record_of(file->file);
  if (record.number || record.links) return -EINVAL;  // only memory files have seals
  if (call.b == F_GET_SEALS) return record.seals;
  if (record.seals & F_SEAL_SEAL) return -EPERM;
  change_record(file->file).seals |= static_cast<uint32_t>(call.c);
  return 0;
}

}  // namespace omc
