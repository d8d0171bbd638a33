#include "search/state.h"

#include <cstring>

#include "kernel/resource_limits.h"
#include "races/access_history.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "snapshot/stacks.h"
#include "snapshot/undo_log.h"
#include "threads/signal_values.h"
#include "world/assumptions.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t stack_seed = 0x9e3779b97f4a7c15, counter_seed = 0x85ebca77c2b2ae63;

// A live stack, in pieces from its upper end down, so that what a deep one has in common with an
// earlier state is kept once.
struct Stack {
  uint32_t count, room;
  Kept** pieces;
};
constexpr size_t piece_size = page_size;

// Of each slot's thread as it was when last looked at.
Stack kept_stacks[max_threads];

size_t pieces_of(const Thread& thread) {
  return thread.ended ? 0 : (thread.stack_end - live_stack(thread) + piece_size - 1) / piece_size;
}

struct Piece {
  uintptr_t begin;
  size_t size;
};
Piece piece_at(const Thread& thread, size_t i) {
  uintptr_t end = thread.stack_end - i * piece_size, begin = end - piece_size;
  auto sp = reinterpret_cast<uintptr_t>(thread.sp);
  if (is_on_stack(thread, thread.sp) && begin < sp) begin = sp;
  return {begin, end - begin};
}

// Room for `count` pieces; those beyond are let go.
void set_count(Stack& stack, size_t count) {
  for (size_t i = count; i < stack.count; i++) release(stack.pieces[i]);
  if (count > stack.room) {
    auto room = static_cast<uint32_t>(count < 8 ? 8 : 2 * count);
    auto** pieces = static_cast<Kept**>(keep_room(room * sizeof(Kept*)));
    if (stack.count) memcpy(pieces, stack.pieces, stack.count * sizeof(Kept*));
    if (stack.room) release_room(stack.pieces, stack.room * sizeof(Kept*));
    stack.pieces = pieces;
    stack.room = room;
  }
  for (size_t i = stack.count; i < count; i++) stack.pieces[i] = nullptr;
  stack.count = static_cast<uint32_t>(count);
}

Digest digest_stack(const Stack& stack) {
  const World& w = world();
  Digest sum;
  for (uint32_t i = 0; i < stack.count; i++) {
    sum += stack.pieces[i]->digest;
    if (w.clock.was_read) sum += shift(*stack.pieces[i], w.clock.now_ns);
  }
  return sum;
}

void look_at_stack(const Thread& thread) {
  Stack& stack = kept_stacks[thread.slot];
  set_count(stack, pieces_of(thread));
  for (uint32_t i = 0; i < stack.count; i++) {
    Piece piece = piece_at(thread, i);
    uint64_t seed = stack_seed + thread.slot + i * 0x9e3779b97f4a7c15u;
    stack.pieces[i] =
        renew(stack.pieces[i], reinterpret_cast<const void*>(piece.begin), piece.size, seed);
  }
}

size_t world_size(unsigned threads) { return offsetof(World, threads) + threads * sizeof(Thread); }

}  // namespace

State observe_state() {
  const World& w = world();
  State state;
  Digest order;
  if (follows_clocks()) order = digest_history();  // writes: before pages are looked at
  MemoryDigest memory = look_at_pages();
  Digest mine = digest(w);
  state.key = memory.all;
  state.key += map_digest();
  if (follows_clocks()) state.key += order;
  state.key += mine;
  state.shared = memory.shared;
  state.shared += mine;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    look_at_stack(thread);
    state.key += digest(thread);
    if (!thread.ended) state.key += digest_stack(kept_stacks[thread.slot]);
    uint64_t counter[] = {thread.slot, thread.hooks, thread.ended};
    state.counter += digest_of(counter, sizeof counter, counter_seed);
  }
  return state;
}

// ---- Checkpoints ----

