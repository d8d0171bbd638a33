// What files and the kernel read from memory and write to it, and other functions with results in
// memory. A result counts when the call is back: it may have waited for the very thread that used
// the memory before.
#include <dirent.h>
#include <locale.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>

#include "libc/interpose.h"
#include "races/lifetimes.h"

namespace omc {
namespace {

// `n` bytes have arrived in memory; as much as there is, when the call has failed.
ssize_t arrived(void* to, ssize_t n, const void* pc) {
  if (n > 0 && counts()) count_write(to, static_cast<size_t>(n), pc);
  return n;
}

ssize_t arrived(const iovec* parts, int count, ssize_t n, const void* pc) {
  if (n <= 0 || !counts()) return n;
  auto left = static_cast<size_t>(n);
  for (int i = 0; i < count && left; i++) {
    size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    count_write(parts[i].iov_base, here, pc);
    left -= here;
  }
  return n;
}

void leaves(const iovec* parts, int count, const void* pc) {
  count_read(parts, static_cast<size_t>(count) * sizeof *parts, pc);
  for (int i = 0; i < count; i++) count_read(parts[i].iov_base, parts[i].iov_len, pc);
}

// A text that a function has put somewhere, or null when it has not.
char* arrived_text(char* to, const void* pc) {
  if (to && counts()) count_write(to, text_length(to) + 1, pc);
  return to;
}

}  // namespace

// ---- Descriptors ----

COUNTED(ssize_t, read, (int fd, void* to, size_t n)) {
  return arrived(to, real_read()(fd, to, n), CALLER);
}
COUNTED(ssize_t, pread, (int fd, void* to, size_t n, off_t at)) {
  return arrived(to, real_pread()(fd, to, n, at), CALLER);
}
COUNTED(ssize_t, pread64, (int fd, void* to, size_t n, off_t at)) {
  return arrived(to, real_pread64()(fd, to, n, at), CALLER);
}
COUNTED(ssize_t, recv, (int fd, void* to, size_t n, int flags)) {
  return arrived(to, real_recv()(fd, to, n, flags), CALLER);
}
COUNTED(ssize_t, recvfrom,
        (int fd, void* to, size_t n, int flags, sockaddr* from, socklen_t* size)) {
  return arrived(to, real_recvfrom()(fd, to, n, flags, from, size), CALLER);
}
COUNTED(ssize_t, recvmsg, (int fd, msghdr* message, int flags)) {
  if (counts())
    count_read(message, sizeof *message, CALLER),
        count_read(message->msg_iov, message->msg_iovlen * sizeof(iovec), CALLER);
  return arrived(message->msg_iov, static_cast<int>(message->msg_iovlen),
                 real_recvmsg()(fd, message, flags), CALLER);
}
COUNTED(ssize_t, readv, (int fd, const iovec* parts, int count)) {
  if (counts() && count > 0) count_read(parts, static_cast<size_t>(count) * sizeof *parts, CALLER);
  return arrived(parts, count, real_readv()(fd, parts, count), CALLER);
}

COUNTED(ssize_t, write, (int fd, const void* from, size_t n)) {
  if (counts()) count_read(from, n, CALLER);
  return real_write()(fd, from, n);
}
COUNTED(ssize_t, pwrite, (int fd, const void* from, size_t n, off_t at)) {
  if (counts()) count_read(from, n, CALLER);
  return real_pwrite()(fd, from, n, at);
}
COUNTED(ssize_t, pwrite64, (int fd, const void* from, size_t n, off_t at)) {
  if (counts()) count_read(from, n, CALLER);
  return real_pwrite64()(fd, from, n, at);
}
COUNTED(ssize_t, send, (int fd, const void* from, size_t n, int flags)) {
  if (counts()) count_read(from, n, CALLER);
  return real_send()(fd, from, n, flags);
}
COUNTED(ssize_t, sendto,
        (int fd, const void* from, size_t n, int flags, const sockaddr* to, socklen_t size)) {
  if (counts()) count_read(from, n, CALLER);
  return real_sendto()(fd, from, n, flags, to, size);
}
COUNTED(ssize_t, sendmsg, (int fd, const msghdr* message, int flags)) {
  if (counts())
    count_read(message, sizeof *message, CALLER),
        leaves(message->msg_iov, static_cast<int>(message->msg_iovlen), CALLER);
  return real_sendmsg()(fd, message, flags);
}
COUNTED(ssize_t, writev, (int fd, const iovec* parts, int count)) {
  if (counts()) leaves(parts, count, CALLER);
  return real_writev()(fd, parts, count);
}

// With the sizes that _FORTIFY_SOURCE knows.
COUNTED(ssize_t, __read_chk, (int fd, void* to, size_t n, size_t room)) {
  return arrived(to, real___read_chk()(fd, to, n, room), CALLER);
}
COUNTED(ssize_t, __pread_chk, (int fd, void* to, size_t n, off_t at, size_t room)) {
  return arrived(to, real___pread_chk()(fd, to, n, at, room), CALLER);
}
COUNTED(ssize_t, __pread64_chk, (int fd, void* to, size_t n, off_t at, size_t room)) {
  return arrived(to, real___pread64_chk()(fd, to, n, at, room), CALLER);
}
COUNTED(ssize_t, __recv_chk, (int fd, void* to, size_t n, size_t room, int flags)) {
  return arrived(to, real___recv_chk()(fd, to, n, room, flags), CALLER);
}
COUNTED(ssize_t, __recvfrom_chk,
        (int fd, void* to, size_t n, size_t room, int flags, sockaddr* from, socklen_t* size)) {
  return arrived(to, real___recvfrom_chk()(fd, to, n, room, flags, from, size), CALLER);
}

// ---- Which descriptors there are, and what they are ready for ----

namespace {

int made_two(int* ends, int result, const void* pc) {
  if (!result && counts()) count_write(ends, 2 * sizeof *ends, pc);
  return result;
}

// What is asked of each is read, and the answer beside it written.
void count_questions(const pollfd* asked, nfds_t n, const void* pc) {
  for (nfds_t i = 0; i < n; i++) count_read(&asked[i], offsetof(pollfd, revents), pc);
}
int answered(const pollfd* asked, nfds_t n, int result, const void* pc) {
  for (nfds_t i = 0; i < n && result >= 0 && counts(); i++)
    count_write(&asked[i].revents, sizeof asked[i].revents, pc);
  return result;
}

int answered(fd_set* const (&sets)[3], int n, int result, const void* pc) {
  size_t words = (static_cast<size_t>(n < 0 ? 0 : n) + NFDBITS - 1) / NFDBITS;
  for (fd_set* set : sets)
    if (set && result >= 0 && counts()) count_write(set, words * sizeof(fd_mask), pc);
  return result;
}

}  // namespace

COUNTED(int, pipe, (int* ends)) { return made_two(ends, real_pipe()(ends), CALLER); }
COUNTED(int, pipe2, (int* ends, int flags)) {
  return made_two(ends, real_pipe2()(ends, flags), CALLER);
}
COUNTED(int, socketpair, (int domain, int type, int protocol, int* ends)) {
  return made_two(ends, real_socketpair()(domain, type, protocol, ends), CALLER);
}
COUNTED(int, poll, (pollfd * asked, nfds_t n, int milliseconds)) {
  if (counts()) count_questions(asked, n, CALLER);
  return answered(asked, n, real_poll()(asked, n, milliseconds), CALLER);
}
COUNTED(int, __poll_chk, (pollfd * asked, nfds_t n, int milliseconds, size_t room)) {
  if (counts()) count_questions(asked, n, CALLER);
  return answered(asked, n, real___poll_chk()(asked, n, milliseconds, room), CALLER);
}
COUNTED(int, ppoll, (pollfd * asked, nfds_t n, const timespec* duration, const sigset_t* mask)) {
  if (counts()) count_questions(asked, n, CALLER);
  return answered(asked, n, real_ppoll()(asked, n, duration, mask), CALLER);
}
COUNTED(int, select, (int n, fd_set* reading, fd_set* writing, fd_set* other, timeval* duration)) {
  return answered({reading, writing, other}, n, real_select()(n, reading, writing, other, duration),
                  CALLER);
}

// ---- Streams ----

COUNTED(size_t, fread, (void* to, size_t size, size_t count, FILE* file)) {
  size_t got = real_fread()(to, size, count, file);
  arrived(to, static_cast<ssize_t>(got * size), CALLER);
  return got;
}
COUNTED(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file)) {
  if (counts()) count_read(from, size * count, CALLER);
  return real_fwrite()(from, size, count, file);
}
COUNTED(size_t, __fread_chk, (void* to, size_t room, size_t size, size_t count, FILE* file)) {
  size_t got = real___fread_chk()(to, room, size, count, file);
  arrived(to, static_cast<ssize_t>(got * size), CALLER);
  return got;
}
COUNTED(char*, __fgets_chk, (char* to, size_t size, int room, FILE* file)) {
  return arrived_text(real___fgets_chk()(to, size, room, file), CALLER);
}
COUNTED(void, perror, (const char* text)) {
  if (counts()) count_text(text, CALLER);
  real_perror()(text);
}
COUNTED(char*, fgets, (char* to, int room, FILE* file)) {
  return arrived_text(real_fgets()(to, room, file), CALLER);
}
COUNTED(int, fputs, (const char* text, FILE* file)) {
  if (counts()) count_text(text, CALLER);
  return real_fputs()(text, file);
}
COUNTED(int, puts, (const char* text)) {
  if (counts()) count_text(text, CALLER);
  return real_puts()(text);
}

