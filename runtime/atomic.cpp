#include "atomic.h"

#include "accesses.h"
#include "scheduler.h"
#include "trace.h"

namespace omc {

void begin_atomic_explored(const void* p, size_t n, AtomicOp op, int order, const void* pc) {
  if (!inside() || world().thread_count == 1) return;
  clear_below();
  if (order < __ATOMIC_ACQUIRE && checker.options.checks_for(BugKind::data_race)) checker.run->weak_orders = 1;
  Thread& thread = self();
  point(Op::atomic, p);
  if (op != AtomicOp::store) note_access(p, n, AccessKind::atomic_read, pc);
  if (op != AtomicOp::load) note_access(p, n, AccessKind::atomic_write, pc);
  thread.synchronised = true;
  trace(Op::atomic, p, static_cast<uint64_t>(op));
}

}  // namespace omc
