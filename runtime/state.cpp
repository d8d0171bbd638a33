#include "state.h"

#include <cstring>

#include "pages.h"
#include "scheduler.h"
#include "trace.h"
#include "undo.h"
#include "world.h"

namespace omc {
namespace {

constexpr uint64_t stack_seed = 0x9e3779b97f4a7c15, thread_seed = 0xc2b2ae3d27d4eb4f;
constexpr uint64_t world_seed = 0x165667b19e3779f9, counter_seed = 0x85ebca77c2b2ae63;

// The live stack of each slot's thread as it was when last looked at.
Kept* kept_stacks[max_threads];

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
          uint64_t{thread.fresh} << 3 | uint64_t{thread.done} << 4 | uint64_t{thread.outside} << 5 |
          uint64_t{thread.has_arena} << 6 | uint64_t{thread.woken} << 7,
      static_cast<uint64_t>(pending.op) | uint64_t{pending.timed} << 8 | uint64_t{pending.expired} << 9,
      object, value, pending.outcomes, thread.atomic_depth, thread.children, thread.maps_next,
      thread.signals, thread.signal_mask, reinterpret_cast<uint64_t>(thread.cleanups),
      uint64_t{thread.interrupted} | uint64_t{thread.cancel_asked} << 1 | uint64_t{thread.cancel_disabled} << 2 |
          uint64_t{thread.cancel_at_once} << 3 | uint64_t{thread.leaving} << 4 |
          static_cast<uint64_t>(pending.interrupt) << 8 | uint64_t{pending.cancels} << 16,
      thread.ended && !thread.joined ? reinterpret_cast<uint64_t>(thread.result) : 0,
      thread.ended ? 0 : reinterpret_cast<uint64_t>(thread.sp)};
  Digest sum = digest_of(words, sizeof words, thread_seed);
  if (Kept* stack = kept_stacks[thread.slot]; stack && !thread.ended) {
    sum += stack->digest;
    if (world().clock_was_read) sum += shift(*stack, world().now_ns);
  }
  return sum;
}

void look_at_stack(const Thread& thread) {
  Kept*& kept = kept_stacks[thread.slot];
  auto sp = reinterpret_cast<uintptr_t>(thread.sp);
  if (thread.ended || sp < thread.stack_begin || sp >= thread.stack_end) {
    release(kept);
    kept = nullptr;
    return;
  }
  kept = renew(kept, thread.sp, thread.stack_end - sp, stack_seed + thread.slot);
}

struct WorldWords {
  bool semaphores_up[max_semaphores];
  uint64_t output[2][3];
  uint64_t clock_reads, random, ignored, invariants, input_place, signals, spurious, named;
  Digest files, actions;
};

// Where the program is in its files, by descriptor.
Digest digest_files(const World& w) {
  Digest sum;
  for (int fd = 0; fd < 256; fd++) {
    if (!w.files[fd]) continue;
    int64_t words[] = {fd, w.open_files[w.files[fd]].place};
    sum += digest_of(words, sizeof words, world_seed);
  }
  return sum;
}

Digest digest_world(const World& w) {
  WorldWords words;
  memset(&words, 0, sizeof words);
  memcpy(words.semaphores_up, w.semaphores_up, sizeof w.semaphores_up);
  for (int i = 0; i < 2; i++) {
    words.output[i][0] = w.outputs[i].length;
    words.output[i][1] = w.outputs[i].digest[0];
    words.output[i][2] = w.outputs[i].digest[1];
  }
  words.clock_reads = (w.clock_reads ? uint64_t{w.clock_reader} << 32 | w.clock_reads : 0) | uint64_t{w.clock_was_read} << 63;
  words.random = w.random_state;
  words.ignored = w.ignored_count;
  words.invariants = w.invariant_count;
  words.input_place = w.input_place;
  words.files = digest_files(w);
  words.signals = w.signals;
  words.spurious = w.spurious_wakeups;
  words.named = reinterpret_cast<uint64_t>(w.named_semaphores);
  words.actions = w.actions_digest;
  return digest_of(&words, sizeof words, world_seed);
}

size_t world_size(unsigned threads) { return offsetof(World, threads) + threads * sizeof(Thread); }

}  // namespace

