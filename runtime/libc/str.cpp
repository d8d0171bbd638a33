// strlen and its relatives: which bytes each looks at is found out first, because that depends on
// what is in them.
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "libc/interpose.h"
#include "races/lifetimes.h"

namespace omc {
namespace {

// How many bytes a copy of at most n reads: with the end, when it comes.
size_t text_within(const char* s, size_t n) {
  size_t i = text_length(s, n);
  return i < n ? i + 1 : n;
}

int compare(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || !a[i])
      return static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
  return 0;
}

constexpr size_t unlimited = ~size_t{0};

// A comparison ends where two differ, and at the end.
template <class Same>
[[gnu::always_inline]] inline void count_comparison(const char* a, const char* b, size_t n,
                                                    const void* pc, Same same) {
  size_t i = 0;
  while (i < n && a[i] && same(a[i], b[i])) i++;
  size_t looked_at = i < n ? i + 1 : n;
  count_read(a, looked_at, pc);
  count_read(b, looked_at, pc);
}

bool are_same(char a, char b) { return a == b; }
bool are_same_letters(char a, char b) {
  return tolower(static_cast<unsigned char>(a)) == tolower(static_cast<unsigned char>(b));
}

[[gnu::always_inline]] inline void count_copy(char* to, const char* from, const void* pc) {
  size_t n = text_length(from) + 1;
  count_read(from, n, pc);
  count_write(to, n, pc);
}

[[gnu::always_inline]] inline void count_appended(char* to, const char* from, size_t most,
                                                  const void* pc) {
  size_t end = text_length(to), n = text_length(from, most);
  count_read(to, end + 1, pc);
  count_read(from, n < most ? n + 1 : n, pc);
  count_write(to + end, n + 1, pc);
}

// A search that has stopped at `there`, or went to the end.
[[gnu::always_inline]] inline void count_search(const char* s, const char* there, const void* pc) {
  count_read(s, (there ? static_cast<size_t>(there - s) : text_length(s)) + 1, pc);
}

}  // namespace

COUNTED(size_t, strlen, (const char* s)) {
  if (counts()) count_read(s, text_length(s) + 1, CALLER);
  return found_strlen ? found_strlen(s) : text_length(s);
}
OWN_CALLS(size_t, strlen, (const char* s)) {
  return found_strlen ? found_strlen(s) : text_length(s);
}

COUNTED(size_t, strnlen, (const char* s, size_t n)) {
  if (counts()) count_read(s, text_within(s, n), CALLER);
  return found_strnlen ? found_strnlen(s, n) : text_length(s, n);
}

// ---- Copies ----

COUNTED(char*, strcpy, (char* to, const char* from)) {
  if (counts()) count_copy(to, from, CALLER);
  return real_strcpy()(to, from);
}
OWN_CALLS(char*, strcpy, (char* to, const char* from)) { return real_strcpy()(to, from); }
COUNTED(char*, stpcpy, (char* to, const char* from)) {
  if (counts()) count_copy(to, from, CALLER);
  return real_stpcpy()(to, from);
}
COUNTED(char*, __strcpy_chk, (char* to, const char* from, size_t room)) {
  if (counts()) count_copy(to, from, CALLER);
  return real___strcpy_chk()(to, from, room);
}
COUNTED(char*, __stpcpy_chk, (char* to, const char* from, size_t room)) {
  if (counts()) count_copy(to, from, CALLER);
  return real___stpcpy_chk()(to, from, room);
}
// The rest is filled.
COUNTED(char*, stpncpy, (char* to, const char* from, size_t n)) {
  if (counts()) count_read(from, text_within(from, n), CALLER), count_write(to, n, CALLER);
  return real_stpncpy()(to, from, n);
}
COUNTED(char*, __stpncpy_chk, (char* to, const char* from, size_t n, size_t room)) {
  if (counts()) count_read(from, text_within(from, n), CALLER), count_write(to, n, CALLER);
  return real___stpncpy_chk()(to, from, n, room);
}
COUNTED(char*, strncpy, (char* to, const char* from, size_t n)) {
  if (counts()) count_read(from, text_within(from, n), CALLER), count_write(to, n, CALLER);
  return real_strncpy()(to, from, n);
}
OWN_CALLS(char*, strncpy, (char* to, const char* from, size_t n)) {
  return real_strncpy()(to, from, n);
}
COUNTED(char*, __strncpy_chk, (char* to, const char* from, size_t n, size_t room)) {
  if (counts()) count_read(from, text_within(from, n), CALLER), count_write(to, n, CALLER);
  return real___strncpy_chk()(to, from, n, room);
}
COUNTED(char*, strcat, (char* to, const char* from)) {
  if (counts()) count_appended(to, from, unlimited, CALLER);
  return real_strcat()(to, from);
}
COUNTED(char*, __strcat_chk, (char* to, const char* from, size_t room)) {
  if (counts()) count_appended(to, from, unlimited, CALLER);
  return real___strcat_chk()(to, from, room);
}
COUNTED(char*, strncat, (char* to, const char* from, size_t n)) {
  if (counts()) count_appended(to, from, n, CALLER);
  return real_strncat()(to, from, n);
}
COUNTED(char*, __strncat_chk, (char* to, const char* from, size_t n, size_t room)) {
  if (counts()) count_appended(to, from, n, CALLER);
  return real___strncat_chk()(to, from, n, room);
}
// What it makes is as long as it says, if there is room.
COUNTED(size_t, strxfrm, (char* to, const char* from, size_t n)) {
  if (counts()) count_search(from, nullptr, CALLER);
  size_t made = real_strxfrm()(to, from, n);
  if (counts() && n) count_write(to, made < n ? made + 1 : n, CALLER);
  return made;
}
COUNTED(char*, strdup, (const char* s)) {
  if (!counts()) return real_strdup()(s);
  count_read(s, text_length(s) + 1, CALLER);
  return static_cast<char*>(made_by_malloc(real_strdup()(s), CALLER));
}
COUNTED(char*, strndup, (const char* s, size_t n)) {
  if (!counts()) return real_strndup()(s, n);
  count_read(s, text_within(s, n), CALLER);
  return static_cast<char*>(made_by_malloc(real_strndup()(s, n), CALLER));
}

