// Interposers: functions of other libraries that libomc defines too, in front of them. Most record
// what the function reads and writes as accesses of its caller, and then call the next definition.
// In a dormant program they only do the latter: one load and one branch.
//
// libc/interposed.def lists all of them, and says how to add one. A source file turns the rows of
// its family into functions:
//
//   #include "libc/rows_as_next.h"        // row macros: each row declares next_NAME()
//   #include "libc/mem.def"
//   … functions that the rows call …
//   #include "libc/rows_as_functions.h"   // row macros: each row defines its interposer
//   #include "libc/mem.def"
//
// Invariant: libomc's own calls are never recorded as accesses of the program. The linker leads
// them to the functions that the word OWN_CALLS makes (--wrap).
#pragma once

#include "platform/next_definition.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {

// True in a thread whose accesses are recorded. It charges no hooks (entered() would), because most
// accesses are private; those that are not charge them at their scheduling point.
[[gnu::always_inline]] inline bool is_recorded() {
  return __builtin_expect(checker.exploring, 0) && world().current;
}

// Records an access that `pc` is about to make, or has just made by a call that may have waited.
void record_access(const void* p, size_t n, AccessKind kind, const void* pc);

inline void record_read(const void* p, size_t n, const void* pc) {
  if (!are_lines_cached(p, n)) record_access(p, n, AccessKind::read, pc);
}
inline void record_write(const void* p, size_t n, const void* pc) {
  if (!are_lines_cached(p, n)) record_access(p, n, AccessKind::write, pc);
}

// Records the reading of a text with its terminator; null is no text.
void record_text(const char* text, const void* pc);

// The number of characters of a text, of which at most the first `most` are read. Only -fno-builtin
// keeps the compiler from making this a call of strlen.
template <class Char>
[[gnu::always_inline]] inline size_t text_length(const Char* text, size_t most = ~size_t{0}) {
  size_t n = 0;
  while (n < most && text[n]) n++;
  return n;
}

// The result of a call, also where there is none.
template <class Type>
struct Held {
  Type value;
  Type give() { return value; }
};
template <>
struct Held<void> {
  char value = 0;
  void give() {}
};

template <class Call>
[[gnu::always_inline]] inline auto hold(Call call) {
  using Type = decltype(call());
  if constexpr (__is_same(Type, void))
    return call(), Held<void>{};
  else
    return Held<Type>{call()};
}

}  // namespace omc

#define CALLER __builtin_return_address(0)

// ---- The last column of a row: the body of the interposer. call() calls the next definition. ----

// Records the effects, then calls. The effects are expressions, separated by commas.
#define BEFORE(...)                       \
  if (is_recorded()) (void)(__VA_ARGS__); \
  return call();

// Calls, then records the effects; `result` is what the call has returned.
#define AFTER(...)                            \
  auto held = hold(call);                     \
  [[maybe_unused]] auto& result = held.value; \
  if (is_recorded()) (void)(__VA_ARGS__);     \
  return held.give();

// Both: AROUND((effects), (effects)).
#define AROUND(before, after)               \
  if (is_recorded()) (void)(UNPACK before); \
  AFTER after

// While exploring, the expression instead of the call. Effects may stand before it.
#define MODEL(...)                     \
  if (entered()) return (__VA_ARGS__); \
  return call();

// The expression instead of the call, always.
#define RUNS(...) return (__VA_ARGS__);

// ---- Effects ----

#define READS(p, n) record_read(p, n, CALLER)
#define WRITES(p, n) record_write(p, n, CALLER)
// The object that a pointer points to, and a text with its terminator.
#define READS_OBJECT(p) record_read(p, sizeof *(p), CALLER)
#define WRITES_OBJECT(p) record_write(p, sizeof *(p), CALLER)
#define READS_TEXT(text) record_text(text, CALLER)
#define WRITES_TEXT(text) record_write(text, text_length(text) + 1, CALLER)
// As many bytes as the call has returned, unless it has failed.
#define FILLS(p) IF(result > 0, WRITES(p, static_cast<size_t>(result)))
#define IF(condition, effect) ((condition) ? (void)(effect) : (void)0)
