// Functions for wide characters, and between these and bytes. Each counts what it looks at, as
// those for bytes do (libc/str.cpp).
#include <stdlib.h>
#include <wchar.h>

#include "libc/interpose.h"
#include "races/lifetimes.h"

namespace omc {
namespace {

constexpr size_t unlimited = ~size_t{0};

size_t wide_length(const wchar_t* s, size_t most = unlimited) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

// With the end, when it comes within `most`.
size_t wide_within(const wchar_t* s, size_t most) {
  size_t n = wide_length(s, most);
  return n < most ? n + 1 : n;
}

void count_wide_read(const wchar_t* s, size_t n, const void* pc) {
  count_read(s, n * sizeof *s, pc);
}
void count_wide_write(const wchar_t* s, size_t n, const void* pc) {
  count_write(s, n * sizeof *s, pc);
}

void count_comparison(const wchar_t* a, const wchar_t* b, size_t n, const void* pc) {
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  size_t looked_at = i < n ? i + 1 : n;
  count_wide_read(a, looked_at, pc);
  count_wide_read(b, looked_at, pc);
}

void count_appended(const wchar_t* to, const wchar_t* from, size_t most, const void* pc) {
  size_t end = wide_length(to), n = wide_length(from, most);
  count_wide_read(to, end + 1, pc);
  count_wide_read(from, n < most ? n + 1 : n, pc);
  count_wide_write(to + end, n + 1, pc);
}

// A search that has stopped at `there`, or went to the end.
void count_search(const wchar_t* s, const wchar_t* there, const void* pc) {
  count_wide_read(s, (there ? static_cast<size_t>(there - s) : wide_length(s)) + 1, pc);
}

}  // namespace

COUNTED(size_t, wcslen, (const wchar_t* s)) {
  if (counts()) count_wide_read(s, wide_length(s) + 1, CALLER);
  return real_wcslen()(s);
}
COUNTED(size_t, wcsnlen, (const wchar_t* s, size_t n)) {
  if (counts()) count_wide_read(s, wide_within(s, n), CALLER);
  return real_wcsnlen()(s, n);
}

// ---- Copies ----

COUNTED(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  if (counts()) count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  return real_wmemcpy()(to, from, n);
}
COUNTED(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, size_t n)) {
  if (counts()) count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  return real_wmemmove()(to, from, n);
}
COUNTED(wchar_t*, wmemset, (wchar_t * to, wchar_t c, size_t n)) {
  if (counts()) count_wide_write(to, n, CALLER);
  return real_wmemset()(to, c, n);
}
COUNTED(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from)) {
  if (counts()) {
    size_t n = wide_length(from) + 1;
    count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  }
  return real_wcscpy()(to, from);
}
COUNTED(wchar_t*, wcsncpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  if (counts())
    count_wide_read(from, wide_within(from, n), CALLER), count_wide_write(to, n, CALLER);
  return real_wcsncpy()(to, from, n);
}
COUNTED(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from)) {
  if (counts()) count_appended(to, from, unlimited, CALLER);
  return real_wcscat()(to, from);
}
COUNTED(wchar_t*, wcsncat, (wchar_t * to, const wchar_t* from, size_t n)) {
  if (counts()) count_appended(to, from, n, CALLER);
  return real_wcsncat()(to, from, n);
}
COUNTED(wchar_t*, wcsdup, (const wchar_t* s)) {
  if (!counts()) return real_wcsdup()(s);
  count_wide_read(s, wide_length(s) + 1, CALLER);
  return static_cast<wchar_t*>(made_by_malloc(real_wcsdup()(s), CALLER));
}

// With the sizes that _FORTIFY_SOURCE knows.
COUNTED(wchar_t*, __wmemcpy_chk, (wchar_t * to, const wchar_t* from, size_t n, size_t room)) {
  if (counts()) count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  return real___wmemcpy_chk()(to, from, n, room);
}
COUNTED(wchar_t*, __wmemmove_chk, (wchar_t * to, const wchar_t* from, size_t n, size_t room)) {
  if (counts()) count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  return real___wmemmove_chk()(to, from, n, room);
}
COUNTED(wchar_t*, __wcscpy_chk, (wchar_t * to, const wchar_t* from, size_t room)) {
  if (counts()) {
    size_t n = wide_length(from) + 1;
    count_wide_read(from, n, CALLER), count_wide_write(to, n, CALLER);
  }
  return real___wcscpy_chk()(to, from, room);
}
COUNTED(wchar_t*, __wcsncpy_chk, (wchar_t * to, const wchar_t* from, size_t n, size_t room)) {
  if (counts())
    count_wide_read(from, wide_within(from, n), CALLER), count_wide_write(to, n, CALLER);
  return real___wcsncpy_chk()(to, from, n, room);
}
COUNTED(wchar_t*, __wcscat_chk, (wchar_t * to, const wchar_t* from, size_t room)) {
  if (counts()) count_appended(to, from, unlimited, CALLER);
  return real___wcscat_chk()(to, from, room);
}

