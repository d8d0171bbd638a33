#include "races/happens_before.h"

#include <cstring>

#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned most_objects = 1 << 14;  // objects that synchronise

struct ClockedObject {
  uintptr_t address;
  Clock clock;
};

struct Clocks {
  uint32_t object_count;  // numbers in use
  uint32_t padding;
  ThreadClocks threads[most_clocked_threads];
  ClockedObject objects[most_objects];  // by number
};

Clocks* clocks;

// Objects for signals that are sent to a thread, or to the process (0). No object of the program
// has these addresses.
const void* signals_to(unsigned slot_and_one) {
  return reinterpret_cast<const void*>((uintptr_t{1} << 12) + slot_and_one);
}
const void* signals_to(const Thread& thread) { return signals_to(thread.slot + 1u); }

// The clock of an object. Null when it has none and `make` is false.
Clock* clock_at(const void* object, bool make) {
  auto address = reinterpret_cast<uintptr_t>(object);
  uint32_t number = object_number(address);
  if (number >= most_objects) return overflow_clocks(), nullptr;
  ClockedObject& found = clocks->objects[number];
  if (!found.address) {
    if (!make) return nullptr;
    found.address = address;
    if (number >= clocks->object_count) clocks->object_count = number + 1;
  }
  return &found.clock;
}

ThreadClocks* mine() { return clocks_of(current_thread()); }

// An atomic operation synchronises through all its bytes as one object, or through each byte where
// sizes are mixed.
template <class Act>
void for_each_object(const void* p, size_t n, Act act) {
  size_t size = has_mixed_sizes(reinterpret_cast<uintptr_t>(p), n) ? 1 : n;
  for (size_t i = 0; i < n; i += size) act(static_cast<const char*>(p) + i);
}

void acquire_from_thread(unsigned number) {
  unsigned i = clock_index(*thread_numbered(number));
  if (ThreadClocks* me = mine(); me && i < most_clocked_threads)
    join_clock(me->now, clocks->threads[i].now);
}

}  // namespace

unsigned clock_width() {
  return world().thread_count < most_clocked_threads ? world().thread_count : most_clocked_threads;
}

void join_clock(Clock& to, const Clock& from) {
  for (unsigned i = 0; i < clock_width(); i++)
    if (from.ticks[i] > to.ticks[i]) to.ticks[i] = from.ticks[i];
}

ThreadClocks* clocks_of(const Thread& thread) {
  unsigned i = clock_index(thread);
  if (i >= most_clocked_threads) return nullptr;
  if (thread.in_library)
    if (const Clock* clock = clock_at(libraries_object, false))
      join_clock(clocks->threads[i].now, *clock);
  return &clocks->threads[i];
}

void begin_tick(ThreadClocks& thread) { thread.now.ticks[clock_index(current_thread())]++; }

void open_clocks() {
  if (!follows_clocks()) return;
  clocks = static_cast<Clocks*>(rewound_memory(sizeof(Clocks)));
  clocks->threads[0].now.ticks[0] = 1;
}

unsigned clock_index(const Thread& thread) {
  return static_cast<unsigned>(&thread - world().threads);
}
const Clock& clock_of(unsigned index) { return clocks->threads[index].now; }

// The clocks of mutexes only grow, and a thread cannot go on before it has joined. Not so where a
// signal handler or a cancellation could run first.
static const void* mutex_to_take(const Pending& pending) {
  if (pending.timed && pending.op != Op::wait) return nullptr;
  switch (pending.op) {
    case Op::lock:
    case Op::relock:
      return pending.object;
    case Op::wait:
      return reinterpret_cast<const void*>(pending.value);
    default:
      return nullptr;
  }
}

Clock next_clock(unsigned index) {
  const Thread* thread = &world().threads[index];
  Clock clock = clocks->threads[index].now;
  if (!assumes(Assumption::invisible_statements)) return clock;
  // A thread that waits for one that waits …
  for (unsigned i = 0; i < clock_width() && !thread->ended; i++) {
    const Pending& pending = thread->pending;
    if (const void* mutex = mutex_to_take(pending))
      if (const Clock* released = clock_at(mutex, false)) join_clock(clock, *released);
    if (pending.op != Op::join || pending.timed || !pending.object) break;
    thread = static_cast<const Thread*>(pending.object);
    unsigned joined = clock_index(*thread);
    if (joined >= most_clocked_threads) break;
    join_clock(clock, clocks->threads[joined].now);
    clock.ticks[joined] = UINT32_MAX;
  }
  return clock;
}

void acquire_from(const void* object) {
  if (!follows_clocks()) return;
  const Clock* clock = clock_at(object, false);
  ThreadClocks* me = mine();
  if (clock && me) join_clock(me->now, *clock);
}

void acquire_from(const void* object, const Thread& thread) {
  if (!follows_clocks()) return;
  const Clock* clock = clock_at(object, false);
  unsigned i = clock_index(thread);
  if (clock && i < most_clocked_threads) join_clock(clocks->threads[i].now, *clock);
}

// Releases the clock of the current thread to an object.
static void release_into(const void* object) {
  if (!follows_clocks()) return;
  ThreadClocks* me = mine();
  Clock* clock = me ? clock_at(object, true) : nullptr;
  if (!clock) return;
  join_clock(*clock, me->now);
  begin_tick(*me);
}

// The release happens away from a point, so later accesses of the thread belong to another step.
void release_to(const void* object) {
  record_visible_effect();
  release_into(object);
  close_step(current_thread());
}