namespace {

ssize_t arrived_line(char** line, size_t* room, ssize_t n, const void* pc) {
  if (!counts()) return n;
  count_write(line, sizeof *line, pc);
  count_write(room, sizeof *room, pc);
  if (n < 0) return n;
  made_by_malloc(*line, pc);
  count_write(*line, static_cast<size_t>(n) + 1, pc);
  return n;
}

}  // namespace

COUNTED(ssize_t, getline, (char** line, size_t* room, FILE* file)) {
  return arrived_line(line, room, real_getline()(line, room, file), CALLER);
}
COUNTED(ssize_t, getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return arrived_line(line, room, real_getdelim()(line, room, end, file), CALLER);
}
// What getline is where a header defines it.
COUNTED(ssize_t, __getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return arrived_line(line, room, real___getdelim()(line, room, end, file), CALLER);
}

// ---- Sorting: the comparisons are the program's, and count by themselves ----

COUNTED(void, qsort,
        (void* base, size_t count, size_t size, int (*compare)(const void*, const void*))) {
  if (counts()) count_read(base, count * size, CALLER);
  real_qsort()(base, count, size, compare);
  if (counts() && count > 1) count_write(base, count * size, CALLER);
}
COUNTED(void, qsort_r,
        (void* base, size_t count, size_t size, int (*compare)(const void*, const void*, void*),
         void* argument)) {
  if (counts()) count_read(base, count * size, CALLER);
  real_qsort_r()(base, count, size, compare, argument);
  if (counts() && count > 1) count_write(base, count * size, CALLER);
}

