#include "threads/virtual_time.h"

#include "snapshot/timestamps.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr int64_t second = 1'000'000'000;
constexpr uint32_t max_reads = 8;

struct LiveStack {
  const void* begin;
  size_t size;
};

// The live stack of the running thread; empty while it runs on another stack.
LiveStack live_stack(const Thread& thread) {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) & ~uintptr_t{7};
  bool is_own = here >= thread.stack_begin && here < thread.stack_end;
  return {reinterpret_cast<const void*>(here), is_own ? thread.stack_end - here : 0};
}

// Counts one more read of a clock. True when the thread has done little else for a while.
bool is_read_often(const Thread& thread) {
  VirtualClock& clock = world().clock;
  if (clock.reader != thread.slot) clock.reader = thread.slot, clock.reads = 0;
  bool often = ++clock.reads > max_reads;
  if (often) clock.reads = 0;
  return often;
}

// A thread that polls the clock waits for time to pass. The clock advances to the next timestamp on
// its stack, or by a second.
void count_clock_read(Thread& thread) {
  if (!is_read_often(thread)) return;
  World& w = world();
  LiveStack stack = live_stack(thread);
  int64_t next = next_timestamp(stack.begin, stack.size, w.clock.now_ns);
  w.clock.now_ns = next > 0 ? next : w.clock.now_ns + second;
}

// A thread that has slept often since the oldest timestamp on its stack sleeps as long again.
// Otherwise each iteration of a loop that measures its duration is a new state, without end.
int64_t lengthen(int64_t ns) {
  constexpr int64_t often = 64;
  if (!world().clock.was_read || !entered()) return ns;
  LiveStack stack = live_stack(current_thread());
  int64_t oldest = oldest_timestamp(stack.begin, stack.size), age = world().clock.now_ns - oldest;
  return oldest >= 0 && age / often > ns && age < horizon ? age : ns;
}

}  // namespace

void read_time(timespec* out) {
  use_object(WorldObject::clock);
  world().clock.was_read = true;
  if (entered()) count_clock_read(current_thread());
  out->tv_sec = clock_epoch + world().clock.now_ns / second;
  out->tv_nsec = world().clock.now_ns % second;
}

// A thread that does nothing but read it waits for time to be used. What is used is part of the
// state, so there is an end to that.
void read_used_time(timespec* out) {
  constexpr uint32_t most_seconds = 100;
  use_object(WorldObject::clock);
  VirtualClock& clock = world().clock;
  if (entered() && is_read_often(current_thread()) && clock.used_seconds < most_seconds)
    clock.used_seconds++;
  *out = {clock.used_seconds, 0};
}

void advance_time(const timespec* duration) {
  use_object(WorldObject::clock);
  // `duration` may be an absolute time.
  int64_t ns = duration->tv_sec * second + duration->tv_nsec;
  if (duration->tv_sec >= clock_epoch) ns -= clock_epoch * second + world().clock.now_ns;
  if (ns <= 0) return;
  world().clock.now_ns += lengthen(ns);
  world().clock.reads = 0;
}

}  // namespace omc
