#include "threads/virtual_time.h"

#include "snapshot/timestamps.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr int64_t second = 1'000'000'000;
constexpr uint32_t max_reads = 8;

struct LiveStack {
  const void* begin;
  size_t size;
};

// What the running thread has on its stack, or nothing where it runs on another.
LiveStack live_stack(const Thread& thread) {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) & ~uintptr_t{7};
  bool there = here >= thread.stack_begin && here < thread.stack_end;
  return {reinterpret_cast<const void*>(here), there ? thread.stack_end - here : 0};
}

// A thread that reads the clock again and again waits for time to pass: it does, to the next moment
// that this thread has in mind, or by a second.
void count_clock_read(Thread& thread) {
  World& w = world();
  if (w.clock.reader != thread.slot) w.clock.reader = thread.slot, w.clock.reads = 0;
  if (++w.clock.reads <= max_reads) return;
  w.clock.reads = 0;
  LiveStack stack = live_stack(thread);
  int64_t next = next_moment(stack.begin, stack.size, w.clock.now_ns);
  w.clock.now_ns = next > 0 ? next : w.clock.now_ns + second;
}

// A thread that has waited often since a moment that it remembers waits as long again: else each
// round of a loop that measures how long it takes would be a state of its own, for ever.
int64_t lengthen(int64_t ns) {
  constexpr int64_t often = 64;
  if (!world().clock.was_read || !entered()) return ns;
  LiveStack stack = live_stack(current_thread());
  int64_t oldest = oldest_moment(stack.begin, stack.size), age = world().clock.now_ns - oldest;
  return oldest >= 0 && age / often > ns && age < horizon ? age : ns;
}

}  // namespace

void read_time(timespec* out) {
  world().clock.was_read = true;
  if (entered()) count_clock_read(current_thread());
  out->tv_sec = clock_epoch + world().clock.now_ns / second;
  out->tv_nsec = world().clock.now_ns % second;
}

void advance_time(const timespec* duration) {
  // An absolute time is a moment to wait for.
  int64_t ns = duration->tv_sec * second + duration->tv_nsec;
  if (duration->tv_sec >= clock_epoch) ns -= clock_epoch * second + world().clock.now_ns;
  if (ns <= 0) return;
  world().clock.now_ns += lengthen(ns);
  world().clock.reads = 0;
}

}  // namespace omc