// ---- Comparisons ----

COUNTED(int, strcmp, (const char* a, const char* b)) {
  if (counts()) count_comparison(a, b, unlimited, CALLER, are_same);
  return found_strcmp ? found_strcmp(a, b) : compare(a, b, unlimited);
}
OWN_CALLS(int, strcmp, (const char* a, const char* b)) {
  return found_strcmp ? found_strcmp(a, b) : compare(a, b, unlimited);
}
COUNTED(int, strncmp, (const char* a, const char* b, size_t n)) {
  if (counts()) count_comparison(a, b, n, CALLER, are_same);
  return found_strncmp ? found_strncmp(a, b, n) : compare(a, b, n);
}
OWN_CALLS(int, strncmp, (const char* a, const char* b, size_t n)) {
  return found_strncmp ? found_strncmp(a, b, n) : compare(a, b, n);
}
COUNTED(int, strcasecmp, (const char* a, const char* b)) {
  if (counts()) count_comparison(a, b, unlimited, CALLER, are_same_letters);
  return real_strcasecmp()(a, b);
}
COUNTED(int, strncasecmp, (const char* a, const char* b, size_t n)) {
  if (counts()) count_comparison(a, b, n, CALLER, are_same_letters);
  return real_strncasecmp()(a, b, n);
}
COUNTED(int, strcoll, (const char* a, const char* b)) {
  if (counts())
    count_read(a, text_length(a) + 1, CALLER), count_read(b, text_length(b) + 1, CALLER);
  return real_strcoll()(a, b);
}

// ---- Searches ----

COUNTED(char*, strchr, (const char* s, int c)) {
  if (counts()) count_search(s, real_strchr()(s, c), CALLER);
  return real_strchr()(s, c);
}
OWN_CALLS(char*, strchr, (const char* s, int c)) { return real_strchr()(s, c); }
COUNTED(char*, index, (const char* s, int c)) {
  if (counts()) count_search(s, real_strchr()(s, c), CALLER);
  return real_strchr()(s, c);
}
COUNTED(char*, strchrnul, (const char* s, int c)) {
  if (counts()) count_search(s, real_strchrnul()(s, c), CALLER);
  return real_strchrnul()(s, c);
}
COUNTED(char*, strrchr, (const char* s, int c)) {
  if (counts()) count_search(s, nullptr, CALLER);
  return real_strrchr()(s, c);
}
COUNTED(char*, rindex, (const char* s, int c)) {
  if (counts()) count_search(s, nullptr, CALLER);
  return real_strrchr()(s, c);
}
COUNTED(char*, strstr, (const char* s, const char* wanted)) {
  if (counts()) {
    const char* there = real_strstr()(s, wanted);
    size_t n = text_length(wanted);
    count_read(wanted, n + 1, CALLER);
    if (!there)
      count_search(s, nullptr, CALLER);
    else
      count_read(s, static_cast<size_t>(there - s) + n, CALLER);
  }
  return real_strstr()(s, wanted);
}
COUNTED(char*, strcasestr, (const char* s, const char* wanted)) {
  if (counts()) {
    const char* there = real_strcasestr()(s, wanted);
    size_t n = text_length(wanted);
    count_read(wanted, n + 1, CALLER);
    if (!there)
      count_search(s, nullptr, CALLER);
    else
      count_read(s, static_cast<size_t>(there - s) + n, CALLER);
  }
  return real_strcasestr()(s, wanted);
}
OWN_CALLS(char*, strstr, (const char* s, const char* wanted)) { return real_strstr()(s, wanted); }
COUNTED(size_t, strspn, (const char* s, const char* set)) {
  if (counts())
    count_search(set, nullptr, CALLER), count_search(s, s + real_strspn()(s, set), CALLER);
  return real_strspn()(s, set);
}
COUNTED(size_t, strcspn, (const char* s, const char* set)) {
  if (counts())
    count_search(set, nullptr, CALLER), count_search(s, s + real_strcspn()(s, set), CALLER);
  return real_strcspn()(s, set);
}
COUNTED(char*, strpbrk, (const char* s, const char* set)) {
  if (counts()) count_search(set, nullptr, CALLER), count_search(s, real_strpbrk()(s, set), CALLER);
  return real_strpbrk()(s, set);
}