State observe_state() {
  const World& w = world();
  State state;
  MemoryDigest memory = look_at_pages();
  Digest mine = digest_world(w);
  state.key = memory.all;
  state.key += mine;
  state.shared = memory.shared;
  state.shared += mine;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    look_at_stack(thread);
    state.key += digest_thread(thread);
    uint64_t counter[] = {thread.slot, thread.hooks, thread.ended};
    state.counter += digest_of(counter, sizeof counter, counter_seed);
  }
  return state;
}

// ---- Checkpoints ----

struct Checkpoint {
  uint64_t page_count;
  unsigned thread_count;
  Kept** pages;
  Kept** stacks;
  World* world;  // as much of it as there are threads
};

Checkpoint* save_state() {
  const World& w = world();
  auto* saved = static_cast<Checkpoint*>(keep_room(sizeof(Checkpoint)));
  saved->page_count = page_count();
  saved->thread_count = w.thread_count;
  saved->pages = static_cast<Kept**>(keep_room((saved->page_count + 1) * sizeof(Kept*)));
  save_pages(saved->pages);
  saved->stacks = static_cast<Kept**>(keep_room(w.thread_count * sizeof(Kept*)));
  for (unsigned i = 0; i < w.thread_count; i++) saved->stacks[i] = share(kept_stacks[w.threads[i].slot]);
  saved->world = static_cast<World*>(keep_room(world_size(w.thread_count)));
  memcpy(static_cast<void*>(saved->world), &w, world_size(w.thread_count));
  return saved;
}

void restore_state(const Checkpoint& saved) {
  World& w = world();
  restore_pages(saved.pages, saved.page_count, saved.world->map_clock);
  undo_to(saved.world->undo_length);
  // Threads that were created since are gone, and what was kept of them.
  for (unsigned i = saved.thread_count; i < w.thread_count; i++) {
    Kept*& stack = kept_stacks[w.threads[i].slot];
    release(stack);
    stack = nullptr;
  }
  const Thread* ran = w.last;
  for (unsigned i = 0; i < saved.thread_count; i++) {
    const Thread& target = saved.world->threads[i];
    bool moved = w.threads[i].sp != target.sp || &w.threads[i] == ran;
    w.threads[i] = target;
    Kept*& stack = kept_stacks[target.slot];
    Kept* bytes = share(saved.stacks[i]);
    if (bytes) memcpy(target.sp, bytes->bytes, bytes->length);
    if (bytes && moved) clear_dead_stack(target);
    release(stack);
    stack = bytes;
  }
  memcpy(static_cast<void*>(&w), saved.world, world_size(saved.thread_count));
}

void drop_state(Checkpoint* saved) {
  for (uint64_t i = 0; i < saved->page_count; i++) release(saved->pages[i]);
  for (unsigned i = 0; i < saved->thread_count; i++) release(saved->stacks[i]);
  release_room(saved->pages, (saved->page_count + 1) * sizeof(Kept*));
  release_room(saved->stacks, saved->thread_count * sizeof(Kept*));
  release_room(saved->world, world_size(saved->thread_count));
  release_room(saved, sizeof(Checkpoint));
}

// ---- For reports ----

void keep_memory() {
  Run& run = *checker.run;
  size_t most = region_count() + page_count();
  run.memories = pool_take(run, most * sizeof(MemoryRecord));
  if (!run.memories) return;
  auto keep_range = [&](uintptr_t address, size_t length, uint32_t heap_of) {
    uint64_t bytes = keep_bytes(reinterpret_cast<const void*>(address), length);
    if (bytes)
      at<MemoryRecord>(run, run.memories)[run.memory_count++] = {address, length, bytes, heap_of, 0};
  };
  for (size_t i = 0; i < region_count(); i++) {
    const Region& region = region_at(i);
    if (region.kind == RegionKind::module && !region.died) keep_range(region.begin, region.end - region.begin, 0);
  }
  for (size_t i = 0; i < page_count(); i++) {
    const Page& page = page_at(i);
    if (!page.now) continue;
    if (page.region->kind == RegionKind::heap) keep_range(page.address, page_size, page.region->slot + 1u);
    if (page.region->kind == RegionKind::anonymous) keep_range(page.address, page_size, 0);
  }
}

}  // namespace omc
