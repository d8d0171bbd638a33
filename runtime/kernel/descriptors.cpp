#include "kernel/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

#include <cstring>

#include "kernel/descriptor_table.h"
#include "kernel/open_files.h"
#include "kernel/polling.h"
#include "kernel/resource_limits.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "world/current.h"
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

int64_t size_of(int fd) {
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
  else if (file.kind != FileKind::regular)
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

bool opens_for_writing(const Call& call) {
  switch (call.number) {
    case SYS_open:
      return (call.b & O_ACCMODE) != O_RDONLY;
    case SYS_openat:
      return (call.c & O_ACCMODE) != O_RDONLY;
    case SYS_openat2:
      return (reinterpret_cast<const open_how*>(call.c)->flags & O_ACCMODE) != O_RDONLY;
    default:
      return true;
  }
}

}  // namespace

long open_file(const Call& call) {
  if (opens_for_writing(call)) name_call(call);
  long fd = admit_descriptor(raw_syscall(call.number, call.a, call.b, call.c, call.d));
  if (!is_error(fd)) forget_place(static_cast<int>(fd));
  return fd;
}

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

long read_file(int fd, void* out, size_t n) {
  make_range_writable(reinterpret_cast<uintptr_t>(out), n);
  if (OpenFile* file = place_of(fd)) {
    long got = raw_syscall(SYS_pread64, fd, as_long(out), static_cast<long>(n), file->place);
    if (got > 0) file->place += got;
    return got;
  }
  if (fd == 0) return read_stdin(out, n);
  if (is_random_device(fd))
    return draw_random(world().chance, static_cast<unsigned char*>(out), n), static_cast<long>(n);
  if (inside() && world().thread_count > 1 && !is_harmless_device(fd))
    note_gap("a read from a device, a socket or a child process");
  return raw_syscall(SYS_read, fd, as_long(out), static_cast<long>(n));
}

long read_vector(int fd, const void* parts, long count) {
  auto* vector = static_cast<const iovec*>(parts);
  long total = 0;
  for (long i = 0; i < count; i++) {
    long got = read_file(fd, vector[i].iov_base, vector[i].iov_len);
    if (got < 0) return total ? total : got;
    total += got;
    if (static_cast<size_t>(got) < vector[i].iov_len) break;
  }
  return total;
}

long write_file(int fd, const void* bytes, size_t n) {
  OpenFile* file = place_of(fd);
  if (!file) return raw_syscall(SYS_write, fd, as_long(bytes), static_cast<long>(n));
  if (file->status & O_APPEND) file->place = size_of(fd);
  long wrote = raw_syscall(SYS_pwrite64, fd, as_long(bytes), static_cast<long>(n), file->place);
  if (wrote > 0) file->place += wrote;
  return wrote;
}

long seek_file(int fd, long offset, int whence) {
  OpenFile* file = place_of(fd);
  if (!file) return raw_syscall(SYS_lseek, fd, offset, whence);
  if (whence == SEEK_CUR) offset += file->place;
  if (whence == SEEK_END) offset += size_of(fd);
  if (whence > SEEK_END) return raw_syscall(SYS_lseek, fd, offset, whence);
  if (offset < 0) return -EINVAL;
  return file->place = offset;
}

// Processes that explore share the kernel's position in a directory: each call uses its own.
long read_directory(const Call& call) {
  OpenFile* file = place_of(static_cast<int>(call.a));
  long own = raw_syscall(SYS_openat, call.a, as_long("."), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!file || is_error(own)) return pass_on(call);
  raw_syscall(SYS_lseek, own, file->place, SEEK_SET);
  open_for_kernel(call);
  long result = raw_syscall(call.number, own, call.b, call.c);
  if (!is_error(result)) file->place = raw_syscall(SYS_lseek, own, 0, SEEK_CUR);
  raw_syscall(SYS_close, own);
  return result;
}

// Flags of a file or an object are the program's alone: processes that explore share the kernel's.
static long set_status(const Call& call, long flags) {
  OpenFile* file = file_of(static_cast<int>(call.a));
  if (!file) return pass_on(call);
  if (file->kind == FileKind::regular)
    file->status = static_cast<uint32_t>(flags & settable_flags);
  else
    set_nonblocking(*file, flags & O_NONBLOCK);
  return 0;
}

static long read_status(const Call& call) {
  long kernels = pass_unnamed({SYS_fcntl, call.a, F_GETFL, 0, 0, 0, 0});
  const OpenFile* file = file_of(static_cast<int>(call.a));
  if (!file || is_error(kernels)) return kernels;
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
    case F_GETFD:
    case F_GETOWN:
    case F_GETSIG:
    case F_GETLEASE:
    case F_GETPIPE_SZ:
    case F_GET_SEALS:
    case F_GETLK:
    case F_OFD_GETLK:
      return pass_unnamed(call);
    default:
      return pass_on(call);
  }
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
        return number() = static_cast<int>(size_of(static_cast<int>(call.a)) - file->place), 0;
      return pass_unnamed(call);
    case TCGETS:
    case TIOCGWINSZ:
    case TIOCGPGRP:
    case TIOCGSID:
    case TIOCOUTQ:
      return pass_unnamed(call);
    default:
      return pass_on(call);
  }
}

}  // namespace omc
