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

constexpr unsigned most_objects = 1 << 14;  // that orders were passed on by

// acquired: what came with the values that relaxed loads have read, for a fence to take; released:
// what the last fence gives to the relaxed stores after it.
struct ThreadOrder {
  Clock now, acquired, released;
};

struct Object {
  uintptr_t address;
  Clock clock;
};

struct Followed {
  uint32_t object_count;  // numbers in use
  uint32_t padding;
  ThreadOrder threads[most_ordered];
  Object objects[most_objects];  // by number
};

Followed* orders;

// Signals on their way to a thread, or to whichever takes them (0): no objects of the program, so
// addresses that nothing has.
const void* signals_to(unsigned slot_and_one) {
  return reinterpret_cast<const void*>((uintptr_t{1} << 12) + slot_and_one);
}
const void* signals_to(const Thread& thread) { return signals_to(thread.slot + 1u); }

unsigned width() {
  return world().thread_count < most_ordered ? world().thread_count : most_ordered;
}

void join(Clock& to, const Clock& from) {
  for (unsigned i = 0; i < width(); i++)
    if (from.ticks[i] > to.ticks[i]) to.ticks[i] = from.ticks[i];
}

// The clock of an object, or null when it has none and none is to be made.
Clock* clock_at(const void* object, bool make) {
  auto address = reinterpret_cast<uintptr_t>(object);
  uint32_t number = object_number(address);
  if (number >= most_objects) return lose_order(), nullptr;
  Object& found = orders->objects[number];
  if (!found.address) {
    if (!make) return nullptr;
    found.address = address;
    if (number >= orders->object_count) orders->object_count = number + 1;
  }
  return &found.clock;
}

// The running thread's, or null when it is one too many.
ThreadOrder* mine() {
  Thread& thread = current_thread();
  unsigned i = order_index(thread);
  if (i >= most_ordered) return nullptr;
  if (thread.in_library)
    if (const Clock* clock = clock_at(of_libraries, false)) join(orders->threads[i].now, *clock);
  return &orders->threads[i];
}

// What the thread does from now on was not passed on.
void tick(ThreadOrder& thread) { thread.now.ticks[order_index(current_thread())]++; }

bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// What carries the order of an atomic operation: all its bytes as one, or each where they are also
// used in other sizes.
template <class Act>
void for_each_object(const void* p, size_t n, Act act) {
  size_t size = is_mixed(reinterpret_cast<uintptr_t>(p), n) ? 1 : n;
  for (size_t i = 0; i < n; i += size) act(static_cast<const char*>(p) + i);
}

void acquire_thread(unsigned number) {
  unsigned i = order_index(*thread_numbered(number));
  if (ThreadOrder* me = mine(); me && i < most_ordered) join(me->now, orders->threads[i].now);
}

}  // namespace

void open_order() {
  if (!follows_clocks()) return;
  orders = static_cast<Followed*>(rewound_memory(sizeof(Followed)));
  orders->threads[0].now.ticks[0] = 1;
}

unsigned order_index(const Thread& thread) {
  return static_cast<unsigned>(&thread - world().threads);
}
const Clock& clock_of(unsigned index) { return orders->threads[index].now; }

void acquire_order(const void* object) {
  if (!follows_clocks()) return;
  const Clock* clock = clock_at(object, false);
  ThreadOrder* me = mine();
  if (clock && me) join(me->now, *clock);
}

void acquire_order(const void* object, const Thread& thread) {
  if (!follows_clocks()) return;
  const Clock* clock = clock_at(object, false);
  unsigned i = order_index(thread);
  if (clock && i < most_ordered) join(orders->threads[i].now, *clock);
}

// What the running thread knows goes with the object.
static void pass_on(const void* object) {
  if (!follows_clocks()) return;
  ThreadOrder* me = mine();
  Clock* clock = me ? clock_at(object, true) : nullptr;
  if (!clock) return;
  join(*clock, me->now);
  tick(*me);
}

// Not at a point: what the thread touches next is touched behind it, in a step of its own.
void release_order(const void* object) {
  note_unseen();
  pass_on(object);
  close_step(current_thread());
}

void order_creation(const Thread& created) {
  if (!follows_clocks()) return;
  unsigned i = order_index(created);
  ThreadOrder* me = mine();
  if (i >= most_ordered || !me) return lose_order();
  orders->threads[i] = {};
  orders->threads[i].now = me->now;
  orders->threads[i].now.ticks[i] = 1;
  tick(*me);
}