void fork_clock(const Thread& created) {
  if (!follows_clocks()) return;
  unsigned i = clock_index(created);
  ThreadClocks* me = mine();
  if (i >= most_clocked_threads || !me) return overflow_clocks();
  clocks->threads[i] = {};
  clocks->threads[i].now = me->now;
  clocks->threads[i].now.ticks[i] = 1;
  begin_tick(*me);
}

void advance_clocks(Op op, const void* object, uint64_t value) {
  switch (operation(op).order) {
    case Order::none:
      return;
    case Order::acquire:
      return acquire_from(object);
    case Order::acquire_if_taken:
      if (value) acquire_from(object);
      return;
    case Order::acquire_write_if_taken:
      if (value) acquire_from(object), acquire_from(readers_of(object));
      return;
    case Order::release:
      return release_into(object);
    case Order::release_lock:
      return release_into(value ? readers_of(object) : object);
    case Order::release_other:
      return release_into(reinterpret_cast<const void*>(value));
    case Order::both:
      acquire_from(object);
      return release_into(object);
    case Order::join:
      return acquire_from_thread(static_cast<unsigned>(value));
    case Order::send:
      return release_into(value ? signals_to(*thread_numbered(static_cast<unsigned>(value - 1)))
                                : signals_to(0));
    case Order::send_cancel:
      return release_into(signals_to(*thread_numbered(static_cast<unsigned>(value))));
    case Order::receive:
      acquire_from(signals_to(0));
      return acquire_from(signals_to(current_thread()));
  }
}

// Clocks read by relaxed loads matter only to fences. Without fences they would only distinguish
// states.
void acquire_carried(ThreadClocks& me, const Clock& carried, int order) {
  if (acquires(order))
    join_clock(me.now, carried);
  else if (!assumes(Assumption::no_fences))
    join_clock(me.acquired, carried);
}

void acquire_atomic(const void* p, size_t n, AtomicOp op, int order) {
  ThreadClocks* me = follows_clocks() && op != AtomicOp::store ? mine() : nullptr;
  if (!me) return;
  for_each_object(p, n, [=](const void* object) {
    if (const Clock* carried = clock_at(object, false)) acquire_carried(*me, *carried, order);
  });
}

void release_atomic(const void* p, size_t n, AtomicOp op, int order) {
  ThreadClocks* me = follows_clocks() && op != AtomicOp::load ? mine() : nullptr;
  if (!me) return;
  for_each_object(p, n, [=](const void* object) {
    Clock* carried = clock_at(object, true);
    if (!carried) return;
    // A store replaces the clock; a read-modify-write continues the release sequence.
    if (op == AtomicOp::store) *carried = {};
    join_clock(*carried, releases(order) ? me->now : me->released);
  });
  if (releases(order)) begin_tick(*me);
}

ThreadClocks* begin_fence(int order) {
  if (!checker.run->has_weak_orders) checker.run->has_weak_orders = 1;
  refute(Assumption::no_fences);
  refute(Assumption::seq_cst_only);
  ThreadClocks* me = follows_clocks() ? mine() : nullptr;
  if (me && acquires(order)) join_clock(me->now, me->acquired);
  return me;
}

void end_fence(ThreadClocks& me, int order) {
  if (!releases(order)) return;
  me.released = me.now;
  begin_tick(me);
}

void spread_clock(const void* p, size_t n, const Clock& clock) {
  for (size_t i = 0; i < n; i++)
    if (Clock* of_byte = clock_at(static_cast<const char*>(p) + i, true))
      join_clock(*of_byte, clock);
}

void forget_clocks(uintptr_t begin, size_t n) {
  if (!follows_clocks()) return;
  for (unsigned i = 0; i < clocks->object_count; i++)
    if ((clocks->objects[i].address & ((uintptr_t{1} << address_bits) - 1)) - begin < n)
      clocks->objects[i].clock = {};
}

void check_memory_order(AtomicOp op, int order) {
  bool weak =
      (op != AtomicOp::store && !acquires(order)) || (op != AtomicOp::load && !releases(order));
  if (weak) refute(Assumption::strong_orders);
  if (order == __ATOMIC_SEQ_CST) return;
  if (!checker.run->has_weak_orders) checker.run->has_weak_orders = 1;
  refute(Assumption::seq_cst_only);
}

bool is_failed_try(Op op, uint64_t value) {
  Order order = operation(op).order;
  bool may_fail = order == Order::acquire_if_taken || order == Order::acquire_write_if_taken;
  return may_fail && !value;
}

void overflow_clocks(Overflow what) {
  checker.run->clocks_overflowed = static_cast<uint32_t>(what);
}

void for_each_clock(ClockVisitor visit, void* context) {
  const World& w = world();
  for (unsigned i = 0; i < clock_width(); i++) {
    if (w.threads[i].ended && (w.threads[i].joined || w.threads[i].detached)) continue;
    uint64_t slot = w.threads[i].slot;
    if (w.threads[i].ended) continue;
    visit(slot << 2 | 2, clocks->threads[i].acquired, context);
    visit(slot << 2 | 3, clocks->threads[i].released, context);
  }
  for (unsigned i = 0; i < clocks->object_count; i++)
    if (clocks->objects[i].address)
      visit(clocks->objects[i].address << 2, clocks->objects[i].clock, context);
}

}  // namespace omc
