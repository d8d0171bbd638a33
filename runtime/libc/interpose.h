// Functions of other libraries that touch the program's memory. Each is defined here too: it counts
// what it touches as accesses of its caller, and calls the one that it stands for. Dormant, it only
// does the latter.
//
// What libomc itself calls does not count: the linker leads its calls to the functions of OWN_CALLS
// (--wrap).
#pragma once

#include "platform/next_definition.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/world.h"

namespace omc {

// True in a thread whose accesses count.
[[gnu::always_inline]] inline bool counts() {
  return __builtin_expect(checker.exploring, 0) && world().current;
}

// An access that `pc` is about to make, or has just made by a call that may have waited for
// something.
void count_as_access(const void* p, size_t n, AccessKind kind, const void* pc);

inline void count_read(const void* p, size_t n, const void* pc) {
  if (!are_lines_known(p, n)) count_as_access(p, n, AccessKind::read, pc);
}
inline void count_write(const void* p, size_t n, const void* pc) {
  if (!are_lines_known(p, n)) count_as_access(p, n, AccessKind::write, pc);
}

// How long a text is, looked at no further than `most`. Only -fno-builtin keeps this from being a
// call of strlen.
inline size_t text_length(const char* text, size_t most = ~size_t{0}) {
  size_t n = 0;
  while (n < most && text[n]) n++;
  return n;
}

// The same where functions of libomc are entry points: bytes up to and with the end of a text.
void count_text(const char* text, const void* pc);

}  // namespace omc

#define CALLER __builtin_return_address(0)

// Begins the definition of a function: real_NAME() is the one that it stands for. That is looked up
// when this library is initialised; those that a library's initialisation or relocation may call
// earlier do without (found_NAME is null), and those of a library that is loaded later are looked
// up then, for as long as nothing is unloaded.
#define COUNTED_AS(result, id, symbol, parameters)                                              \
  extern "C"                                                                                    \
      __attribute__((visibility("default"))) result counted_##id parameters __asm__(symbol);    \
  static decltype(&counted_##id) found_##id = next_definition<decltype(&counted_##id)>(symbol); \
  [[maybe_unused, gnu::section(LATE_DEFINITIONS)]] static decltype(&counted_##id) late_##id;    \
  [[maybe_unused]] static inline decltype(&counted_##id) real_##id() {                          \
    if (__builtin_expect(found_##id != nullptr, 1)) return found_##id;                          \
    if (!late_##id) late_##id = late_definition<decltype(&counted_##id)>(symbol);               \
    return late_##id;                                                                           \
  }                                                                                             \
  result counted_##id parameters
#define COUNTED(result, name, parameters) COUNTED_AS(result, name, #name, parameters)

// Begins the definition of what libomc's own calls of a function are.
#define OWN_CALLS(result, name, parameters)                                                        \
  extern "C"                                                                                       \
      __attribute__((visibility("hidden"))) result own_##name parameters __asm__("__wrap_" #name); \
  result own_##name parameters
