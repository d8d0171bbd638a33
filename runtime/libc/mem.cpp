// memcpy and its relatives. They are called from anywhere, even while libraries are being loaded:
// until the C library's own ones are known, plain loops do.
#include "libc/interpose.h"

namespace omc {
namespace {

void* copy_up(void* to, const void* from, size_t n) {
  for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}

void* copy_apart(void* to, const void* from, size_t n) {
  if (to <= from) return copy_up(to, from, n);
  for (size_t i = n; i-- > 0;) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}

void* fill(void* to, int byte, size_t n) {
  for (size_t i = 0; i < n; i++) static_cast<char*>(to)[i] = static_cast<char>(byte);
  return to;
}

int compare(const void* a, const void* b, size_t n) {
  auto *p = static_cast<const unsigned char*>(a), *q = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}

[[gnu::always_inline]] inline void count_copy(void* to, const void* from, size_t n,
                                              const void* pc) {
  count_read(from, n, pc);
  count_write(to, n, pc);
}

// Apart, so that a comparison of what is known, as there are many in a map of texts, needs no
// frame.
[[gnu::noinline]] int compare_unknown(int (*real)(const void*, const void*, size_t), const void* a,
                                      const void* b, size_t n, const void* pc) {
  count_read(a, n, pc);
  count_read(b, n, pc);
  return real(a, b, n);
}

}  // namespace

COUNTED(void*, memcpy, (void* to, const void* from, size_t n)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return found_memcpy ? found_memcpy(to, from, n) : copy_up(to, from, n);
}
OWN_CALLS(void*, memcpy, (void* to, const void* from, size_t n)) {
  return found_memcpy ? found_memcpy(to, from, n) : copy_up(to, from, n);
}

COUNTED(void*, memmove, (void* to, const void* from, size_t n)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return found_memmove ? found_memmove(to, from, n) : copy_apart(to, from, n);
}
OWN_CALLS(void*, memmove, (void* to, const void* from, size_t n)) {
  return found_memmove ? found_memmove(to, from, n) : copy_apart(to, from, n);
}

COUNTED(void*, memset, (void* to, int byte, size_t n)) {
  if (counts()) count_write(to, n, CALLER);
  return found_memset ? found_memset(to, byte, n) : fill(to, byte, n);
}
OWN_CALLS(void*, memset, (void* to, int byte, size_t n)) {
  return found_memset ? found_memset(to, byte, n) : fill(to, byte, n);
}

COUNTED(int, memcmp, (const void* a, const void* b, size_t n)) {
  if (counts() && !(are_lines_known(a, n) && are_lines_known(b, n)))
    return compare_unknown(found_memcmp, a, b, n, CALLER);
  return found_memcmp ? found_memcmp(a, b, n) : compare(a, b, n);
}
OWN_CALLS(int, memcmp, (const void* a, const void* b, size_t n)) {
  return found_memcmp ? found_memcmp(a, b, n) : compare(a, b, n);
}

COUNTED(int, bcmp, (const void* a, const void* b, size_t n)) {
  if (counts() && !(are_lines_known(a, n) && are_lines_known(b, n)))
    return compare_unknown(found_bcmp, a, b, n, CALLER);
  return found_bcmp ? found_bcmp(a, b, n) : compare(a, b, n);
}
OWN_CALLS(int, bcmp, (const void* a, const void* b, size_t n)) {
  return found_bcmp ? found_bcmp(a, b, n) : compare(a, b, n);
}

COUNTED(void*, mempcpy, (void* to, const void* from, size_t n)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return real_mempcpy()(to, from, n);
}

COUNTED(void, bzero, (void* to, size_t n)) {
  if (counts()) count_write(to, n, CALLER);
  real_bzero()(to, n);
}

COUNTED(void, explicit_bzero, (void* to, size_t n)) {
  if (counts()) count_write(to, n, CALLER);
  real_explicit_bzero()(to, n);
}
COUNTED(void, __explicit_bzero_chk, (void* to, size_t n, size_t room)) {
  if (counts()) count_write(to, n, CALLER);
  real___explicit_bzero_chk()(to, n, room);
}

// What lies behind the byte is not looked at.
COUNTED(void*, memchr, (const void* p, int byte, size_t n)) {
  if (counts()) {
    const void* there = real_memchr()(p, byte, n);
    count_read(
        p,
        there
            ? static_cast<size_t>(static_cast<const char*>(there) - static_cast<const char*>(p)) + 1
            : n,
        CALLER);
  }
  return real_memchr()(p, byte, n);
}

COUNTED(void*, memrchr, (const void* p, int byte, size_t n)) {
  if (counts()) {
    auto *begin = static_cast<const char*>(p),
         *there = static_cast<const char*>(real_memrchr()(p, byte, n));
    if (!there) there = begin;
    count_read(there, static_cast<size_t>(begin + n - there), CALLER);
  }
  return real_memrchr()(p, byte, n);
}

COUNTED(void*, rawmemchr, (const void* p, int byte)) {
  void* there = real_rawmemchr()(p, byte);
  if (counts())
    count_read(
        p, static_cast<size_t>(static_cast<const char*>(there) - static_cast<const char*>(p)) + 1,
        CALLER);
  return there;
}

COUNTED(void*, memccpy, (void* to, const void* from, int byte, size_t n)) {
  if (counts()) {
    const void* there = real_memchr()(from, byte, n);
    if (there)
      n = static_cast<size_t>(static_cast<const char*>(there) - static_cast<const char*>(from)) + 1;
    count_copy(to, from, n, CALLER);
  }
  return real_memccpy()(to, from, byte, n);
}

COUNTED(void, bcopy, (const void* from, void* to, size_t n)) {
  if (counts()) count_copy(to, from, n, CALLER);
  real_bcopy()(from, to, n);
}

COUNTED(void*, memmem, (const void* p, size_t n, const void* wanted, size_t length)) {
  if (counts()) count_read(p, n, CALLER), count_read(wanted, length, CALLER);
  return real_memmem()(p, n, wanted, length);
}

// ---- With the sizes that _FORTIFY_SOURCE knows ----

COUNTED(void*, __memcpy_chk, (void* to, const void* from, size_t n, size_t room)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return real___memcpy_chk()(to, from, n, room);
}
COUNTED(void*, __memmove_chk, (void* to, const void* from, size_t n, size_t room)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return real___memmove_chk()(to, from, n, room);
}
COUNTED(void*, __memset_chk, (void* to, int byte, size_t n, size_t room)) {
  if (counts()) count_write(to, n, CALLER);
  return real___memset_chk()(to, byte, n, room);
}

COUNTED(void*, __mempcpy_chk, (void* to, const void* from, size_t n, size_t room)) {
  if (counts()) count_copy(to, from, n, CALLER);
  return real___mempcpy_chk()(to, from, n, room);
}

}  // namespace omc
