#include "kernel/descriptor_table.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>

#include <cstring>

#include "kernel/resource_limits.h"
#include "platform/raw_syscall.h"
#include "snapshot/undo_log.h"
#include "world/world.h"

namespace omc {
namespace {

// A path without what differs between processes that explore: their ids in /proc, and the numbers
// of pipes and sockets. Gives its length.
size_t keep_stable_part(char* path) {
  constexpr char proc[] = "/proc/";
  bool is_proc = !strncmp(path, proc, sizeof proc - 1);
  size_t n = 0;
  for (const char* from = path; *from; from++) {
    if (*path != '/' && *from == '[') break;
    if (!is_proc || *from < '0' || *from > '9') path[n++] = *from;
  }
  path[n] = 0;
  return n;
}

// A descriptor as part of the state; zero when it is closed.
Digest digest_descriptor(int fd) {
  long flags = raw_syscall(SYS_fcntl, fd, F_GETFD);
  if (is_error(flags)) return {};
  char path[256];
  strncpy(path, path_of(fd), sizeof path - 1);
  path[sizeof path - 1] = 0;
  Digest sum = digest_of(path, keep_stable_part(path), static_cast<uint64_t>(fd));
  long words[] = {fd, flags, raw_syscall(SYS_fcntl, fd, F_GETFL) & O_ACCMODE};
  sum += digest_of(words, sizeof words, 0x6465736372);
  return sum;
}

// -1 for "." and "..".
long read_descriptor_number(const char* name) {
  if (*name == '.') return -1;
  long number = 0;
  for (; *name; name++) number = number * 10 + (*name - '0');
  return number;
}

}  // namespace

long admit_descriptor(long fd) {
  if (is_error(fd)) return fd;
  if (static_cast<uint64_t>(fd) >= descriptor_limit()) {
    raw_syscall(SYS_close, fd);
    return -EMFILE;
  }
  log_open(static_cast<int>(fd));
  world().in_kernel += digest_descriptor(static_cast<int>(fd));
  return fd;
}

long admit_pair(const int* fds) {
  if (is_error(admit_descriptor(fds[0]))) return raw_syscall(SYS_close, fds[1]), -EMFILE;
  if (!is_error(admit_descriptor(fds[1]))) return 0;
  release_descriptor(fds[0]);
  return -EMFILE;
}

long release_descriptor(int fd) {
  Digest before = digest_descriptor(fd);
  long result = stash_and_close(fd);
  world().in_kernel -= before;
  world().in_kernel += digest_descriptor(fd);
  return result;
}

// From /proc/self/fd, because the limit on descriptors may be a billion.
long next_descriptor(long from) {
  constexpr char folder[] = "/proc/self/fd";
  constexpr long flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  long own = raw_syscall(SYS_openat, AT_FDCWD, as_long(folder), flags);
  if (is_error(own)) return -1;
  alignas(dirent64) char entries[2048];
  long lowest = -1, n;
  while ((n = raw_syscall(SYS_getdents64, own, as_long(entries), sizeof entries)) > 0) {
    for (long at = 0; at < n;) {
      auto& entry = *reinterpret_cast<const dirent64*>(entries + at);
      at += entry.d_reclen;
      long fd = read_descriptor_number(entry.d_name);
      bool is_candidate = fd >= from && fd != own && (lowest < 0 || fd < lowest);
      if (is_candidate && !is_stashed(static_cast<int>(fd))) lowest = fd;
    }
  }
  raw_syscall(SYS_close, own);
  return lowest;
}

long set_descriptor_flags(int fd, long flags) {
  long old = raw_syscall(SYS_fcntl, fd, F_GETFD);
  if (is_error(old)) return old;
  world().in_kernel -= digest_descriptor(fd);
  log_descriptor_flags(fd, static_cast<int>(old));
  long result = raw_syscall(SYS_fcntl, fd, F_SETFD, flags);
  world().in_kernel += digest_descriptor(fd);
  return result;
}

const char* path_of(long fd) {
  static char link[32], path[4096];
  char* at = link + sizeof link - 1;
  do *--at = static_cast<char>('0' + fd % 10);
  while (fd /= 10);
  constexpr char folder[] = "/proc/self/fd/";
  memcpy(at -= sizeof folder - 1, folder, sizeof folder - 1);
  long n = raw_syscall(SYS_readlink, as_long(at), as_long(path), sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  return path;
}

}  // namespace omc
