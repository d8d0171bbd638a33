#include "threads/scheduler.h"

#include <cstring>

#include "entry/start.h"
#include "kernel/polling.h"
#include "kernel/streams.h"
#include "platform/assert.h"
#include "races/external_libraries.h"
#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_errors.h"
#include "report/replay_trace.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/stacks.h"
#include "steps/invisible_steps.h"
#include "steps/reduction.h"
#include "sync/primitives.h"
#include "threads/cancel.h"
#include "threads/held_locks.h"
#include "threads/signals.h"
#include "threads/virtual_time.h"
#include "world/counters.h"

// glibc's and libstdc++'s hint that plain operations will do.
extern "C" __attribute__((weak)) char __libc_single_threaded;

namespace omc {

Checker checker;

bool is_available(const Thread& thread);

namespace {

constexpr Waiting never_waits{};
// Main's children have their index as slot; those of others are spread over the rest.
constexpr unsigned own_slots = 1024;

// The slot of the thread that `parent` creates as its `child`-th, or 0 when none is left.
unsigned slot_for(unsigned parent, unsigned child) {
  if (parent == 0 && child + 1 < own_slots) return child + 1;
  uint64_t key = uint64_t{parent} << 32 | (child + 1);
  constexpr unsigned room = max_threads - own_slots;
  unsigned start = static_cast<unsigned>((key * 0x9e3779b97f4a7c15u >> 32) % room);
  for (unsigned i = 0; i < room; i++) {
    unsigned slot = own_slots + (start + i) % room;
    uint64_t found = 0;
    if (checker.slots->keys[slot].compare_exchange_strong(found, key) || found == key) return slot;
  }
  return 0;
}

void back_to_search(void** save, Thread& thread, Stop stop) {
  pay_steps(thread);
  world().stop = stop;
  world().current = nullptr;
  switch_context(save, checker.search_sp, thread.thread_pointer);
}

// Control goes to whoever waits for this thread to reach a point: its creator, or the search.
void hand_over(Thread& thread) {
  Thread* starter = thread.starter;
  if (!starter) return back_to_search(&thread.sp, thread, Stop::point);
  pay_steps(thread);
  thread.starter = nullptr;
  world().current = starter;
  switch_context(&thread.sp, starter->sp, starter->thread_pointer);
}

// A lock, a condition variable or the like is used by the C library, which nobody tells of: it has
// to be alive, and no other thread may be making or destroying it.
void check_object(const Pending& pending) {
  if (operation(pending.op).object != Object::memory) return;
  check_memory(pending.object, 1, AccessKind::write);
  note_access(pending.object, 1, AccessKind::atomic_read, nullptr);
}

// Before there is a second thread nothing can be interleaved, so nothing is a step.
bool is_alone() { return world().thread_count == 1; }

}  // namespace

const Waiting& waiting_for(Op op) {
  switch (op) {
    case Op::lock:
    case Op::relock:
      return waiting_to_lock;
    case Op::wait:
      return waiting_for_condition;
    case Op::signal:
      return waiting_to_signal;
    case Op::join:
      return waiting_to_join;
    case Op::sem_up:
      return waiting_to_raise;
    case Op::read_lock:
      return waiting_to_read;
    case Op::write_lock:
      return waiting_to_write;
    case Op::spin_lock:
      return waiting_to_spin;
    case Op::sem_wait:
      return waiting_for_semaphore;
    case Op::barrier:
      return waiting_at_barrier;
    case Op::once:
      return waiting_for_once;
    case Op::futex_wait:
      return waiting_on_futex;
    case Op::futex_wake:
      return waiting_to_wake;
    case Op::sigwait:
      return waiting_for_signal;
    case Op::read:
      return waiting_to_receive;
    case Op::write:
      return waiting_to_send;
    case Op::poll:
      return waiting_to_poll;
    default:
      return never_waits;
  }
}

bool is_available(const Thread& thread) {
  const Waiting& waiting = waiting_for(thread.pending.op);
  return !waiting.enabled || waiting.enabled(thread);
}

bool is_enabled(const Thread& thread) {
  if (thread.ended) return false;
  return thread.pending.timed || is_available(thread) || has_signal(thread) || must_leave(thread);
}

unsigned outcomes_of(const Thread& thread) {
  if (has_signal(thread) || must_leave(thread)) return 1;  // that comes first
  const Waiting& waiting = waiting_for(thread.pending.op);
  return waiting.outcomes ? waiting.outcomes(thread) : thread.pending.outcomes;
}

bool any_other_alive(const Thread& thread) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (!world().threads[i].ended && &world().threads[i] != &thread) return true;
  return false;
}

Thread* thread_of(uintptr_t thread_pointer) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (world().threads[i].thread_pointer == thread_pointer) return &world().threads[i];
  return nullptr;
}

