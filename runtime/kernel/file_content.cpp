#include "kernel/file_content.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "kernel/file_calls.h"
#include "kernel/file_names.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "races/explored_access.h"
#include "world/current.h"
#include "world/events.h"
#include "world/thread.h"

namespace omc {
namespace {

bool may_write(const OpenFile& file) { return (file.status & O_ACCMODE) != O_RDONLY; }
bool may_read(const OpenFile& file) { return (file.status & O_ACCMODE) != O_WRONLY; }

template <class T>
T* pointer(long word) {
  return reinterpret_cast<T*>(word);
}

// What a call with an offset reads or writes.
iovec one_part(const Call& call) { return {pointer<void>(call.b), static_cast<size_t>(call.c)}; }

const void* as_object(long fd) { return reinterpret_cast<const void*>(fd); }

}  // namespace

// Memory that the program has mapped is accessed as the program itself would, by an atomic access.
static void access_mapped(const OpenFile& file, const iovec* parts, long count, int64_t at,
                          AccessKind kind) {
  if (!is_mapped(file.file)) return;
  size_t n = 0;
  for (long i = 0; i < count; i++) n += parts[i].iov_len;
  int64_t left = record_of(file.file).size - at;
  if (left <= 0 || !n) return;
  if (n > static_cast<size_t>(left)) n = static_cast<size_t>(left);
  auto* p = reinterpret_cast<const void*>(content_of(file.file) + static_cast<uintptr_t>(at));
  make_access({p, n, kind, kind, current_thread().place.pc});
}

long read_recorded(OpenFile& file, const iovec* parts, long count, int64_t at) {
  if (!may_read(file)) return -EBADF;
  if (is_directory(file.file)) return -EISDIR;
  access_mapped(file, parts, count, at, AccessKind::atomic_read);
  if (!file.file) return -EBADF;  // closed meanwhile
  long total = 0;
  for (long i = 0; i < count; i++) {
    long n = read_content(file.file, parts[i].iov_base, parts[i].iov_len, at + total);
    if (is_error(n)) return n;
    total += n;
    if (static_cast<size_t>(n) < parts[i].iov_len) break;
  }
  return total;
}

long write_recorded(OpenFile& file, const iovec* parts, long count, int64_t at) {
  if (!may_write(file)) return -EBADF;
  access_mapped(file, parts, count, at, AccessKind::atomic_write);
  if (!file.file) return -EBADF;  // closed meanwhile
  const FileRecord& record = record_of(file.file);
  if (record.seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE)) return -EPERM;
  int64_t end = at;
  for (long i = 0; i < count; i++) end += static_cast<int64_t>(parts[i].iov_len);
  if (record.seals & F_SEAL_GROW && end > record.size) return -EPERM;
  long total = 0;
  for (long i = 0; i < count; i++) {
    long n = write_content(file.file, parts[i].iov_base, parts[i].iov_len, at + total);
    if (is_error(n)) return n;
    total += n;
  }
  return total;
}

long read_parts_at(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !file->file) return pass_on(call);
  long n = read_recorded(*file, pointer<const iovec>(call.b), call.c, call.d);
  if (!is_error(n)) happened(Op::read, as_object(call.a), static_cast<uint64_t>(n));
  return n;
}

long read_at(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !file->file) return pass_on(call);
  iovec part = one_part(call);
  long n = read_recorded(*file, &part, 1, call.d);
  if (!is_error(n)) happened(Op::read, as_object(call.a), static_cast<uint64_t>(n));
  return n;
}

long write_in_kernel(const Call& call) {
  return is_error(raw_syscall(SYS_fcntl, call.a, F_GETFD)) ? -EBADF : pass_on(call);
}

static long write_all_at(const Call& call, const iovec* parts, long count) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !adopt_open_file(fd, *file)) return write_in_kernel(call);
  int64_t at = file->status & O_APPEND ? record_of(file->file).size : call.d;
  long n = write_recorded(*file, parts, count, at);
  if (!is_error(n)) happened(Op::write, as_object(call.a), static_cast<uint64_t>(n));
  return n;
}

long write_at(const Call& call) {
  iovec part = one_part(call);
  return write_all_at(call, &part, 1);
}

long write_parts_at(const Call& call) {
  return write_all_at(call, pointer<const iovec>(call.b), call.c);
}

static long resize_record(FileNumber file, int64_t size) {
  const FileRecord& record = record_of(file);
  bool shrinks = size<record.size, grows = size> record.size;
  if ((record.seals & F_SEAL_SHRINK && shrinks) || (record.seals & F_SEAL_GROW && grows))
    return -EPERM;
  return resize(file, size);
}

long resize_file(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !adopt_open_file(fd, *file)) return pass_on(call);
  return may_write(*file) ? resize_record(file->file, call.b) : -EINVAL;
}

long resize_by_path(const Call& call) {
  auto* path = pointer<const char>(call.a);
  before_path(path);
  static Target target;
  if (long error = find_target(AT_FDCWD, path, true, target)) return error;
  if (target.what == FoundName::outside) return pass_on(call);
  if (target.what == FoundName::nothing) return -ENOENT;
  if (target.what == FoundName::on_disk) {
    if (S_ISDIR(target.status.st_mode)) return -EISDIR;
    if (!S_ISREG(target.status.st_mode)) return pass_on(call);
    if (long error = refusal_to_open(target, O_WRONLY)) return error;
  } else if (is_directory(target.file)) {
    return -EISDIR;
  }
  return resize_record(adopt_target(target, call.b == 0), call.b);
}

long reserve_in_file(const Call& call) {
  constexpr long keep_size = 1;
  int fd = static_cast<int>(call.a);
  OpenFile* file = before_file(fd);
  if (!file || !adopt_open_file(fd, *file)) return pass_on(call);
  if (!may_write(*file)) return -EBADF;
  if (call.b & ~keep_size) return -EOPNOTSUPP;  // holes and the like, which many disks refuse too
  if (call.c < 0 || call.d <= 0) return -EINVAL;
  if (call.b & keep_size || call.c + call.d <= record_of(file->file).size) return 0;
  return resize_record(file->file, call.c + call.d);
}

// The kernel refuses some such copies too, and programs then read and write.
long copy_between_files(const Call& call) {
  bool is_to_first = call.number == SYS_sendfile;
  long to = is_to_first ? call.a : call.number == SYS_tee ? call.b : call.c;
  long from = is_to_first ? call.b : call.a;
  const OpenFile* source = changeable_file(from);
  if (!changeable_file(to) && !(source && source->file)) return pass_on(call);
  return call.number == SYS_copy_file_range ? -EXDEV : -EINVAL;
}

// Nothing reaches the disk, and advice has no effect.
long synchronise_file(const Call& call) { return changeable_file(call.a) ? 0 : pass_on(call); }

}  // namespace omc
