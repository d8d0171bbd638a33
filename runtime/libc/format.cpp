// What a format of printf or scanf makes the function read and write.
#include "libc/format.h"

#include "libc/text.h"

namespace omc {
namespace {

// The parts that matter here of a conversion such as %-8.3ls.
struct Conversion {
  size_t width = 0;  // of scanf
  size_t precision = unlimited;
  unsigned stars = 0;  // the numbers that are arguments
  bool precision_is_star = false, is_skipped = false, allocates = false;
  int longs = 0;  // l, j, z and t are one more, each h is one less
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

// Reads what follows a percent sign, and moves p behind it. Arguments with numbers (%1$s) are not
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

bool is_floating(char letter) {
  char lower = static_cast<char>(letter | 0x20);
  return lower == 'f' || lower == 'e' || lower == 'g' || lower == 'a';
}

size_t size_of_integer(int longs) {
  return longs > 0 ? sizeof(long) : longs == 0 ? sizeof(int) : longs == -1 ? sizeof(short) : 1;
}

}  // namespace

void record_arguments(const char* format, va_list given, const void* pc) {
  record_text(format, pc);
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
    if (is_floating(one.letter)) {
      if (one.is_long_double)
        va_arg(arguments, long double);
      else
        va_arg(arguments, double);
      continue;
    }
    switch (one.letter) {
      case '%':
      case 'm':
        break;
      case 's': {
        auto* text = va_arg(arguments, const char*);
        size_t n = text && one.longs <= 0 ? text_length(text, one.precision) : unlimited;
        if (n != unlimited) record_read(text, n < one.precision ? n + 1 : n, pc);
        break;
      }
      case 'n':
        record_write(va_arg(arguments, const void*), size_of_integer(one.longs), pc);
        break;
      default:
        va_arg(arguments, long);  // an integer or a pointer takes as much room, whatever it is
    }
  }
  va_end(arguments);
}

void record_printed(const char* out, size_t room, int length, const void* pc) {
  if (length < 0 || !room) return;
  auto n = static_cast<size_t>(length);
  record_write(out, n < room ? n + 1 : room, pc);
}

namespace {

size_t size_of_output(const Conversion& one, const void* out) {
  if (one.allocates) return sizeof(char*);
  if (is_floating(one.letter))
    return one.is_long_double ? sizeof(long double)
           : one.longs > 0    ? sizeof(double)
                              : sizeof(float);
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
    default:
      return size_of_integer(one.longs);
  }
}

}  // namespace

void record_scanned(const char* format, va_list given, int count, const void* pc) {
  va_list arguments;
  va_copy(arguments, given);
  for (const char* p = format; *p && count > 0;) {
    if (*p++ != '%') continue;
    Conversion one = read_conversion(p, true);
    if (!one.letter) break;
    if (one.letter == '%' || one.is_skipped) continue;
    const void* out = va_arg(arguments, const void*);
    record_write(out, size_of_output(one, out), pc);
    if (one.letter != 'n') count--;
  }
  va_end(arguments);
}

}  // namespace omc
