// What an access leads to while the program is explored: one walk, whoever reports the access.
#pragma once

#include "world/access.h"
#include "world/world.h"

#define IF_EXPLORING(call)                            \
  do {                                                \
    if (__builtin_expect(checker.exploring, 0)) call; \
  } while (0)

namespace omc {

struct Access {
  const void* p;
  size_t n;
  AccessKind kind;
  AccessKind recorded_as;  // as which kind it counts for data races
  const void* pc;
};
// The running thread may stop here; then the memory has to be alive; then the access is recorded.
void make_access(const Access& access);

// Reported by the compiler's instrumentation, at `pc`.
void explored_at(const void* p, size_t n, AccessKind kind, const void* pc);

// The same where the private cache does not answer. The return address of the first is the access.
void explored_unknown(const void* p, size_t n, AccessKind kind);
void explored_unknown_at(const void* p, size_t n, AccessKind kind, const void* pc);

}  // namespace omc