// ---- Times and names ----

COUNTED(tm*, localtime_r, (const time_t* time, tm* out)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  tm* result = real_localtime_r()(time, out);
  if (counts()) count_write(out, sizeof *out, CALLER);
  return result;
}
COUNTED(tm*, gmtime_r, (const time_t* time, tm* out)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  tm* result = real_gmtime_r()(time, out);
  if (counts()) count_write(out, sizeof *out, CALLER);
  return result;
}
// The result of these is the same memory in every thread.
COUNTED(tm*, localtime, (const time_t* time)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  tm* result = real_localtime()(time);
  if (result && counts()) count_write(result, sizeof *result, CALLER);
  return result;
}
COUNTED(tm*, gmtime, (const time_t* time)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  tm* result = real_gmtime()(time);
  if (result && counts()) count_write(result, sizeof *result, CALLER);
  return result;
}
COUNTED(char*, ctime, (const time_t* time)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  char* result = real_ctime()(time);
  if (result && counts()) count_write(result, text_length(result) + 1, CALLER);
  return result;
}
COUNTED(char*, asctime, (const tm* time)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  char* result = real_asctime()(time);
  if (result && counts()) count_write(result, text_length(result) + 1, CALLER);
  return result;
}
COUNTED(time_t, mktime, (tm * time)) {
  if (counts()) count_write(time, sizeof *time, CALLER);
  return real_mktime()(time);
}
COUNTED(size_t, strftime, (char* to, size_t room, const char* format, const tm* time)) {
  if (counts()) count_text(format, CALLER), count_read(time, sizeof *time, CALLER);
  size_t n = real_strftime()(to, room, format, time);
  if (n) arrived(to, static_cast<ssize_t>(n + 1), CALLER);
  return n;
}
COUNTED(char*, getcwd, (char* to, size_t room)) {
  return arrived_text(real_getcwd()(to, room), CALLER);
}
COUNTED(char*, __getcwd_chk, (char* to, size_t room, size_t size)) {
  return arrived_text(real___getcwd_chk()(to, room, size), CALLER);
}
COUNTED(int, gethostname, (char* to, size_t room)) {
  int result = real_gethostname()(to, room);
  if (!result) arrived_text(to, CALLER);
  return result;
}
// A result that is a block of its own belongs to malloc.
COUNTED(char*, realpath, (const char* path, char* to)) {
  if (!counts()) return real_realpath()(path, to);
  count_text(path, CALLER);
  char* result = real_realpath()(path, to);
  return to || !result ? arrived_text(result, CALLER)
                       : static_cast<char*>(made_by_malloc(result, CALLER));
}
COUNTED(ssize_t, readlink, (const char* path, char* to, size_t room)) {
  if (counts()) count_text(path, CALLER);
  return arrived(to, real_readlink()(path, to, room), CALLER);
}
COUNTED(ssize_t, __readlink_chk, (const char* path, char* to, size_t n, size_t room)) {
  if (counts()) count_text(path, CALLER);
  return arrived(to, real___readlink_chk()(path, to, n, room), CALLER);
}
#define STATUS(name, type)                           \
  COUNTED(int, name, (const char* path, type* to)) { \
    if (counts()) count_text(path, CALLER);          \
    int result = real_##name()(path, to);            \
    if (!result) arrived(to, sizeof *to, CALLER);    \
    return result;                                   \
  }
STATUS(stat, struct stat)
STATUS(lstat, struct stat)
STATUS(stat64, struct stat64)
STATUS(lstat64, struct stat64)
COUNTED(int, fstat, (int fd, struct stat* to)) {
  int result = real_fstat()(fd, to);
  if (!result) arrived(to, sizeof *to, CALLER);
  return result;
}
OWN_CALLS(int, fstat, (int fd, struct stat* to)) { return real_fstat()(fd, to); }
// Two functions, of which one gives a text that may be a constant.
COUNTED(char*, strerror_r, (int error, char* to, size_t room)) {
  char* text = real_strerror_r()(error, to, room);
  return text == to ? arrived_text(text, CALLER) : text;
}
COUNTED(int, __xpg_strerror_r, (int error, char* to, size_t room)) {
  int result = real___xpg_strerror_r()(error, to, room);
  if (room) arrived_text(to, CALLER);
  return result;
}

}  // namespace omc
