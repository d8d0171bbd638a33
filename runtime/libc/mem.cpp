// memcpy and its relatives: rows in libc/mem.def. Until the C library's own ones are known, plain
// loops do their work (early_NAME).
#include "libc/interpose.h"
#include "libc/rows_as_next.h"

namespace omc {

#include "libc/mem.def"

namespace {

void* early_memcpy(void* to, const void* from, size_t n) {
  for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}

void* early_memmove(void* to, const void* from, size_t n) {
  if (to <= from) return early_memcpy(to, from, n);
  for (size_t i = n; i-- > 0;) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}

void* early_memset(void* to, int byte, size_t n) {
  for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<char>(byte);
  return to;
}

int early_memcmp(const void* a, const void* b, size_t n) {
  auto *p = static_cast<const unsigned char*>(a), *q = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}
int early_bcmp(const void* a, const void* b, size_t n) { return early_memcmp(a, b, n); }

// A function apart, so that a comparison of lines that are known needs no frame: a map of texts
// makes many of them.
[[gnu::noinline]] int record_and_compare(int (*next)(const void*, const void*, size_t),
                                         const void* a, const void* b, size_t n, const void* pc) {
  record_read(a, n, pc);
  record_read(b, n, pc);
  return next(a, b, n);
}
#define COMPARES(a, b, n, next)                                             \
  if (is_recorded() && !(are_lines_cached(a, n) && are_lines_cached(b, n))) \
    return record_and_compare(next, a, b, n, CALLER);                       \
  return call();

// The number of bytes up to and with the one at `there`; all of them where none was found.
size_t length_to(const void* p, const void* there, size_t all) {
  if (!there) return all;
  return static_cast<size_t>(static_cast<const char*>(there) - static_cast<const char*>(p)) + 1;
}

void record_search_from_end(const void* p, const void* there, size_t n, const void* pc) {
  auto* begin = static_cast<const char*>(p);
  auto* found = there ? static_cast<const char*>(there) : begin;
  record_read(found, static_cast<size_t>(begin + n - found), pc);
}

void record_copy_until(void* to, const void* from, int byte, size_t n, const void* pc) {
  n = length_to(from, next_memchr()(from, byte, n), n);
  record_read(from, n, pc);
  record_write(to, n, pc);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/mem.def"

}  // namespace omc
