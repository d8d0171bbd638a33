// What an access does while the program is explored. All accesses take this path, whoever reports
// them.
#pragma once

#include "world/access.h"
#include "world/world.h"

#define IF_EXPLORING(call)                              \
  do {                                                  \
    if (__builtin_expect(checker.exploring, 0)) (call); \
  } while (0)

namespace omc {

struct Access {
  const void* p;
  size_t n;
  AccessKind kind;
  AccessKind recorded_as;  // the kind that race detection uses
  const void* pc;
};
// The thread may stop, the memory must be alive, and the access is recorded, in this order.
void make_access(const Access& access);

// For accesses that the compiler's instrumentation reports.
void explored_at(const void* p, size_t n, AccessKind kind, const void* pc);

}  // namespace omc
