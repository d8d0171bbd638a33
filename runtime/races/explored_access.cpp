#include "races/explored_access.h"

#include "races/footprint.h"
#include "races/memory_errors.h"
#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/border.h"
#include "world/point.h"

namespace omc {

void make_access(const Access& access) {
  access_point(access.p, access.n, is_write(access.kind));
  check_memory(access.p, access.n, access.kind);
  record_footprint(access.p, access.n, access.recorded_as, access.pc);
}

// Leaves the same bytes below the stack pointer whether the thread stopped or not.
[[gnu::always_inline]] static inline void make_and_clear(const Access& access) {
  clear_below();
  make_access(access);
  clear_a_little_below();
  leave_no_traces();
}

void explored_uncached(const void* p, size_t n, AccessKind kind) {
  if (is_private_access(p, n, kind)) return leave_no_traces();
  if (is_repeated_access(p, n, kind)) return leave_no_traces();
  make_and_clear({p, n, kind, kind, __builtin_return_address(0)});
}

void explored_uncached_at(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (is_private_access(p, n, kind)) return leave_no_traces();
  make_and_clear({p, n, kind, kind, pc});
}

}  // namespace omc