Thread* thread_numbered(unsigned number) {
  World& w = world();
  if (number < w.thread_count && w.threads[number].number == number) return &w.threads[number];
  for (unsigned i = 0; i < w.thread_count; i++)
    if (w.threads[i].number == number) return &w.threads[i];
  OMC_ASSERT(false);
  return nullptr;
}

void make_world(size_t stack_size, void (*body)()) {
  World& w = world();
  w.thread_count = w.next_number = 1;
  adopt_main_thread(w.threads[0], stack_size, body);
  w.last = &w.threads[0];
}

void start_first_thread() {
  Thread& thread = world().threads[0];
  forget_known();
  allow_hooks();
  switch_context(&checker.search_sp, thread.sp, thread.thread_pointer);
  settle_stack(thread);
}

unsigned point(Op op, const void* object, uint64_t value, unsigned outcomes) {
  return point(Pending{op, false, false, outcomes, object, value});
}

bool wait_until(Op op, const void* object, uint64_t value, const timespec* until) {
  return wait_until({op, until != nullptr, false, 1, object, value}, until);
}

bool wait_until(const Pending& pending, const timespec* until) {
  Thread& thread = self();
  point(pending);
  if (thread.interrupted) return false;
  thread.pending = pending;
  bool there = is_available(thread);
  thread.pending = {};
  if (!there) pass_time(until);
  return there;
}

bool was_interrupted() {
  bool interrupted = self().interrupted;
  self().interrupted = false;
  return interrupted;
}

// A thread can stop there in place of its hook: whenever it is chosen it goes on at once and in one
// way, as it would in a replay that chooses it at the hook.
bool can_stand_in(const Pending& pending) {
  return !pending.timed && pending.outcomes == 1 && !waiting_for(pending.op).outcomes;
}

unsigned point(const Pending& pending) {
  clear_below();
  Thread& thread = self();
  if (goes_on_to(thread, pending)) {
    if (!thread.fresh) owe_step(thread);  // a replay stops before each but the first of a statement
    thread.fresh = thread.is_at_owed = false;
    check_object(pending);
    note_operation(thread, pending, false);
    return 0;
  }
  if (thread.owed && thread.fresh) {
    if (can_stand_in(pending))
      stand_in(thread), thread.fresh = false;
    else
      stop_for_hook();
  }
  // The first operation after a hook shares its scheduling point: between the two lies nothing but
  // accesses that no other thread may make at the same time.
  bool merged = thread.fresh || is_alone() || thread.atomic_depth || thread.outside ||
                thread.done ||
                (checker.options.granularity == Granularity::statement && pending.op != Op::exit);
  thread.fresh = false;
  if (merged) {
    thread.pending = pending;
    bool free = is_available(thread) && outcomes_of(thread) == 1 && !has_signal(thread) &&
                !must_leave(thread);
    thread.pending = {};
    if (free) {
      check_object(pending);
      note_operation(thread, pending, false);
      return 0;
    }
  }
  unsigned outcome = yield(pending);
  check_object(pending);
  note_operation(thread, pending, true);
  return outcome;
}

// The handlers may wait for something themselves, and meanwhile others may wake the thread from
// what it waits for here. Out of such a wait no handler may jump, as it may out of most others: the
// functions are not async-signal-safe.
static void handle_signals_in_wait(Thread& thread) {
  Pending waiting = thread.pending;  // a wake-up has changed it
  bool can_be_woken = waiting.op == Op::wait || waiting.op == Op::futex_wait;
  bool is_kept = can_be_woken && thread.interrupted_count < max_interrupted;
  if (is_kept) thread.interrupted_waits[thread.interrupted_count++] = waiting;
  thread.pending = {};
  bool was_woken = thread.woken;
  thread.woken = false;
  thread.interrupted = run_handlers(waiting.interrupt);
  thread.pending = is_kept ? thread.interrupted_waits[--thread.interrupted_count] : waiting;
  if (is_kept) thread.interrupted_waits[thread.interrupted_count] = {};
  thread.woken = was_woken || thread.pending.op != waiting.op;
}

unsigned yield(const Pending& pending) {
  Thread& thread = self();
  thread.interrupted = false;
  thread.pending = pending;
  for (bool again = true; again;) {
    hand_over(thread);
    again = false;
    if (must_leave(thread)) leave_when_cancelled();
    if (!has_signal(thread)) break;
    handle_signals_in_wait(thread);
    again = !thread.interrupted && !is_available(thread);
  }
  thread.pending = {};
  thread.synchronised = false;
  return thread.outcome;
}

