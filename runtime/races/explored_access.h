// What an access leads to while the program is explored.
#pragma once

#include "races/footprint.h"

#define IF_EXPLORING(call)                            \
  do {                                                \
    if (__builtin_expect(checker.exploring, 0)) call; \
  } while (0)

namespace omc {

// Told by the compiler, at `pc`.
void explored_at(const void* p, size_t n, AccessKind kind, const void* pc);

// The same where it is not known that nothing has to be done. The return address of the first is
// the access.
void explored_unknown(const void* p, size_t n, AccessKind kind);
void explored_unknown_at(const void* p, size_t n, AccessKind kind, const void* pc);

}  // namespace omc