// ---- Comparisons and searches ----

COUNTED(int, wmemcmp, (const wchar_t* a, const wchar_t* b, size_t n)) {
  if (counts()) count_wide_read(a, n, CALLER), count_wide_read(b, n, CALLER);
  return real_wmemcmp()(a, b, n);
}
COUNTED(int, wcscmp, (const wchar_t* a, const wchar_t* b)) {
  if (counts()) count_comparison(a, b, unlimited, CALLER);
  return real_wcscmp()(a, b);
}
COUNTED(int, wcsncmp, (const wchar_t* a, const wchar_t* b, size_t n)) {
  if (counts()) count_comparison(a, b, n, CALLER);
  return real_wcsncmp()(a, b, n);
}
COUNTED(int, wcscoll, (const wchar_t* a, const wchar_t* b)) {
  if (counts()) count_search(a, nullptr, CALLER), count_search(b, nullptr, CALLER);
  return real_wcscoll()(a, b);
}
COUNTED(wchar_t*, wcschr, (const wchar_t* s, wchar_t c)) {
  if (counts()) count_search(s, real_wcschr()(s, c), CALLER);
  return real_wcschr()(s, c);
}
COUNTED(wchar_t*, wcsrchr, (const wchar_t* s, wchar_t c)) {
  if (counts()) count_search(s, nullptr, CALLER);
  return real_wcsrchr()(s, c);
}
COUNTED(wchar_t*, wcsstr, (const wchar_t* s, const wchar_t* wanted)) {
  if (counts()) {
    const wchar_t* there = real_wcsstr()(s, wanted);
    size_t n = wide_length(wanted);
    count_wide_read(wanted, n + 1, CALLER);
    if (!there)
      count_search(s, nullptr, CALLER);
    else
      count_wide_read(s, static_cast<size_t>(there - s) + n, CALLER);
  }
  return real_wcsstr()(s, wanted);
}
COUNTED(wchar_t*, wmemchr, (const wchar_t* s, wchar_t c, size_t n)) {
  if (counts()) {
    const wchar_t* there = real_wmemchr()(s, c, n);
    count_wide_read(s, there ? static_cast<size_t>(there - s) + 1 : n, CALLER);
  }
  return real_wmemchr()(s, c, n);
}

// ---- Numbers ----

namespace {

void count_number(const wchar_t* s, wchar_t** end, const wchar_t* there, const void* pc) {
  count_wide_read(s, static_cast<size_t>(there - s) + 1, pc);
  if (end) count_write(end, sizeof *end, pc);
}

}  // namespace

#define WIDE_INTEGER(type, name)                                     \
  COUNTED(type, name, (const wchar_t* s, wchar_t** end, int base)) { \
    if (counts()) {                                                  \
      wchar_t* there = nullptr;                                      \
      real_##name()(s, &there, base);                                \
      count_number(s, end, there, CALLER);                           \
    }                                                                \
    return real_##name()(s, end, base);                              \
  }
WIDE_INTEGER(long, wcstol)
WIDE_INTEGER(long long, wcstoll)
WIDE_INTEGER(unsigned long, wcstoul)
WIDE_INTEGER(unsigned long long, wcstoull)
COUNTED(double, wcstod, (const wchar_t* s, wchar_t** end)) {
  if (counts()) {
    wchar_t* there = nullptr;
    real_wcstod()(s, &there);
    count_number(s, end, there, CALLER);
  }
  return real_wcstod()(s, end);
}

// ---- From bytes and to bytes ----

COUNTED(size_t, mbstowcs, (wchar_t * to, const char* from, size_t n)) {
  if (counts()) count_text(from, CALLER);
  size_t made = real_mbstowcs()(to, from, n);
  if (to && made != unlimited && counts()) count_wide_write(to, made < n ? made + 1 : n, CALLER);
  return made;
}
COUNTED(size_t, wcstombs, (char* to, const wchar_t* from, size_t n)) {
  if (counts()) count_wide_read(from, to ? wide_within(from, n) : wide_length(from) + 1, CALLER);
  size_t made = real_wcstombs()(to, from, n);
  if (to && made != unlimited && counts()) count_write(to, made < n ? made + 1 : n, CALLER);
  return made;
}
COUNTED(size_t, mbrtowc, (wchar_t * to, const char* from, size_t n, mbstate_t* state)) {
  size_t used = real_mbrtowc()(to, from, n, state);
  if (!counts()) return used;
  if (from) count_read(from, used <= n ? (used ? used : 1) : n, CALLER);
  if (to && from && used <= n) count_wide_write(to, 1, CALLER);
  if (state) count_write(state, sizeof *state, CALLER);
  return used;
}
COUNTED(size_t, wcrtomb, (char* to, wchar_t c, mbstate_t* state)) {
  size_t made = real_wcrtomb()(to, c, state);
  if (!counts()) return made;
  if (to && made != unlimited) count_write(to, made, CALLER);
  if (state) count_write(state, sizeof *state, CALLER);
  return made;
}

}  // namespace omc