// Where accesses are no points, the first one after a synchronisation in the middle of a step is
// one: what is in one step can then be compared with the steps of others, because nothing in it has
// waited for anybody. The search stops only at accesses to memory that threads share; for the
// others it owes what a replay, which does not know what is shared, will do.
void access_point(const void* p, size_t n, bool write) {
  if (!inside() || is_alone()) return;
  Thread& thread = self();
  if (thread.atomic_depth || thread.outside || thread.done) return;
  auto address = reinterpret_cast<uintptr_t>(p);
  bool own_stack = address >= thread.stack_begin && address < thread.stack_end;
  bool everywhere = checker.options.granularity == Granularity::access && !own_stack;
  bool after_synchronisation = thread.synchronised && follows_races();
  if (!everywhere && !after_synchronisation && !thread.owed) return;
  bool shared =
      checker.is_replay || touches_shared(address, n, write ? AccessKind::write : AccessKind::read);
  if (shared && goes_on_to_access(thread)) shared = false;  // as if it was not
  // The first one shares the point of the hook.
  bool at_hook = thread.fresh && !thread.synchronised;
  bool keeps_fresh = at_hook && !everywhere;
  if (!shared && (everywhere ? !at_hook : !thread.is_at_owed)) owe_step(thread);
  thread.fresh = keeps_fresh;
  if (!shared) return;
  bool stands_in = thread.is_at_owed && (at_hook || !everywhere);
  if (stands_in) stand_in(thread);
  clear_below();
  if (stands_in || !at_hook) yield({Op::access, false, false, 1, p, write});
  thread.fresh = keeps_fresh;
  if (everywhere) trace(Op::access, p, write);
}

void hook(const Place& place) {
  clear_below();
  Thread& thread = self();
  thread.place = place;
  leave_library(thread);
  if (!thread.first_place.pc) thread.first_place = place;
  if (thread.outside || thread.done) return;
  if (is_alone()) return allow_hooks(), trace(Op::hook, nullptr);
  thread.hooks++;
  count_hook();
  if (thread.atomic_depth) return;
  yield({Op::hook});
  thread.fresh = true;
}

Thread* make_thread(void* (*entry)(void*), void* argument, size_t stack_size, void* stack) {
  World& w = world();
  Thread& creator = self();
  unsigned slot = w.thread_count < max_threads ? slot_for(creator.slot, creator.children) : 0;
  if (!slot) return nullptr;
  creator.children++;
  if (&__libc_single_threaded && __libc_single_threaded) __libc_single_threaded = 0;
  Thread& thread = w.threads[w.thread_count++];
  thread = {};
  thread.slot = static_cast<uint16_t>(slot);
  thread.number = static_cast<uint16_t>(w.next_number++);
  thread.entry = entry;
  thread.argument = argument;
  begin_in_library(thread, reinterpret_cast<uintptr_t>(entry));
  thread.signal_mask = creator.signal_mask;
  memcpy(thread.name, creator.name, sizeof thread.name);
  build_thread(thread, stack_size, stack);
  order_creation(thread);
  trace(Op::create, nullptr, thread.number);
  return &thread;
}

void start_thread(Thread& thread) {
  Thread& creator = self();
  pay_steps(creator);  // what is found in the new thread has a schedule to it
  thread.starter = &creator;
  world().current = &thread;
  allow_no_hooks();
  forget_known();
  switch_context(&creator.sp, thread.sp, thread.thread_pointer);
  settle_stack(thread);
  forget_known();
  allow_hooks();
}

void run_thread() {
  Thread& thread = self();
  end_thread(thread.entry(thread.argument));
}

void end_thread(void* result) {
  Thread& thread = self();
  if (!goes_on_to_end(thread)) stop_for_hook();
  run_thread_destructors();
  if (!any_other_alive(thread)) end_program(0);
  leave_locks(thread);
  thread.result = result;
  trace(Op::end, nullptr);
  if (thread.slot) release_thread(thread);
  thread.ended = true;
  hand_over(thread);
  __builtin_unreachable();
}

void leave(Stop stop) {
  void* nowhere;
  back_to_search(&nowhere, self(), stop);
  __builtin_unreachable();
}

void run_step(Thread& thread, unsigned outcome) {
  World& w = world();
  w.extra_steps = 0;
  w.choice = {thread.number, static_cast<uint16_t>(outcome)};
  if (!thread.outside) extend_path(w.choice), w.steps_taken++;
  checker.steps_run++;
  if (!thread.stands_in) thread.steps++;
  thread.stands_in = false;
  thread.outcome = outcome;
  w.last = w.current = &thread;
  if (thread.pending.op == Op::hook) trace(Op::hook, nullptr);
  const void* before = thread.sp;
  forget_accesses();
  begin_step();
  forget_known();
  allow_hooks();
  switch_context(&checker.search_sp, thread.sp, thread.thread_pointer);
  learn_frame_size(thread, before);
  if (w.stop == Stop::point) settle_stack(thread);
}

}  // namespace omc
