// Row macros: each row declares its interposer, and next_NAME(), the definition behind libomc's.
//
// Each is looked up when libomc is initialised, because a lookup while exploring leaves traces in
// the loader's memory. Until then found_NAME is null. A call before that, or of a library that is
// loaded later, looks the function up then; dlclose makes libomc forget these (libc/loader.cpp).
#include "libc/row_words.h"

#define FAMILY(title)
#define DEFINED_IN(file, name, words)
#define DEFINE(type, name, parameters, words, ...) DECLARE_ENTRY(type, name, #name, parameters)
#define INTERPOSE(type, name, parameters, arguments, words, ...) \
  INTERPOSE_AS(type, name, #name, parameters, arguments, words)
#define INTERPOSE_AS(type, id, symbol, parameters, arguments, words, ...)               \
  DECLARE_NEXT(type, id, symbol, parameters, (symbol EACH_WORD(VERSION_OF, (), words))) \
  EACH_WORD(NEXT_OF, (type, id, parameters), words)

#define DECLARE_ENTRY(type, id, symbol, parameters) \
  extern "C" __attribute__((visibility("default"))) type interposed_##id parameters __asm__(symbol);

#define DECLARE_NEXT(type, id, symbol, parameters, lookup)                                      \
  DECLARE_ENTRY(type, id, symbol, parameters)                                                   \
  static decltype(&interposed_##id) found_##id =                                                \
      next_definition<decltype(&interposed_##id)>(UNPACK lookup);                               \
  [[maybe_unused, gnu::section(LATE_DEFINITIONS)]] static decltype(&interposed_##id) late_##id; \
  [[maybe_unused]] static inline decltype(&interposed_##id) next_##id() {                       \
    if (__builtin_expect(found_##id != nullptr, 1)) return found_##id;                          \
    if (!late_##id) late_##id = late_definition<decltype(&interposed_##id)>(UNPACK lookup);     \
    return late_##id;                                                                           \
  }

#define NEXT_OF_(...)
#define NEXT_OF_EARLY(...)
#define NEXT_OF_OWN_CALLS(...)
#define NEXT_OF_COMPLETE(...)
#define NEXT_OF_SECOND_VERSION(...)
#define NEXT_OF_FORTIFIED(type, id, parameters)                                            \
  DECLARE_NEXT(type, __##id##_chk, "__" #id "_chk", (UNPACK parameters, size_t fortified), \
               ("__" #id "_chk"))

#define VERSION_OF_()
#define VERSION_OF_EARLY()
#define VERSION_OF_OWN_CALLS()
#define VERSION_OF_COMPLETE()
#define VERSION_OF_FORTIFIED()
#define VERSION_OF_SECOND_VERSION() , "GLIBC_2.3.2"
