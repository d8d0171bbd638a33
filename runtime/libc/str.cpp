// strlen and its relatives: rows in libc/text.def and libc/str.def.
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "libc/rows_as_next.h"
#include "libc/text.h"
#include "races/lifetimes.h"

#define TEXT NARROW_TEXT

namespace omc {
using Char = char;
using CharValue = int;

#include "libc/str.def"
#include "libc/text.def"

// strtok keeps this from one call to the next, for all threads. Only its address is used, and its
// name in reports.
extern "C" char* state_of_strtok;
char* state_of_strtok;

namespace {

size_t early_strlen(const char* s) { return text_length(s); }
size_t early_strnlen(const char* s, size_t n) { return text_length(s, n); }

int early_strncmp(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || !a[i])
      return static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
  return 0;
}
int early_strcmp(const char* a, const char* b) { return early_strncmp(a, b, unlimited); }

bool are_same_letters(char a, char b) {
  return tolower(static_cast<unsigned char>(a)) == tolower(static_cast<unsigned char>(b));
}

// A token is read up to its end, where a zero is written if the text goes on.
void record_token(const char* s, const char* separators, const void* pc) {
  if (!s) return;
  record_text(separators, pc);
  size_t end = 0;
  auto separates = [&](char c) {
    for (const char* p = separators; *p; p++)
      if (*p == c) return true;
    return false;
  };
  while (s[end] && separates(s[end])) end++;
  while (s[end] && !separates(s[end])) end++;
  record_read(s, end + 1, pc);
  if (s[end]) record_write(s + end, 1, pc);
}

void record_token_of(const char* s, const char* separators, char** rest, const void* pc) {
  if (!s) record_read(rest, sizeof *rest, pc);
  record_token(s ? s : *rest, separators, pc);
  record_write(rest, sizeof *rest, pc);
}

void record_separation(char** rest, const char* separators, const void* pc) {
  record_write(rest, sizeof *rest, pc);
  if (!*rest) return;
  record_text(separators, pc);
  size_t end = next_strcspn()(*rest, separators);
  record_read(*rest, end + 1, pc);
  if ((*rest)[end]) record_write(*rest + end, 1, pc);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/str.def"
#include "libc/text.def"

}  // namespace omc
