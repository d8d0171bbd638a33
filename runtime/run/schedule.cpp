#include "run/schedule.h"

namespace omc {
namespace {

// Appends to a buffer that may be too small; `length` counts what does not fit, too.
struct Text {
  char* out;
  size_t capacity, length = 0;
  void put(char c) {
    if (length + 1 < capacity) out[length] = c;
    length++;
  }
  void number(size_t n) {
    if (n >= 10) number(n / 10);
    put(static_cast<char>('0' + n % 10));
  }
};

// Reads digits; false when there are none or the number is above `most`.
bool read_number(const char*& p, size_t most, size_t& out) {
  const char* begin = p;
  out = 0;
  for (; *p >= '0' && *p <= '9'; p++) {
    out = out * 10 + static_cast<size_t>(*p - '0');
    if (out > most) return false;
  }
  return p != begin;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == ','; }

}  // namespace

size_t format_schedule(const Stretch* stretches, size_t n, char* out, size_t capacity) {
  Text text{out, capacity};
  for (size_t i = 0; i < n; i++) {
    auto [choice, count] = stretches[i];
    if (i) text.put(' ');
    text.number(choice.thread);
    if (choice.outcome) text.put('/'), text.number(choice.outcome);
    if (count > 1) text.put('*'), text.number(count);
  }
  if (capacity) out[text.length < capacity ? text.length : capacity - 1] = 0;
  return text.length;
}

long parse_schedule(const char* text, Choice* out, size_t capacity) {
  constexpr size_t most = 1u << 30;
  size_t n = 0;
  for (const char* p = text;;) {
    while (is_space(*p)) p++;
    if (!*p) return static_cast<long>(n);
    size_t thread = 0, outcome = 0, run = 1;
    bool fine = read_number(p, max_threads - 1, thread);
    if (fine && *p == '/') fine = read_number(++p, max_outcomes - 1, outcome);
    if (fine && *p == '*') fine = read_number(++p, most, run) && run > 0;
    if (!fine || (*p && !is_space(*p)) || n + run > most) return -1 - (p - text);
    for (size_t i = 0; i < run; i++, n++)
      if (n < capacity) out[n] = {static_cast<uint16_t>(thread), static_cast<uint16_t>(outcome)};
  }
}

}  // namespace omc
