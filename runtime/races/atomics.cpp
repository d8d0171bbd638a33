#include "races/atomics.h"

#include <cstring>

#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_errors.h"
#include "races/running_step.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

// Called immediately before the operation.
void perform(const void* p, size_t n, AtomicOp op, int order, const void* pc) {
  check_memory_order(op, order);
  acquire_atomic(p, n, op, order);
  if (op != AtomicOp::store) record_footprint(p, n, AccessKind::atomic_read, pc);
  if (op != AtomicOp::load) record_footprint(p, n, AccessKind::atomic_write, pc);
  release_atomic(p, n, op, order);
  use_memory(p, n, op != AtomicOp::load);
  close_step(current_thread());
  happened(Op::atomic, p, static_cast<uint64_t>(op));
  if (checker.is_replay) accesses_value(p, n, op != AtomicOp::load);
}

bool is_explored() { return entered() && world().thread_count > 1; }

}  // namespace

void begin_atomic_explored(const void* p, size_t n, AtomicOp op, int order, const void* pc) {
  if (!is_explored()) return;
  clear_below();
  point(Op::atomic, p);
  check_memory(p, n, op == AtomicOp::load ? AccessKind::atomic_read : AccessKind::atomic_write);
  perform(p, n, op, order, pc);
}

void begin_compare_explored(const void* p, const void* expected, size_t n, Orders orders,
                            const void* pc) {
  if (!is_explored()) return;
  clear_below();
  point(Op::atomic, p);
  check_memory(p, n, AccessKind::atomic_write);
  bool same = !memcmp(p, expected, n);
  perform(p, n, same ? AtomicOp::update : AtomicOp::load, same ? orders.success : orders.failure,
          pc);
}

void fence(int order) {
  if (is_explored()) fence_clocks(order);
}

}  // namespace omc
