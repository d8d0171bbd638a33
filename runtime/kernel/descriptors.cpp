#include "kernel/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cstring>

#include "kernel/descriptor_table.h"
#include "kernel/file_calls.h"
#include "kernel/file_content.h"
#include "kernel/file_locks.h"
#include "kernel/file_records.h"
#include "kernel/open_files.h"
#include "kernel/polling.h"
#include "kernel/resource_limits.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

// The bytes of stdin so far, in memory that all exploring processes share.
struct Input {
  std::atomic<uint32_t> lock;
  uint64_t length, capacity;
  bool ended;
  char bytes[1];
};

constexpr uint64_t most_input = 64 << 20;

Input* input() {
  std::atomic<uint64_t>& offset = checker.run->input;
  if (!offset) {
    Run& run = *checker.run;
    uint64_t room = (run.pool_end - run.pool_next) / 4;
    if (room > most_input) room = most_input;
    uint64_t fresh = pool_take(run, room);
    if (!fresh) return nullptr;
    at<Input>(run, fresh)->capacity = room - sizeof(Input);
    uint64_t none = 0;
    offset.compare_exchange_strong(none, fresh);
  }
  return at<Input>(*checker.run, offset);
}

// One process at a time reads from the real stdin.
long read_more(Input& in) {
  uint32_t open = 0;
  while (!in.lock.compare_exchange_weak(open, 1)) open = 0, __builtin_ia32_pause();
  long got = 0;
  if (!in.ended) {
    uint64_t room = in.capacity - in.length;
    got = raw_syscall(SYS_read, 0, as_long(in.bytes + in.length),
                      static_cast<long>(room < 65536 ? room : 65536));
    if (got > 0) in.length += static_cast<uint64_t>(got);
    if (got == 0) in.ended = true;
  }
  in.lock = 0;
  return got;
}

long read_stdin(void* out, size_t n) {
  Input* in = input();
  if (!in) return -EIO;
  uint64_t& place = world().files.input_position;
  while (place >= in->length && !in->ended) {
    long got = read_more(*in);
    if (is_error(got)) return got;
    if (in->length == in->capacity) break;
  }
  uint64_t left = in->length - place;
  if (n > left) n = left;
  memcpy(out, in->bytes + place, n);
  place += n;
  return static_cast<long>(n);
}

int64_t size_of(int fd, const OpenFile& file) {
  if (file.file) return record_of(file.file).size;
  struct stat status{};
  raw_syscall(SYS_fstat, fd, as_long(&status));
  return status.st_size;
}

// The file that a descriptor leads to; null when it has no position.
OpenFile* place_of(int fd) {
  OpenFile* file = file_of(fd);
  return file && file->kind == FileKind::regular ? file : nullptr;
}

void release_object(OpenFile& file) {
  if (file.kind == FileKind::watcher)
    release_watcher(file);
  else if (file.kind == FileKind::regular)
    release_record(file);
  else
    release_stream(file);
}

void forget_place(int fd) {
  if (fd < 0 || fd >= max_files) return;
  uint8_t& slot = world().files.slots[fd];
  OpenFile* file = slot ? &world().files.open[slot] : nullptr;
  slot = 0;
  if (file && !--file->users) release_object(*file);
}

bool is_open(long fd) { return !is_error(raw_syscall(SYS_fcntl, fd, F_GETFD)); }

}  // namespace

long close_file(int fd) {
  forget_place(fd);
  return release_descriptor(fd);
}

long copy_file(long number, long from, long to, long flags) {
  OpenFile* place = file_of(static_cast<int>(from));
  bool onto = number == SYS_dup2 || number == SYS_dup3;
  if (onto && from == to) return raw_syscall(number, from, to, flags);
  if (onto && (!is_open(from) || static_cast<uint64_t>(to) >= descriptor_limit())) return -EBADF;
  if (onto) close_file(static_cast<int>(to));
  long fd = admit_descriptor(raw_syscall(number, from, to, flags));
  if (is_error(fd)) return fd;
  if (fd < max_files && place) {
    place->users++;
    world().files.slots[fd] = static_cast<uint8_t>(place - world().files.open);
  }
  return fd;
}

static bool is_memory_device(int fd, unsigned first, unsigned last) {
  constexpr unsigned memory_devices = 1;
  struct stat status;
  if (is_error(raw_syscall(SYS_fstat, fd, as_long(&status))) || !S_ISCHR(status.st_mode))
    return false;
  unsigned number = minor(status.st_rdev);
  return major(status.st_rdev) == memory_devices && number >= first && number <= last;
}

// /dev/random and /dev/urandom.
static bool is_random_device(int fd) { return is_memory_device(fd, 8, 9); }
// /dev/null, /dev/zero, /dev/full, or no descriptor at all: the same in every schedule.
static bool is_harmless_device(int fd) {
  return is_memory_device(fd, 3, 7) || is_error(raw_syscall(SYS_fcntl, fd, F_GETFD));
}

// Of what is neither a file nor an object.
static long read_device(int fd, void* out, size_t n) {
  if (fd == 0) return read_stdin(out, n);
  if (is_random_device(fd))
    return draw_random(world().chance, static_cast<unsigned char*>(out), n), static_cast<long>(n);
  if (inside() && world().thread_count > 1 && !is_harmless_device(fd))
    note_gap("a read from a device, a socket or a child process");
  return raw_syscall(SYS_read, fd, as_long(out), static_cast<long>(n));
}

