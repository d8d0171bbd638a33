#include "search/state.h"

#include <cstring>

#include "kernel/resource_limits.h"
#include "races/access_history.h"
#include "snapshot/pages.h"
#include "snapshot/stacks.h"
#include "snapshot/undo_log.h"
#include "threads/signal_values.h"
#include "world/assumptions.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t stack_seed = 0x9e3779b97f4a7c15, thread_seed = 0xc2b2ae3d27d4eb4f;
constexpr uint64_t world_seed = 0x165667b19e3779f9, counter_seed = 0x85ebca77c2b2ae63;

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
    if (w.clock_was_read) sum += shift(*stack.pieces[i], w.now_ns);
  }
  return sum;
}

// A joined thread is told by its slot: where its record lies depends on the order of creation.
uint64_t object_in_state(const Pending& pending) {
  if (pending.op == Op::join && pending.object)
    return static_cast<const Thread*>(pending.object)->slot;
  return reinterpret_cast<uint64_t>(pending.object);
}
uint64_t value_in_state(const Pending& pending) {
  return pending.op == Op::join ? 0 : pending.value;
}

Digest digest_interrupted(const Thread& thread) {
  Digest sum;
  for (uint32_t i = 0; i < thread.interrupted_count; i++) {
    const Pending& wait = thread.interrupted_waits[i];
    uint64_t words[] = {thread.slot, i, static_cast<uint64_t>(wait.op) | uint64_t{wait.timed} << 8,
                        object_in_state(wait), value_in_state(wait)};
    sum += digest_of(words, sizeof words, thread_seed);
  }
  return sum;
}

// A thread as it counts: what it waits for, not how it is numbered.
Digest digest_thread(const Thread& thread) {
  const Pending& pending = thread.pending;
  uint64_t words[] = {
      thread.slot,
      uint64_t{thread.ended} | uint64_t{thread.detached} << 1 | uint64_t{thread.joined} << 2 |
          uint64_t{thread.fresh} << 3 | uint64_t{thread.done} << 4 | uint64_t{thread.outside} << 5 |
          uint64_t{thread.has_arena} << 6 | uint64_t{thread.woken} << 7 |
          uint64_t{thread.in_library} << 8,
      static_cast<uint64_t>(pending.op) | uint64_t{pending.timed} << 8 |
          uint64_t{pending.expired} << 9,
      object_in_state(pending),
      value_in_state(pending),
      pending.outcomes,
      thread.atomic_depth,
      thread.children,
      thread.maps_next,
      thread.signals,
      thread.signal_mask,
      reinterpret_cast<uint64_t>(thread.just_released),
      reinterpret_cast<uint64_t>(thread.cleanups),
      uint64_t{thread.interrupted} | uint64_t{thread.cancel_asked} << 1 |
          uint64_t{thread.cancel_disabled} << 2 | uint64_t{thread.cancel_at_once} << 3 |
          uint64_t{thread.leaving} << 4 | static_cast<uint64_t>(pending.interrupt) << 8 |
          uint64_t{pending.cancels} << 16,
      thread.ended && !thread.joined ? reinterpret_cast<uint64_t>(thread.result) : 0,
      thread.ended ? 0 : reinterpret_cast<uint64_t>(thread.sp)};
  Digest sum = digest_of(words, sizeof words, thread_seed);
  if (thread.name[0]) sum += digest_of(thread.name, sizeof thread.name, thread_seed + thread.slot);
  if (!thread.ended) sum += digest_stack(kept_stacks[thread.slot]);
  if (!thread.ended && thread.interrupted_count) sum += digest_interrupted(thread);
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

struct WorldWords {
  bool semaphores_up[max_semaphores];
  uint64_t output[2][3];
  uint64_t clock_reads, random, ignored, invariants, input_place, signals, timers, spurious, named,
      program_break;
  Digest files, actions, limits, values;
  Directory directory;
  Digest in_kernel;
};

// Where the program is in its files, by descriptor, and which descriptors share an open file.
Digest digest_files(const World& w) {
  Digest sum;
  int16_t first[256];
  memset(first, -1, sizeof first);
  for (int fd = 0; fd < 256; fd++) {
    if (!w.files[fd]) continue;
    const OpenFile& file = w.open_files[w.files[fd]];
    int16_t& shared = first[w.files[fd]];
    if (shared < 0) shared = static_cast<int16_t>(fd);
    int64_t words[] = {fd, file.place, file.status, shared};
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
  words.clock_reads = (w.clock_reads ? uint64_t{w.clock_reader} << 32 | w.clock_reads : 0) |
                      uint64_t{w.clock_was_read} << 63;
  words.random = w.random_state;
  words.ignored = w.ignored_count | uint64_t{w.benign_count} << 32;
  words.invariants = w.invariant_count;
  words.input_place = w.input_place;
  words.files = digest_files(w);
  words.signals = w.signals;
  words.timers = w.timers;
  words.spurious = w.spurious_wakeups;
  words.named = reinterpret_cast<uint64_t>(w.named_semaphores);
  words.actions = w.actions_digest;
  words.limits = digest_limits();
  words.values = digest_values();
  words.directory = w.directory;
  words.in_kernel = w.in_kernel;
  words.program_break = w.program_break;
  return digest_of(&words, sizeof words, world_seed);
}

size_t world_size(unsigned threads) { return offsetof(World, threads) + threads * sizeof(Thread); }

}  // namespace

State observe_state() {
  const World& w = world();
  State state;
  Digest order;
  if (follows_clocks()) order = digest_history();  // writes: before pages are looked at
  MemoryDigest memory = look_at_pages();
  Digest mine = digest_world(w);
  state.key = memory.all;
  if (follows_clocks()) state.key += order;
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
  restore_pages(saved.pages, saved.page_count, saved.world->map_clock);
  undo_to(saved.world->undo_length);
  // Threads that were created since are gone, and what was kept of them.
  for (unsigned i = saved.thread_count; i < w.thread_count; i++) {
    set_count(kept_stacks[w.threads[i].slot], 0);
  }
  const Thread* ran = w.last;
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

void keep_memory() {
  Run& run = *checker.run;
  size_t most = region_count() + page_count();
  run.memories = pool_take(run, most * sizeof(MemoryRecord));
  if (!run.memories) return;
  auto keep_range = [&](uintptr_t address, size_t length, uint32_t heap_of) {
    uint64_t bytes = keep_bytes(reinterpret_cast<const void*>(address), length);
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
