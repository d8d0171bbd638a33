#include "races/atomics.h"

#include "omc/hooks.h"
#include "races/atomic_sites.h"
#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_errors.h"
#include "races/running_step.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

bool is_explored() { return entered() && world().thread_count > 1; }

unsigned point_before(const AtomicOperation& operation) {
  return has_weak_memory() ? point(pending_of(operation)) : point(Op::atomic, operation.p);
}

// A compare-exchange that succeeds on the newest store may fail on an older one.
void check_orders(const AtomicOperation& operation, const AtomicOperation& act) {
  check_memory_order(act.op, act.order);
  bool has_two = operation.expected && has_weak_memory();
  if (has_two && (operation.order != __ATOMIC_SEQ_CST || operation.failure != __ATOMIC_SEQ_CST))
    refute(Assumption::seq_cst_only);
}

// Whether the operation may depend on others at other objects. Where there are fences, they make
// any access a part of the order. A bound on stale accesses is one object, too.
bool is_in_sc_order(int order) {
  bool is_bounded = checker.options.max_stale != UINT64_MAX;
  return keeps_stores() &&
         (order == __ATOMIC_SEQ_CST || !assumes(Assumption::no_fences) || is_bounded);
}

// The operation acts on memory.
void perform_on_memory(const AtomicOperation& act, const void* pc) {
  acquire_atomic(act.p, act.n, act.op, act.order);
  if (act.op != AtomicOp::store) record_atomic_footprint(act.p, act.n, AccessKind::atomic_read, pc);
  if (act.op != AtomicOp::load) record_atomic_footprint(act.p, act.n, AccessKind::atomic_write, pc);
  release_atomic(act.p, act.n, act.op, act.order);
}

// Two additions whose results nobody reads commute, unless they order what follows them.
UseKind use_of(const AtomicOperation& act, bool drops_result) {
  if (act.op == AtomicOp::load) return UseKind::looks;
  bool orders = follows_clocks() && acquires(act.order);
  bool is_blind = drops_result && !orders && !keeps_stores() &&
                  !has_mixed_sizes(reinterpret_cast<uintptr_t>(act.p), act.n);
  return is_blind ? UseKind::adds : UseKind::changes;
}

AtomicOperation operation_in(const void* p, uint64_t word, const void* expected) {
  return {p,
          static_cast<uint32_t>(word >> size_at),
          static_cast<AtomicOp>(word & 0xff),
          static_cast<int>(word >> order_at & 0xffff),
          static_cast<int>(word >> failure_at & 0xff),
          expected};
}

// Not inlined: its frame lies where begin_atomic_explored has cleared the stack.
[[gnu::noinline]] Performed perform(const void* p, uint64_t word, const void* expected,
                                    const void* value, const void* pc) {
  Performed result;
  AtomicOperation operation = operation_in(p, word, expected);
  bool drops_result = operation.order & __omc_result_dropped;
  operation.order &= ~__omc_result_dropped;
  if (has_weak_memory()) {
    unsigned kind = static_cast<unsigned>(operation.op);
    note_atomic(pc, kind, operation.order, operation.failure, operation.expected);
    int written = operation.order;
    operation.order = order_of_call(pc, written);
    if (operation.expected && operation.order != written)
      operation.failure = weakest_failure(operation.failure, operation.order);
  }
  unsigned outcome = point_before(operation);
  const uint32_t n = operation.n;
  const AtomicOp op = operation.op;
  check_memory(p, n, op == AtomicOp::load ? AccessKind::atomic_read : AccessKind::atomic_write);
  AtomicOperation act = settled(operation, p);
  check_orders(operation, act);
  if (!keeps_stores() || !perform_weakly(operation, outcome, value, pc, result))
    perform_on_memory(act, pc);
  use_memory(p, n, use_of(act, drops_result));
  if (is_in_sc_order(act.order)) use_object(WorldObject::seq_cst);
  close_step(current_thread());
  happened(Op::atomic, p, static_cast<uint64_t>(act.op));
  if (keeps_stores()) clear_below<most_left_by_atomics>();
  if (!checker.is_replay) return result;
  if (!result.old && !result.done)
    accesses_value(p, n, act.op != AtomicOp::load);
  else if (!result.done || op == AtomicOp::store)  // of an update: complete_update()
    report_stale(result.done ? operation : act, result, value);
  return result;
}

}  // namespace

Performed begin_atomic_explored(const void* p, uint64_t word, const void* expected,
                                const void* value, const void* pc) {
  if (!is_explored()) return {};
  clear_below();
  return perform(p, word, expected, value, pc);
}

void fence(int order, const void* pc) {
  if (!is_explored()) return;
  if (has_weak_memory()) {
    note_atomic(pc, fence_kind, order, 0, false);
    order = order_of_call(pc, order);
    if (order == __ATOMIC_RELAXED) return;
  }
  ThreadClocks* me = begin_fence(order);
  if (!me) return;
  if (is_in_sc_order(order)) use_object(WorldObject::seq_cst);
  fence_weakly(order, me->now);
  end_fence(*me, order);
  if (keeps_stores()) clear_below<most_left_by_atomics>();
}

}  // namespace omc