namespace {

void share_stack(Stack& to, const Stack& from) {
  to = {};
  if (!from.count) return;
  to.count = to.room = from.count;
  to.pieces = static_cast<Kept**>(keep_room(from.count * sizeof(Kept*)));
  for (uint32_t i = 0; i < from.count; i++) to.pieces[i] = share(from.pieces[i]);
}

void drop_stack(Stack& stack) {
  set_count(stack, 0);
  if (stack.room) release_room(stack.pieces, stack.room * sizeof(Kept*));
  stack = {};
}

// The stack as it was, in the program and as last looked at.
void restore_stack(const Thread& thread, const Stack& saved) {
  Stack& kept = kept_stacks[thread.slot];
  size_t common = kept.count < saved.count ? kept.count : saved.count;
  set_count(kept, saved.count);
  for (uint32_t i = 0; i < saved.count; i++) {
    Piece piece = piece_at(thread, i);
    memcpy(reinterpret_cast<void*>(piece.begin), saved.pieces[i]->bytes, piece.size);
    if (i < common && kept.pieces[i] == saved.pieces[i]) continue;
    release(kept.pieces[i]);
    kept.pieces[i] = share(saved.pieces[i]);
  }
}

}  // namespace

struct Checkpoint {
  uint64_t page_count;
  unsigned thread_count;
  Kept** pages;
  Stack* stacks;
  World* world;  // as much of it as there are threads
};

Checkpoint* save_state() {
  const World& w = world();
  auto* saved = static_cast<Checkpoint*>(keep_room(sizeof(Checkpoint)));
  saved->page_count = page_count();
  saved->thread_count = w.thread_count;
  saved->pages = static_cast<Kept**>(keep_room((saved->page_count + 1) * sizeof(Kept*)));
  save_pages(saved->pages);
  saved->stacks = static_cast<Stack*>(keep_room(w.thread_count * sizeof(Stack)));
  for (unsigned i = 0; i < w.thread_count; i++)
    share_stack(saved->stacks[i], kept_stacks[w.threads[i].slot]);
  saved->world = static_cast<World*>(keep_room(world_size(w.thread_count)));
  memcpy(static_cast<void*>(saved->world), &w, world_size(w.thread_count));
  return saved;
}

void restore_state(const Checkpoint& saved) {
  World& w = world();
  if (w.map_clock != saved.world->map_clock) restore_regions(saved.world->map_clock);
  restore_pages(saved.pages, saved.page_count);
  undo_to(saved.world->undo_length);
  // Threads that were created since are gone, and what was kept of them.
  for (unsigned i = saved.thread_count; i < w.thread_count; i++) {
    set_count(kept_stacks[w.threads[i].slot], 0);
  }
  const Thread* ran = w.last_thread;
  for (unsigned i = 0; i < saved.thread_count; i++) {
    const Thread& target = saved.world->threads[i];
    bool moved = w.threads[i].sp != target.sp || &w.threads[i] == ran;
    w.threads[i] = target;
    restore_stack(target, saved.stacks[i]);
    size_t pieces = saved.stacks[i].count;
    if (pieces && moved) clear_dead_stack(target, piece_at(target, pieces - 1).begin);
  }
  memcpy(static_cast<void*>(&w), saved.world, world_size(saved.thread_count));
}

void drop_state(Checkpoint* saved) {
  for (uint64_t i = 0; i < saved->page_count; i++) release(saved->pages[i]);
  for (unsigned i = 0; i < saved->thread_count; i++) drop_stack(saved->stacks[i]);
  release_room(saved->pages, (saved->page_count + 1) * sizeof(Kept*));
  release_room(saved->stacks, saved->thread_count * sizeof(Stack));
  release_room(saved->world, world_size(saved->thread_count));
  release_room(saved, sizeof(Checkpoint));
}

// ---- For reports ----

void wants_memory() {
  Run& run = *checker.run;
  size_t most = region_count() + page_count();
  run.memories = pool_take(run, most * sizeof(MemoryRecord));
  if (!run.memories) return;
  auto keep_range = [&](uintptr_t address, size_t length, uint32_t heap_of) {
    uint64_t bytes = store_bytes(reinterpret_cast<const void*>(address), length);
    if (bytes)
      at<MemoryRecord>(run, run.memories)[run.memory_count++] = {address, length, bytes, heap_of,
                                                                 0};
  };
  for (size_t i = 0; i < region_count(); i++) {
    const Region& region = region_at(i);
    if (region.kind == RegionKind::module && !region.died)
      keep_range(region.begin, region.end - region.begin, 0);
  }
  for (size_t i = 0; i < page_count(); i++) {
    const Page& page = page_at(i);
    if (!page.now) continue;
    if (page.region->kind == RegionKind::heap)
      keep_range(page.address, page_size, page.region->slot + 1u);
    if (page.region->kind == RegionKind::anonymous) keep_range(page.address, page_size, 0);
  }
}

}  // namespace omc
