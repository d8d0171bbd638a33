// wcslen and its relatives, and functions between wide characters and bytes: rows in libc/text.def
// and libc/wcs.def.
#include <stdlib.h>
#include <wchar.h>

#include "libc/rows_as_next.h"
#include "libc/text.h"
#include "races/lifetimes.h"

#define TEXT WIDE_TEXT

namespace omc {
using Char = wchar_t;
using CharValue = wchar_t;

#include "libc/text.def"
#include "libc/wcs.def"

namespace {

void search_chars(const wchar_t* s, const wchar_t* there, size_t n, const void* pc) {
  read_chars(s, there ? static_cast<size_t>(there - s) + 1 : n, pc);
}

// `made` characters, and a terminator if there is room.
template <class To>
void record_converted(const To* to, size_t made, size_t n, const void* pc) {
  if (to && made != unlimited) write_chars(to, made < n ? made + 1 : n, pc);
}

// mbrtowc: `used` bytes have become a character; none at the end of a text, all in the middle of
// one.
void record_decoded(const wchar_t* to, const char* from, size_t used, size_t n,
                    const mbstate_t* state, const void* pc) {
  if (from) record_read(from, used <= n ? (used ? used : 1) : n, pc);
  if (to && from && used <= n) write_chars(to, 1, pc);
  if (state) record_write(state, sizeof *state, pc);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/text.def"
#include "libc/wcs.def"

}  // namespace omc
