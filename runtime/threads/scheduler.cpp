#include "threads/scheduler.h"

#include <cstring>

#include "platform/context.h"
#include "snapshot/stacks.h"
#include "threads/cancel.h"
#include "threads/debugger.h"
#include "threads/fiber.h"
#include "threads/signals.h"
#include "threads/waiting.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

// The hint of glibc and libstdc++ that atomic operations are not needed.
extern "C" __attribute__((weak)) char __libc_single_threaded;

namespace omc {
namespace {

// A child of main has its index as slot. Children of other threads are hashed into the rest.
constexpr unsigned main_child_slots = 1024;

// The slot of the child of `parent` with index `child`; 0 when none is left.
unsigned slot_for(unsigned parent, unsigned child) {
  if (parent == 0 && child + 1 < main_child_slots) return child + 1;
  uint64_t key = uint64_t{parent} << 32 | (child + 1);
  constexpr unsigned room = max_threads - main_child_slots;
  unsigned start = static_cast<unsigned>((key * 0x9e3779b97f4a7c15u >> 32) % room);
  for (unsigned i = 0; i < room; i++) {
    unsigned slot = main_child_slots + (start + i) % room;
    uint64_t found = 0;
    if (checker.slots->keys[slot].compare_exchange_strong(found, key) || found == key) return slot;
  }
  return 0;
}

void switch_to_search(void** save, Thread& thread, Stop stop) {
  record_deferred_hooks(thread);
  world().stop = stop;
  world().current = nullptr;
  switch_context(save, checker.search_sp, thread.thread_pointer);
}

// The handlers may wait, and meanwhile others may end the wait here. A handler may not jump out of
// such a wait, because the functions are not async-signal-safe.
void handle_signals_in_wait(Thread& thread) {
  Pending waiting = thread.pending;  // a wake-up has changed it
  bool can_be_woken = waiting.op == Op::wait || waiting.op == Op::futex_wait;
  bool is_saved = can_be_woken && thread.interrupted_count < max_interrupted;
  if (is_saved) thread.interrupted_waits[thread.interrupted_count++] = waiting;
  thread.pending = {};
  bool was_woken = thread.woken;
  thread.woken = false;
  thread.interrupted = run_handlers(waiting.interrupt);
  thread.pending = is_saved ? thread.interrupted_waits[--thread.interrupted_count] : waiting;
  if (is_saved) thread.interrupted_waits[thread.interrupted_count] = {};
  thread.woken = was_woken || thread.pending.op != waiting.op;
}

}  // namespace

unsigned creator_of(unsigned slot) {
  if (slot == 0) return max_threads;
  return slot < main_child_slots ? 0
                                 : static_cast<unsigned>(checker.slots->keys[slot].load() >> 32);
}

void make_world(size_t stack_size, void (*body)()) {
  World& w = world();
  w.thread_count = w.next_number = 1;
  adopt_main_thread(w.threads[0], stack_size, body);
  w.last_thread = &w.threads[0];
}

Thread* make_thread(void* (*entry)(void*), void* argument, size_t stack_size, void* stack) {
  World& w = world();
  Thread& creator = current_thread();
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
  thread.signal_mask = creator.signal_mask;
  memcpy(thread.name, creator.name, sizeof thread.name);
  thread.scheduling = creator.scheduling;
  build_thread(thread, stack_size, stack);
  thread_created(thread);
  happened(Op::create, nullptr, thread.number);
  return &thread;
}

void hand_over(Thread& thread) {
  Thread* starter = thread.starter;
  if (!starter) return switch_to_search(&thread.sp, thread, Stop::point);
  record_deferred_hooks(thread);
  thread.starter = nullptr;
  world().current = starter;
  switch_context(&thread.sp, starter->sp, starter->thread_pointer);
}

void resume_from_search(Thread& thread) {
  switch_context(&checker.search_sp, thread.sp, thread.thread_pointer);
}

void resume_from_creator(Thread& thread, Thread& creator) {
  thread.starter = &creator;
  world().current = &thread;
  switch_context(&creator.sp, thread.sp, thread.thread_pointer);
  settle_stack(thread);
}

unsigned yield(const Pending& pending) {
  Thread& thread = current_thread();
  thread.interrupted = false;
  thread.pending = pending;
  for (;;) {
    hand_over(thread);
    if (must_cancel(thread)) cancel_now();
    if (!has_signal(thread)) break;
    handle_signals_in_wait(thread);
    if (thread.interrupted || is_available(thread)) break;
  }
  thread.pending = {};
  thread.synchronised = false;
  stop_for_debugger();
  return thread.outcome;
}

bool was_interrupted() {
  bool interrupted = current_thread().interrupted;
  current_thread().interrupted = false;
  return interrupted;
}

void leave(Stop stop) {
  // What others would still have written is not part of the outcome.
  if (stop == Stop::exited) use_object(WorldObject::library), use_object(WorldObject::kernel);
  void* nowhere;
  switch_to_search(&nowhere, current_thread(), stop);
  __builtin_unreachable();
}

}  // namespace omc
