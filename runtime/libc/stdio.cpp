// printf and scanf with their relatives: the format says which texts are read and where results go.
#include <stdarg.h>
#include <stdio.h>

#include "libc/interpose.h"
#include "races/lifetimes.h"

namespace omc {
namespace {

constexpr size_t unlimited = ~size_t{0};

// A conversion such as %-8.3ls, of which what matters here is kept.
struct Conversion {
  size_t width = 0;  // of scanf
  size_t precision = unlimited;
  unsigned stars = 0;  // how many of the numbers are arguments
  bool precision_is_star = false, is_skipped = false, allocates = false;
  int longs = 0;  // l, j, z and t; each h is one less
  bool is_long_double = false;
  char letter = 0;  // 0: not understood
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size_t read_number(const char*& p) {
  size_t n = 0;
  for (; is_digit(*p); p++) n = n * 10 + static_cast<size_t>(*p - '0');
  return n;
}

void read_length(const char*& p, Conversion& out) {
  for (;; p++) {
    switch (*p) {
      case 'l':
        out.longs++;
        break;
      case 'h':
        out.longs--;
        break;
      case 'j':
      case 'z':
      case 't':
      case 'q':
        out.longs = 1;
        break;
      case 'L':
        out.is_long_double = true;
        break;
      default:
        return;
    }
  }
}

void read_set(const char*& p) {
  if (*p == '^') p++;
  if (*p == ']') p++;
  while (*p && *p != ']') p++;
}

// What follows a percent sign; afterwards p is behind it. Arguments with numbers (%1$s) are not
// understood.
Conversion read_conversion(const char*& p, bool scans) {
  Conversion found;
  for (; *p == '-' || *p == '+' || *p == ' ' || *p == '#' || *p == '0' || *p == '\'' || *p == 'I';
       p++) {
  }
  if (scans && *p == '*') found.is_skipped = true, p++;
  if (*p == '*') found.stars++, p++;
  found.width = read_number(p);
  if (*p == '$') return {};
  if (scans && *p == 'm') found.allocates = true, p++;
  if (*p == '.') {
    p++;
    if (*p == '*')
      found.stars++, found.precision_is_star = true, p++;
    else
      found.precision = read_number(p);
  }
  read_length(p, found);
  found.letter = *p;
  if (*p) p++;
  if (scans && found.letter == '[') {
    read_set(p);
    if (*p) p++;
  }
  return found;
}

size_t size_of_integer(int longs) {
  return longs > 0 ? sizeof(long) : longs == 0 ? sizeof(int) : longs == -1 ? sizeof(short) : 1;
}

// The texts that a printf is about to read, and the numbers that %n makes it write.
void count_texts(const char* format, va_list given, const void* pc) {
  count_text(format, pc);
  va_list arguments;
  va_copy(arguments, given);
  for (const char* p = format; *p;) {
    if (*p++ != '%') continue;
    Conversion one = read_conversion(p, false);
    for (; one.stars; one.stars--) {
      int n = va_arg(arguments, int);
      if (one.stars == 1 && one.precision_is_star && n >= 0) one.precision = static_cast<size_t>(n);
    }
    if (!one.letter) break;
    switch (one.letter) {
      case '%':
      case 'm':
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        if (one.is_long_double)
          va_arg(arguments, long double);
        else
          va_arg(arguments, double);
        break;
      case 's': {
        auto* text = va_arg(arguments, const char*);
        size_t n = text && one.longs <= 0 ? text_length(text, one.precision) : unlimited;
        if (n != unlimited) count_read(text, n < one.precision ? n + 1 : n, pc);
        break;
      }
      case 'n':
        count_write(va_arg(arguments, const void*), size_of_integer(one.longs), pc);
        break;
      default:
        va_arg(arguments, long);  // whatever it is, it takes as much room
    }
  }
  va_end(arguments);
}

// What was written by a printf into memory; `length` is its result.
void count_result(const char* out, size_t room, int length, const void* pc) {
  if (length < 0 || !room) return;
  auto n = static_cast<size_t>(length);
  count_write(out, n < room ? n + 1 : room, pc);
}

size_t size_of_output(const Conversion& one, const void* out) {
  if (one.allocates) return sizeof(char*);
  switch (one.letter) {
    case 's':
    case '[':
      return one.longs > 0 ? sizeof(wchar_t)
                           : text_length(static_cast<const char*>(out), unlimited) + 1;
    case 'c':
    case 'C':
      return one.width ? one.width : 1;
    case 'p':
      return sizeof(void*);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return one.is_long_double ? sizeof(long double)
             : one.longs > 0    ? sizeof(double)
                                : sizeof(float);
    default:
      return size_of_integer(one.longs);
  }
}

// What was written by a scanf that has found `count` things.
void count_outputs(const char* format, va_list given, int count, const void* pc) {
  va_list arguments;
  va_copy(arguments, given);
  for (const char* p = format; *p && count > 0;) {
    if (*p++ != '%') continue;
    Conversion one = read_conversion(p, true);
    if (!one.letter) break;
    if (one.letter == '%' || one.is_skipped) continue;
    const void* out = va_arg(arguments, const void*);
    count_write(out, size_of_output(one, out), pc);
    if (one.letter != 'n') count--;
  }
  va_end(arguments);
}

}  // namespace

// ---- Into memory ----

COUNTED(int, vsnprintf, (char* out, size_t room, const char* format, va_list arguments)) {
  if (!counts()) return real_vsnprintf()(out, room, format, arguments);
  count_texts(format, arguments, CALLER);
  int n = real_vsnprintf()(out, room, format, arguments);
  count_result(out, room, n, CALLER);
  return n;
}
COUNTED(int, vsprintf, (char* out, const char* format, va_list arguments)) {
  if (!counts()) return real_vsprintf()(out, format, arguments);
  count_texts(format, arguments, CALLER);
  int n = real_vsprintf()(out, format, arguments);
  count_result(out, unlimited, n, CALLER);
  return n;
}
COUNTED(int, __vsnprintf_chk,
        (char* out, size_t room, int flag, size_t size, const char* format, va_list arguments)) {
  if (!counts()) return real___vsnprintf_chk()(out, room, flag, size, format, arguments);
  count_texts(format, arguments, CALLER);
  int n = real___vsnprintf_chk()(out, room, flag, size, format, arguments);
  count_result(out, room, n, CALLER);
  return n;
}

COUNTED(int, __vsprintf_chk,
        (char* out, int flag, size_t size, const char* format, va_list arguments)) {
  if (!counts()) return real___vsprintf_chk()(out, flag, size, format, arguments);
  count_texts(format, arguments, CALLER);
  int n = real___vsprintf_chk()(out, flag, size, format, arguments);
  count_result(out, unlimited, n, CALLER);
  return n;
}

// Into a block of their own, whose address is the result.
static void count_block(char** out, int n, const void* pc) {
  count_write(out, sizeof *out, pc);
  if (n >= 0) made_by_malloc(*out, pc);
}
COUNTED(int, vasprintf, (char** out, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  int n = real_vasprintf()(out, format, arguments);
  if (counts()) count_block(out, n, CALLER);
  return n;
}
COUNTED(int, __vasprintf_chk, (char** out, int flag, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  int n = real___vasprintf_chk()(out, flag, format, arguments);
  if (counts()) count_block(out, n, CALLER);
  return n;
}

namespace {

// A call from `pc` that prints into memory, with what it touches counted when it is a program's.
template <class Print>
[[gnu::always_inline]] inline int print_into(char* out, size_t room, const char* format,
                                             va_list arguments, const void* pc, Print print) {
  bool is_counted = counts();
  if (is_counted) count_texts(format, arguments, pc);
  int n = print();
  if (is_counted) count_result(out, room, n, pc);
  return n;
}

}  // namespace

// The arguments of a function that ends in dots, for `call`.
#define WITH_ARGUMENTS(call)   \
  va_list arguments;           \
  va_start(arguments, format); \
  int result = call;           \
  va_end(arguments);           \
  return result

namespace {

template <class Print>
[[gnu::always_inline]] inline int print_block(char** out, const char* format, va_list arguments,
                                              const void* pc, Print print) {
  bool is_counted = counts();
  if (is_counted) count_texts(format, arguments, pc);
  int n = print();
  if (is_counted) count_block(out, n, pc);
  return n;
}

}  // namespace

COUNTED(int, asprintf, (char** out, const char* format, ...)) {
  WITH_ARGUMENTS(print_block(out, format, arguments, CALLER,
                             [&] { return real_vasprintf()(out, format, arguments); }));
}
COUNTED(int, __asprintf_chk, (char** out, int flag, const char* format, ...)) {
  WITH_ARGUMENTS(print_block(out, format, arguments, CALLER,
                             [&] { return real___vasprintf_chk()(out, flag, format, arguments); }));
}
COUNTED(int, snprintf, (char* out, size_t room, const char* format, ...)) {
  WITH_ARGUMENTS(print_into(out, room, format, arguments, CALLER,
                            [&] { return real_vsnprintf()(out, room, format, arguments); }));
}
COUNTED(int, sprintf, (char* out, const char* format, ...)) {
  WITH_ARGUMENTS(print_into(out, unlimited, format, arguments, CALLER,
                            [&] { return real_vsprintf()(out, format, arguments); }));
}
COUNTED(int, __snprintf_chk,
        (char* out, size_t room, int flag, size_t size, const char* format, ...)) {
  WITH_ARGUMENTS(print_into(out, room, format, arguments, CALLER, [&] {
    return real___vsnprintf_chk()(out, room, flag, size, format, arguments);
  }));
}
COUNTED(int, __sprintf_chk, (char* out, int flag, size_t size, const char* format, ...)) {
  WITH_ARGUMENTS(print_into(out, unlimited, format, arguments, CALLER, [&] {
    return real___vsprintf_chk()(out, flag, size, format, arguments);
  }));
}

// ---- Into a file: only what is read ----

COUNTED(int, vfprintf, (FILE * file, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real_vfprintf()(file, format, arguments);
}
COUNTED(int, __vfprintf_chk, (FILE * file, int flag, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real___vfprintf_chk()(file, flag, format, arguments);
}
COUNTED(int, __vprintf_chk, (int flag, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real___vprintf_chk()(flag, format, arguments);
}
COUNTED(int, vdprintf, (int fd, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real_vdprintf()(fd, format, arguments);
}
COUNTED(int, __vdprintf_chk, (int fd, int flag, const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real___vdprintf_chk()(fd, flag, format, arguments);
}
COUNTED(int, vprintf, (const char* format, va_list arguments)) {
  if (counts()) count_texts(format, arguments, CALLER);
  return real_vprintf()(format, arguments);
}

namespace {

int print_to(FILE* file, const char* format, va_list arguments, const void* pc) {
  if (counts()) count_texts(format, arguments, pc);
  return real_vfprintf()(file, format, arguments);
}

}  // namespace

COUNTED(int, fprintf, (FILE * file, const char* format, ...)) {
  WITH_ARGUMENTS(print_to(file, format, arguments, CALLER));
}
OWN_CALLS(int, fprintf, (FILE * file, const char* format, ...)) {
  WITH_ARGUMENTS(real_vfprintf()(file, format, arguments));
}
COUNTED(int, printf, (const char* format, ...)) {
  WITH_ARGUMENTS(print_to(stdout, format, arguments, CALLER));
}
COUNTED(int, __fprintf_chk, (FILE * file, int flag, const char* format, ...)) {
  WITH_ARGUMENTS((counts() ? count_texts(format, arguments, CALLER) : void(),
                  real___vfprintf_chk()(file, flag, format, arguments)));
}
COUNTED(int, __printf_chk, (int flag, const char* format, ...)) {
  WITH_ARGUMENTS((counts() ? count_texts(format, arguments, CALLER) : void(),
                  real___vfprintf_chk()(stdout, flag, format, arguments)));
}

COUNTED(int, dprintf, (int fd, const char* format, ...)) {
  WITH_ARGUMENTS((counts() ? count_texts(format, arguments, CALLER) : void(),
                  real_vdprintf()(fd, format, arguments)));
}
COUNTED(int, __dprintf_chk, (int fd, int flag, const char* format, ...)) {
  WITH_ARGUMENTS((counts() ? count_texts(format, arguments, CALLER) : void(),
                  real___vdprintf_chk()(fd, flag, format, arguments)));
}

// ---- From a text or a file ----

#define SCAN(name)                                                                \
  COUNTED(int, name, (const char* text, const char* format, va_list arguments)) { \
    if (!counts()) return real_##name()(text, format, arguments);                 \
    count_text(text, CALLER);                                                     \
    int n = real_##name()(text, format, arguments);                               \
    count_outputs(format, arguments, n, CALLER);                                  \
    return n;                                                                     \
  }
SCAN(vsscanf)
SCAN(__isoc99_vsscanf)
SCAN(__isoc23_vsscanf)

namespace {

using Scan = int (*)(const char*, const char*, va_list);
int scan(Scan real, const char* text, const char* format, va_list arguments, const void* pc) {
  bool is_counted = counts();
  if (is_counted) count_text(text, pc);
  int n = real(text, format, arguments);
  if (is_counted) count_outputs(format, arguments, n, pc);
  return n;
}

}  // namespace

COUNTED(int, sscanf, (const char* text, const char* format, ...)) {
  WITH_ARGUMENTS(scan(real_vsscanf(), text, format, arguments, CALLER));
}
COUNTED(int, __isoc99_sscanf, (const char* text, const char* format, ...)) {
  WITH_ARGUMENTS(scan(real___isoc99_vsscanf(), text, format, arguments, CALLER));
}
COUNTED(int, __isoc23_sscanf, (const char* text, const char* format, ...)) {
  WITH_ARGUMENTS(scan(real___isoc23_vsscanf(), text, format, arguments, CALLER));
}

namespace {

using ScanFile = int (*)(FILE*, const char*, va_list);
int scan_file(ScanFile real, FILE* file, const char* format, va_list arguments, const void* pc) {
  va_list again;
  va_copy(again, arguments);
  int n = real(file, format, arguments);
  if (counts()) count_outputs(format, again, n, pc);
  va_end(again);
  return n;
}

}  // namespace

// From a file, and from the standard input.
#define SCAN_FILE(prefix)                                                                  \
  COUNTED(int, prefix##vfscanf, (FILE * file, const char* format, va_list arguments)) {    \
    return scan_file(real_##prefix##vfscanf(), file, format, arguments, CALLER);           \
  }                                                                                        \
  COUNTED(int, prefix##fscanf, (FILE * file, const char* format, ...)) {                   \
    WITH_ARGUMENTS(scan_file(real_##prefix##vfscanf(), file, format, arguments, CALLER));  \
  }                                                                                        \
  COUNTED(int, prefix##scanf, (const char* format, ...)) {                                 \
    WITH_ARGUMENTS(scan_file(real_##prefix##vfscanf(), stdin, format, arguments, CALLER)); \
  }
SCAN_FILE()
SCAN_FILE(__isoc99_)
SCAN_FILE(__isoc23_)

}  // namespace omc
