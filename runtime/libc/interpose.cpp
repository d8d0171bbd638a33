// Records accesses of functions without instrumentation, as instrumented code does its own.
#include "libc/interpose.h"

#include <cstring>

#include "races/explored_access.h"
#include "races/external_libraries.h"
#include "races/running_step.h"
#include "sharing/instrumented_code.h"
#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "snapshot/region_table.h"
#include "world/access.h"
#include "world/border.h"
#include "world/current.h"

namespace omc {
namespace {

// Constants, such as most texts. The compiler does not report accesses to them either.
bool never_changes(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return !in_slots(address) && !region_of(address);
}

}  // namespace

[[gnu::noinline]] void record_access(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (is_private_access(p, n, kind)) return leave_no_traces();
  clear_below();
  if (n && !(kind == AccessKind::read && never_changes(p))) {
    make_access({p, n, kind, race_kind(kind, pc), pc});
    if (is_synchronising_code(pc)) close_step(current_thread());
  }
  // The next definition is not instrumented, and its frames lie where the checker's were.
  clear_below();
  leave_no_traces();
}

void record_text(const char* text, const void* pc) {
  if (text) record_read(text, strlen(text) + 1, pc);
}

}  // namespace omc
