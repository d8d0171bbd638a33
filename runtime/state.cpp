#include "state.h"

#include <cstring>

#include "trace.h"
#include "world.h"

namespace omc {
namespace {

constexpr uint64_t stack_seed = 0x9e3779b97f4a7c15, thread_seed = 0xc2b2ae3d27d4eb4f;
constexpr uint64_t world_seed = 0x165667b19e3779f9, counter_seed = 0x85ebca77c2b2ae63;

// A thread as it counts: what it waits for, not how it is numbered.
Digest digest_thread(const Thread& thread) {
  const Pending& pending = thread.pending;
  uint64_t object = reinterpret_cast<uint64_t>(pending.object);
  // A joined thread is told by its slot: where its record lies depends on the order of creation.
  if (pending.op == Op::join && object) object = static_cast<const Thread*>(pending.object)->slot;
  uint64_t value = pending.op == Op::join ? 0 : pending.value;
  uint64_t words[] = {
      thread.slot,
      uint64_t{thread.ended} | uint64_t{thread.detached} << 1 | uint64_t{thread.joined} << 2 |
          uint64_t{thread.fresh} << 3 | uint64_t{thread.done} << 4 | uint64_t{thread.outside} << 5,
      static_cast<uint64_t>(pending.op) | uint64_t{pending.timed} << 8 | uint64_t{pending.expired} << 9,
      object, value, pending.outcomes, thread.atomic_depth, thread.children,
      thread.ended && !thread.joined ? reinterpret_cast<uint64_t>(thread.result) : 0,
      thread.ended ? 0 : reinterpret_cast<uint64_t>(thread.sp)};
  Digest sum = digest_of(words, sizeof words, thread_seed);
  if (thread.ended) return sum;
  auto sp = reinterpret_cast<uintptr_t>(thread.sp);
  uintptr_t end = thread.area_end;
  if (sp >= thread.stack_begin && sp < end)
    sum += digest_of(thread.sp, end - sp, stack_seed + thread.slot);
  return sum;
}

struct WorldWords {
  bool semaphores_up[max_semaphores];
  uint64_t output[2][3];
  int64_t now;
  uint64_t random, ignored, invariants;
};

Digest digest_world(const World& w) {
  WorldWords words;
  memset(&words, 0, sizeof words);
  memcpy(words.semaphores_up, w.semaphores_up, sizeof w.semaphores_up);
  for (int i = 0; i < 2; i++) {
    words.output[i][0] = w.outputs[i].length;
    words.output[i][1] = w.outputs[i].digest[0];
    words.output[i][2] = w.outputs[i].digest[1];
  }
  words.now = w.now_ns;
  words.random = w.random_state;
  words.ignored = w.ignored_count;
  words.invariants = w.invariant_count;
  return digest_of(&words, sizeof words, world_seed);
}

}  // namespace

State observe_state() {
  const World& w = world();
  State state;
  PagesDigest pages = digest_pages();
  Digest mine = digest_world(w);
  state.key = pages.all;
  state.key += mine;
  state.shared = pages.shared;
  state.shared += mine;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    state.key += digest_thread(thread);
    uint64_t counter[] = {thread.slot, thread.hooks, thread.ended};
    state.counter += digest_of(counter, sizeof counter, counter_seed);
  }
  return state;
}

void keep_memory() {
  Run& run = *checker.run;
  size_t most = watched_region_count() + touched_page_count();
  run.memories = pool_take(run, most * sizeof(MemoryRecord));
  if (!run.memories) return;
  auto keep = [&](uintptr_t address, size_t length, uint32_t heap_of) {
    uint64_t bytes = keep_bytes(reinterpret_cast<const void*>(address), length);
    if (bytes)
      at<MemoryRecord>(run, run.memories)[run.memory_count++] = {address, length, bytes, heap_of, 0};
  };
  for (size_t i = 0; i < watched_region_count(); i++) {
    const Region& region = watched_region(i);
    if (region.kind == RegionKind::module) keep(region.begin, region.end - region.begin, 0);
  }
  for (size_t i = 0; i < touched_page_count(); i++) {
    const TouchedPage& page = touched_page(i);
    if (page.kind == RegionKind::heap) keep(page.address, page_size, page.slot + 1u);
    if (page.kind == RegionKind::anonymous) keep(page.address, page_size, 0);
  }
}

}  // namespace omc