long read_file(int fd, void* out, size_t n) {
  iovec part{out, n};
  return read_vector(fd, &part, 1);
}

long read_vector(int fd, const iovec* parts, long count) {
  before_file(fd);
  OpenFile* file = place_of(fd);
  for (long i = 0; i < count; i++)
    make_range_writable(reinterpret_cast<uintptr_t>(parts[i].iov_base), parts[i].iov_len);
  if (!file && count == 1) return read_device(fd, parts[0].iov_base, parts[0].iov_len);
  if (!file) return raw_syscall(SYS_readv, fd, as_long(parts), count);
  long got = file->file ? read_recorded(*file, parts, count, file->place)
                        : raw_syscall(SYS_preadv, fd, as_long(parts), count, file->place);
  if (got > 0) file->place += got;
  if (file->file && !is_error(got))
    happened(Op::read, reinterpret_cast<const void*>(long{fd}), static_cast<uint64_t>(got));
  return got;
}

long write_file(const Call& call, const iovec* parts, long count) {
  int fd = static_cast<int>(call.a);
  before_file(fd);
  OpenFile* file = place_of(fd);
  if (!file || !adopt_open_file(fd, *file)) return write_in_kernel(call);
  if (file->status & O_APPEND) file->place = record_of(file->file).size;
  long wrote = write_recorded(*file, parts, count, file->place);
  if (wrote > 0) file->place += wrote;
  if (!is_error(wrote))
    happened(Op::write, reinterpret_cast<const void*>(call.a), static_cast<uint64_t>(wrote));
  return wrote;
}

long seek_file(int fd, long offset, int whence) {
  before_file(fd);
  OpenFile* file = place_of(fd);
  if (!file) return raw_syscall(SYS_lseek, fd, offset, whence);
  int64_t size = size_of(fd, *file);
  switch (whence) {
    case SEEK_SET:
      break;
    case SEEK_CUR:
      offset += file->place;
      break;
    case SEEK_END:
      offset += size;
      break;
    case SEEK_DATA:  // no hole is told
    case SEEK_HOLE:
      if (offset < 0 || offset >= size) return -ENXIO;
      if (whence == SEEK_HOLE) offset = size;
      break;
    default:
      return -EINVAL;
  }
  if (offset < 0) return -EINVAL;
  return file->place = offset;
}

// Flags of a file or an object are the program's alone: processes that explore share the kernel's.
static long set_status(const Call& call, long flags) {
  OpenFile* file = file_of(static_cast<int>(call.a));
  if (!file) return pass_on(call);
  if (file->kind == FileKind::regular)
    file->status =
        static_cast<uint32_t>((file->status & ~settable_flags) | (flags & settable_flags));
  else
    set_nonblocking(*file, flags & O_NONBLOCK);
  return 0;
}

static long read_status(const Call& call) {
  long kernels = pass_unnamed({SYS_fcntl, call.a, F_GETFL, 0, 0, 0, 0});
  const OpenFile* file = file_of(static_cast<int>(call.a));
  if (!file || is_error(kernels)) return kernels;
  if (file->file) return file->status;
  if (file->kind == FileKind::regular) return (kernels & ~settable_flags) | file->status;
  return (kernels & ~O_NONBLOCK) | (is_nonblocking(*file) ? O_NONBLOCK : 0);
}

long control_file(const Call& call) {
  if (!inside()) return pass_unnamed(call);
  switch (call.b) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return copy_file(SYS_fcntl, call.a, call.b, call.c);
    case F_SETFD:
      return set_descriptor_flags(static_cast<int>(call.a), call.c);
    case F_SETFL:
      return set_status(call, call.c);
    case F_GETFL:
      return read_status(call);
    case F_ADD_SEALS:
    case F_GET_SEALS:
      return seal_file(call);
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      return lock_range(call);
    case F_GETFD:
    case F_GETOWN:
    case F_GETSIG:
    case F_GETLEASE:
    case F_GETPIPE_SZ:
      return pass_unnamed(call);
    default:
      return pass_on(call);
  }
}

static bool has_record(long fd) {
  const OpenFile* file = place_of(static_cast<int>(fd));
  return file && file->file;
}

long control_device(const Call& call) {
  if (!inside()) return pass_unnamed(call);
  auto number = [&]() -> int& { return *reinterpret_cast<int*>(call.c); };
  switch (call.b) {
    case FIOCLEX:
      return set_descriptor_flags(static_cast<int>(call.a), FD_CLOEXEC);
    case FIONCLEX:
      return set_descriptor_flags(static_cast<int>(call.a), 0);
    case FIONBIO: {
      long flags = read_status(call);
      if (is_error(flags)) return flags;
      return set_status(call, number() ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
    }
    case FIONREAD:
      if (const OpenFile* object = object_of(call.a))
        return number() = static_cast<int>(readable_bytes(*object)), 0;
      if (const OpenFile* file = place_of(static_cast<int>(call.a)))
        return number() = static_cast<int>(size_of(static_cast<int>(call.a), *file) - file->place),
               0;
      return pass_unnamed(call);
    case TCGETS:
    case TIOCGWINSZ:
    case TIOCGPGRP:
    case TIOCGSID:
    case TIOCOUTQ:
      return has_record(call.a) ? -ENOTTY : pass_unnamed(call);
    default:
      return has_record(call.a) ? -ENOTTY : pass_on(call);
  }
}

}  // namespace omc
