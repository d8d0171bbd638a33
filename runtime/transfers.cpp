// What files and the kernel read from memory and write to it, and other functions with results in memory. A result
// counts when the call is back: it may have waited for the very thread that used the memory before.
#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

#include "counted.h"
#include "families.h"

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

COUNTED(ssize_t, read, (int fd, void* to, size_t n)) { return arrived(to, real_read()(fd, to, n), CALLER); }
COUNTED(ssize_t, pread, (int fd, void* to, size_t n, off_t at)) { return arrived(to, real_pread()(fd, to, n, at), CALLER); }
COUNTED(ssize_t, pread64, (int fd, void* to, size_t n, off_t at)) { return arrived(to, real_pread64()(fd, to, n, at), CALLER); }
COUNTED(ssize_t, recv, (int fd, void* to, size_t n, int flags)) { return arrived(to, real_recv()(fd, to, n, flags), CALLER); }
COUNTED(ssize_t, recvfrom, (int fd, void* to, size_t n, int flags, sockaddr* from, socklen_t* size)) {
  return arrived(to, real_recvfrom()(fd, to, n, flags, from, size), CALLER);
}
COUNTED(ssize_t, readv, (int fd, const iovec* parts, int count)) {
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
COUNTED(ssize_t, sendto, (int fd, const void* from, size_t n, int flags, const sockaddr* to, socklen_t size)) {
  if (counts()) count_read(from, n, CALLER);
  return real_sendto()(fd, from, n, flags, to, size);
}
COUNTED(ssize_t, writev, (int fd, const iovec* parts, int count)) {
  if (counts()) leaves(parts, count, CALLER);
  return real_writev()(fd, parts, count);
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
COUNTED(char*, fgets, (char* to, int room, FILE* file)) { return arrived_text(real_fgets()(to, room, file), CALLER); }
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

COUNTED(void, qsort, (void* base, size_t count, size_t size, int (*compare)(const void*, const void*))) {
  if (counts()) count_read(base, count * size, CALLER);
  real_qsort()(base, count, size, compare);
  if (counts() && count > 1) count_write(base, count * size, CALLER);
}
COUNTED(void, qsort_r, (void* base, size_t count, size_t size, int (*compare)(const void*, const void*, void*), void* argument)) {
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
COUNTED(time_t, mktime, (tm* time)) {
  if (counts()) count_write(time, sizeof *time, CALLER);
  return real_mktime()(time);
}
COUNTED(size_t, strftime, (char* to, size_t room, const char* format, const tm* time)) {
  if (counts()) count_text(format, CALLER), count_read(time, sizeof *time, CALLER);
  size_t n = real_strftime()(to, room, format, time);
  if (n) arrived(to, static_cast<ssize_t>(n + 1), CALLER);
  return n;
}
COUNTED(char*, getcwd, (char* to, size_t room)) { return arrived_text(real_getcwd()(to, room), CALLER); }
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