void order_event(Op op, const void* object, uint64_t value) {
  switch (operation(op).order) {
    case Order::none:
      return;
    case Order::acquire:
      return acquire_order(object);
    case Order::acquire_if_taken:
      if (value) acquire_order(object);
      return;
    case Order::acquire_write_if_taken:
      if (value) acquire_order(object), acquire_order(readers_of(object));
      return;
    case Order::release:
      return pass_on(object);
    case Order::release_lock:
      return pass_on(value ? readers_of(object) : object);
    case Order::release_other:
      return pass_on(reinterpret_cast<const void*>(value));
    case Order::both:
      acquire_order(object);
      return pass_on(object);
    case Order::join:
      return acquire_thread(static_cast<unsigned>(value));
    case Order::send:
      return pass_on(value ? signals_to(*thread_numbered(static_cast<unsigned>(value - 1)))
                           : signals_to(0));
    case Order::send_cancel:
      return pass_on(signals_to(*thread_numbered(static_cast<unsigned>(value))));
    case Order::receive:
      acquire_order(signals_to(0));
      return acquire_order(signals_to(current_thread()));
  }
}

// What a relaxed load has read matters to fences alone, and most programs have none: without them
// it would only tell states apart.
static void acquire_clock(ThreadOrder& me, const Clock& carried, int order) {
  if (acquires(order))
    join(me.now, carried);
  else if (!assumes(Assumption::no_fences))
    join(me.acquired, carried);
}

void acquire_atomic(const void* p, size_t n, AtomicOp op, int order) {
  ThreadOrder* me = follows_clocks() && op != AtomicOp::store ? mine() : nullptr;
  if (!me) return;
  for_each_object(p, n, [=](const void* object) {
    if (const Clock* carried = clock_at(object, false)) acquire_clock(*me, *carried, order);
  });
}

void release_atomic(const void* p, size_t n, AtomicOp op, int order) {
  ThreadOrder* me = follows_clocks() && op != AtomicOp::load ? mine() : nullptr;
  if (!me) return;
  for_each_object(p, n, [=](const void* object) {
    Clock* carried = clock_at(object, true);
    if (!carried) return;
    // A store ends what was carried; an update goes on with it.
    if (op == AtomicOp::store) *carried = {};
    join(*carried, releases(order) ? me->now : me->released);
  });
  if (releases(order)) tick(*me);
}

void order_fence(int order) {
  if (!inside()) return;
  refute(Assumption::no_fences);
  if (!follows_clocks()) return;
  ThreadOrder* me = mine();
  if (!me) return;
  if (acquires(order)) join(me->now, me->acquired);
  if (!releases(order)) return;
  me->released = me->now;
  tick(*me);
}

void forget_order(uintptr_t begin, size_t n) {
  if (!follows_clocks()) return;
  for (unsigned i = 0; i < orders->object_count; i++)
    if ((orders->objects[i].address & ((uintptr_t{1} << address_bits) - 1)) - begin < n)
      orders->objects[i].clock = {};
}

void meet_order(AtomicOp op, int order) {
  bool weak =
      (op != AtomicOp::store && !acquires(order)) || (op != AtomicOp::load && !releases(order));
  if (weak) refute(Assumption::strong_orders);
}

bool is_failure(Op op, uint64_t value) {
  Order order = operation(op).order;
  bool may_fail = order == Order::acquire_if_taken || order == Order::acquire_write_if_taken;
  return may_fail && !value;
}

void lose_order() { checker.run->clocks_overflowed = 1; }

void for_each_clock(SeeClock see, void* context) {
  const World& w = world();
  for (unsigned i = 0; i < width(); i++) {
    if (w.threads[i].ended && (w.threads[i].joined || w.threads[i].detached)) continue;
    uint64_t slot = w.threads[i].slot;
    see(slot << 2 | 1, orders->threads[i].now, i, context);
    if (w.threads[i].ended) continue;
    see(slot << 2 | 2, orders->threads[i].acquired, no_thread, context);
    see(slot << 2 | 3, orders->threads[i].released, no_thread, context);
  }
  for (unsigned i = 0; i < orders->object_count; i++)
    if (orders->objects[i].address)
      see(orders->objects[i].address << 2, orders->objects[i].clock, no_thread, context);
}

}  // namespace omc