// ---- Numbers: up to where the text is no number any more ----

namespace {

[[gnu::always_inline]] inline void count_number(const char* s, char** end, const char* there,
                                                const void* pc) {
  if (s) count_read(s, static_cast<size_t>(there - s) + 1, pc);
  if (end) count_write(end, sizeof *end, pc);
}

}  // namespace

// errno is set by the call that counts, and again by the one that gives the result.
#define INTEGER(type, name)                                    \
  COUNTED(type, name, (const char* s, char** end, int base)) { \
    if (counts()) {                                            \
      char* there = nullptr;                                   \
      real_##name()(s, &there, base);                          \
      count_number(s, end, there, CALLER);                     \
    }                                                          \
    return real_##name()(s, end, base);                        \
  }
INTEGER(long, strtol)
INTEGER(long long, strtoll)
INTEGER(unsigned long, strtoul)
INTEGER(unsigned long long, strtoull)
INTEGER(intmax_t, strtoimax)
INTEGER(uintmax_t, strtoumax)
INTEGER(long, __isoc23_strtol)
INTEGER(long long, __isoc23_strtoll)
INTEGER(unsigned long, __isoc23_strtoul)
INTEGER(unsigned long long, __isoc23_strtoull)

#define FLOATING(type, name)                         \
  COUNTED(type, name, (const char* s, char** end)) { \
    if (counts()) {                                  \
      char* there = nullptr;                         \
      real_##name()(s, &there);                      \
      count_number(s, end, there, CALLER);           \
    }                                                \
    return real_##name()(s, end);                    \
  }
FLOATING(float, strtof)
FLOATING(double, strtod)
FLOATING(long double, strtold)

// ---- Tokens ----

namespace {

// Up to the end of the token, where a zero is written if the text goes on.
void count_token(const char* s, const char* separators, const void* pc) {
  if (!s) return;
  count_text(separators, pc);
  size_t end = 0;
  auto separates = [&](char c) {
    for (const char* p = separators; *p; p++)
      if (*p == c) return true;
    return false;
  };
  while (s[end] && separates(s[end])) end++;
  while (s[end] && !separates(s[end])) end++;
  count_read(s, end + 1, pc);
  if (s[end]) count_write(s + end, 1, pc);
}

}  // namespace

COUNTED(char*, strtok_r, (char* s, const char* separators, char** rest)) {
  if (!counts()) return real_strtok_r()(s, separators, rest);
  if (!s) count_read(rest, sizeof *rest, CALLER);
  count_token(s ? s : *rest, separators, CALLER);
  count_write(rest, sizeof *rest, CALLER);
  return real_strtok_r()(s, separators, rest);
}
COUNTED(char*, strsep, (char** rest, const char* separators)) {
  if (!counts()) return real_strsep()(rest, separators);
  count_write(rest, sizeof *rest, CALLER);
  if (*rest) {
    count_text(separators, CALLER);
    size_t end = real_strcspn()(*rest, separators);
    count_read(*rest, end + 1, CALLER);
    if ((*rest)[end]) count_write(*rest + end, 1, CALLER);
  }
  return real_strsep()(rest, separators);
}
// What strtok keeps from one call to the next, for all threads; only its address is used.
extern "C" char* state_of_strtok;
char* state_of_strtok;
COUNTED(char*, strtok, (char* s, const char* separators)) {
  if (counts()) {
    if (s) count_token(s, separators, CALLER);
    count_write(&state_of_strtok, sizeof state_of_strtok, CALLER);
  }
  return real_strtok()(s, separators);
}

#define TEXT_TO(type, name)                         \
  COUNTED(type, name, (const char* s)) {            \
    if (counts()) count_search(s, nullptr, CALLER); \
    return real_##name()(s);                        \
  }
TEXT_TO(int, atoi)
TEXT_TO(long, atol)
TEXT_TO(long long, atoll)
TEXT_TO(double, atof)

}  // namespace omc
