// What functions for texts read and write, for any type of character: strlen and its relatives
// (libc/str.cpp) and their wide twins (libc/wcs.cpp). It depends on what is in the text, so it is
// found out first.
#pragma once

#include "libc/interpose.h"

namespace omc {

// A row of libc/text.def as the function for bytes, and as the one for wide characters.
#define NARROW_TEXT(type, narrow, narrow_words, wide, wide_words, parameters, arguments, ...) \
  INTERPOSE(type, narrow, parameters, arguments, narrow_words, __VA_ARGS__)
#define WIDE_TEXT(type, narrow, narrow_words, wide, wide_words, parameters, arguments, ...) \
  INTERPOSE(type, wide, parameters, arguments, wide_words, __VA_ARGS__)

constexpr size_t unlimited = ~size_t{0};

template <class Char>
[[gnu::always_inline]] inline void read_chars(const Char* s, size_t n, const void* pc) {
  record_read(s, n * sizeof *s, pc);
}
template <class Char>
[[gnu::always_inline]] inline void write_chars(const Char* s, size_t n, const void* pc) {
  record_write(s, n * sizeof *s, pc);
}

// The number of characters that a copy of at most `most` reads: the terminator is one of them.
template <class Char>
[[gnu::always_inline]] inline size_t text_within(const Char* s, size_t most) {
  size_t n = text_length(s, most);
  return n < most ? n + 1 : n;
}

// A whole text, with its terminator.
template <class Char>
[[gnu::always_inline]] inline void read_text(const Char* s, const void* pc) {
  read_chars(s, text_length(s) + 1, pc);
}

template <class Char>
[[gnu::always_inline]] inline void copy_text(const Char* to, const Char* from, const void* pc) {
  size_t n = text_length(from) + 1;
  read_chars(from, n, pc);
  write_chars(to, n, pc);
}

// The rest of `n` characters is filled with zeros.
template <class Char>
[[gnu::always_inline]] inline void copy_and_fill(const Char* to, const Char* from, size_t n,
                                                 const void* pc) {
  read_chars(from, text_within(from, n), pc);
  write_chars(to, n, pc);
}

template <class Char>
[[gnu::always_inline]] inline void append_text(const Char* to, const Char* from, size_t most,
                                               const void* pc) {
  size_t end = text_length(to), n = text_length(from, most);
  read_chars(to, end + 1, pc);
  read_chars(from, n < most ? n + 1 : n, pc);
  write_chars(to + end, n + 1, pc);
}

struct Same {
  template <class Char>
  bool operator()(Char a, Char b) const {
    return a == b;
  }
};

// A comparison ends where two characters differ, and at a terminator.
template <class Char, class Equal = Same>
[[gnu::always_inline]] inline void compare_texts(const Char* a, const Char* b, size_t most,
                                                 const void* pc, Equal equal = {}) {
  size_t i = 0;
  while (i < most && a[i] && equal(a[i], b[i])) i++;
  size_t n = i < most ? i + 1 : most;
  read_chars(a, n, pc);
  read_chars(b, n, pc);
}

// A search that has ended at `there`, or at the terminator.
template <class Char>
[[gnu::always_inline]] inline void search_text(const Char* s, const Char* there, const void* pc) {
  read_chars(s, (there ? static_cast<size_t>(there - s) : text_length(s)) + 1, pc);
}

// A search for a text, which lies at `there`.
template <class Char>
[[gnu::always_inline]] inline void search_for_text(const Char* s, const Char* wanted,
                                                   const Char* there, const void* pc) {
  size_t n = text_length(wanted);
  read_chars(wanted, n + 1, pc);
  if (there)
    read_chars(s, static_cast<size_t>(there - s) + n, pc);
  else
    read_text(s, pc);
}

// A number is read up to the first character that is not part of it. The call that finds this out
// sets errno; the one that gives the result does so again.
template <class Char, class Next, class... Base>
[[gnu::always_inline]] inline void read_number(Next next, const Char* s, Char** end, const void* pc,
                                               Base... base) {
  Char* there = nullptr;
  next(s, &there, base...);
  if (s) read_chars(s, static_cast<size_t>(there - s) + 1, pc);
  if (end) record_write(end, sizeof *end, pc);
}

}  // namespace omc
