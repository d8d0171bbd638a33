// Row macros: each row defines its interposer, whose body is the last column (libc/interpose.h),
// and what its words ask for.
#include "libc/row_words.h"

#define FAMILY(title)
#define DEFINED_IN(file, name, words)
#define DEFINE(type, name, parameters, words, ...) \
  type interposed_##name parameters { __VA_ARGS__ }
#define INTERPOSE(type, name, parameters, arguments, words, ...) \
  INTERPOSE_AS(type, name, #name, parameters, arguments, words, __VA_ARGS__)
#define INTERPOSE_AS(type, id, symbol, parameters, arguments, words, ...)    \
  [[gnu::always_inline]] static inline type call_##id parameters {           \
    EACH_WORD(CALL_OF, (id, arguments), words) return next_##id() arguments; \
  }                                                                          \
  DEFINE_ENTRY(type, id, parameters, call_##id arguments, __VA_ARGS__)       \
  EACH_WORD(ALSO, (type, id, parameters, arguments, __VA_ARGS__), words)

// For the body: call() calls the next definition with the same arguments, next() is its address.
#define DEFINE_ENTRY(type, id, parameters, called, ...)                                           \
  type interposed_##id parameters {                                                               \
    [[maybe_unused]] auto call = [&]() __attribute__((always_inline)) -> type { return called; }; \
    [[maybe_unused]] constexpr auto next = next_##id;                                             \
    __VA_ARGS__                                                                                   \
  }

// Until the next definition is known, early_NAME does the work.
#define CALL_OF_(...)
#define CALL_OF_FORTIFIED(...)
#define CALL_OF_OWN_CALLS(...)
#define CALL_OF_COMPLETE(...)
#define CALL_OF_SECOND_VERSION(...)
#define CALL_OF_EARLY(id, arguments) \
  if (!found_##id) return early_##id arguments;

#define ALSO_(...)
#define ALSO_EARLY(...)
#define ALSO_COMPLETE(...)
#define ALSO_SECOND_VERSION(...)
#define ALSO_FORTIFIED(type, id, parameters, arguments, ...)              \
  DEFINE_ENTRY(type, __##id##_chk, (UNPACK parameters, size_t fortified), \
               next___##id##_chk()(UNPACK arguments, fortified), __VA_ARGS__)
#define ALSO_OWN_CALLS(type, id, parameters, arguments, ...)                                 \
  extern "C"                                                                                 \
      __attribute__((visibility("hidden"))) type own_##id parameters __asm__("__wrap_" #id); \
  type own_##id parameters { return call_##id arguments; }
