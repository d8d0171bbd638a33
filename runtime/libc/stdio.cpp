// printf and scanf with their relatives: rows in libc/stdio.def.
#include <stdio.h>

#include "libc/format.h"
#include "libc/rows_as_next.h"
#include "libc/text.h"
#include "races/lifetimes.h"

// The functions that end in dots do their work by the next definition of those that take a list.
#define PRINTF(name, parameters, arguments, more_parameters, more_arguments, words, ...)   \
  DEFINE(int, name, (LEADING parameters const char* format, ...), ())                      \
  DEFINE(int, __##name##_chk,                                                              \
         (LEADING parameters LEADING more_parameters const char* format, ...), ())         \
  INTERPOSE(int, v##name, (LEADING parameters const char* format, va_list list),           \
            (LEADING arguments format, list), (), )                                        \
  INTERPOSE(int, __v##name##_chk,                                                          \
            (LEADING parameters LEADING more_parameters const char* format, va_list list), \
            (LEADING arguments LEADING more_arguments format, list), (), )
#define SCANF(prefix)                                                                   \
  DEFINE(int, prefix##sscanf, (const char* text, const char* format, ...), ())          \
  DEFINE(int, prefix##fscanf, (FILE * file, const char* format, ...), ())               \
  DEFINE(int, prefix##scanf, (const char* format, ...), ())                             \
  INTERPOSE(int, prefix##vsscanf, (const char* text, const char* format, va_list list), \
            (text, format, list), (), )                                                 \
  INTERPOSE(int, prefix##vfscanf, (FILE * file, const char* format, va_list list),      \
            (file, format, list), (), )

namespace omc {

#include "libc/stdio.def"

namespace {

// asprintf: the text is in a block of its own, whose address is the result.
void record_block(char** out, int n, const void* pc) {
  record_write(out, sizeof *out, pc);
  if (n >= 0) allocated_by_malloc(*out, pc);
}

using ScanText = int (*)(const char*, const char*, va_list);
int scan_text(ScanText next, const char* text, const char* format, va_list list, const void* pc) {
  va_list again;
  va_copy(again, list);
  if (is_recorded()) record_text(text, pc);
  int n = next(text, format, list);
  if (is_recorded()) record_scanned(format, again, n, pc);
  va_end(again);
  return n;
}

using ScanFile = int (*)(FILE*, const char*, va_list);
int scan_file(ScanFile next, FILE* file, const char* format, va_list list, const void* pc) {
  va_list again;
  va_copy(again, list);
  int n = next(file, format, list);
  if (is_recorded()) record_scanned(format, again, n, pc);
  va_end(again);
  return n;
}

}  // namespace

#include "libc/rows_as_functions.h"

#undef PRINTF
#undef SCANF

// `call` gets the arguments behind the format as a list.
#define WITH_LIST(...)    \
  va_list list;           \
  va_start(list, format); \
  __VA_ARGS__             \
  va_end(list);           \
  return result;

#define PRINTS(call, ...)                                    \
  if (is_recorded()) record_arguments(format, list, CALLER); \
  int result = call;                                         \
  if (is_recorded()) __VA_ARGS__;
#define NOTHING void()

#define PRINTF(name, parameters, arguments, more_parameters, more_arguments, words, ...)           \
  DEFINE(int, name, (LEADING parameters const char* format, ...), (),                              \
         WITH_LIST(PRINTS(next_v##name()(LEADING arguments format, list), __VA_ARGS__)))           \
  DEFINE(int, __##name##_chk,                                                                      \
         (LEADING parameters LEADING more_parameters const char* format, ...), (),                 \
         WITH_LIST(                                                                                \
             PRINTS(next___v##name##_chk()(LEADING arguments LEADING more_arguments format, list), \
                    __VA_ARGS__)))                                                                 \
  INTERPOSE(int, v##name, (LEADING parameters const char* format, va_list list),                   \
            (LEADING arguments format, list), (),                                                  \
            AROUND((record_arguments(format, list, CALLER)), (__VA_ARGS__)))                       \
  INTERPOSE(int, __v##name##_chk,                                                                  \
            (LEADING parameters LEADING more_parameters const char* format, va_list list),         \
            (LEADING arguments LEADING more_arguments format, list), (),                           \
            AROUND((record_arguments(format, list, CALLER)), (__VA_ARGS__)))                       \
  EACH_WORD(PRINTF_ALSO, (name, parameters, arguments), words)

#define PRINTF_ALSO_(...)
#define PRINTF_ALSO_OWN_CALLS(name, parameters, arguments)                  \
  extern "C" __attribute__((visibility("hidden"))) int own_##name(          \
      LEADING parameters const char* format, ...) __asm__("__wrap_" #name); \
  int own_##name(LEADING parameters const char* format, ...) {              \
    WITH_LIST(int result = next_v##name()(LEADING arguments format, list);) \
  }

#define SCANF(prefix)                                                                              \
  DEFINE(int, prefix##sscanf, (const char* text, const char* format, ...), (),                     \
         WITH_LIST(int result = scan_text(next_##prefix##vsscanf(), text, format, list, CALLER);)) \
  DEFINE(int, prefix##fscanf, (FILE * file, const char* format, ...), (),                          \
         WITH_LIST(int result = scan_file(next_##prefix##vfscanf(), file, format, list, CALLER);)) \
  DEFINE(                                                                                          \
      int, prefix##scanf, (const char* format, ...), (),                                           \
      WITH_LIST(int result = scan_file(next_##prefix##vfscanf(), stdin, format, list, CALLER);))   \
  INTERPOSE(int, prefix##vsscanf, (const char* text, const char* format, va_list list),            \
            (text, format, list), (), RUNS(scan_text(next(), text, format, list, CALLER)))         \
  INTERPOSE(int, prefix##vfscanf, (FILE * file, const char* format, va_list list),                 \
            (file, format, list), (), RUNS(scan_file(next(), file, format, list, CALLER)))

#include "libc/stdio.def"

}  // namespace omc
