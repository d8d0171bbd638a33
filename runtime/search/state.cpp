#include "search/state.h"

#include <sys/mman.h>

#include <cstring>

#include "kernel/resource_limits.h"
#include "races/access_history.h"
#include "races/memory_model/tidy.h"
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

// A live stack, in chunks from its upper end down. Deep stacks share the chunks that they have in
// common with earlier states.
struct Stack {
  uint32_t count, capacity;
  PageCopy** chunks;
};
constexpr size_t chunk_size = page_size;

// The stack of each slot's thread when it was last observed.
Stack stack_copies[max_threads];

size_t chunks_of(const Thread& thread) {
  return thread.ended ? 0 : (thread.stack_end - live_stack(thread) + chunk_size - 1) / chunk_size;
}

struct StackChunk {
  uintptr_t begin;
  size_t size;
};
StackChunk chunk_at(const Thread& thread, size_t i) {
  uintptr_t end = thread.stack_end - i * chunk_size, begin = end - chunk_size;
  auto sp = reinterpret_cast<uintptr_t>(thread.sp);
  if (is_on_stack(thread, thread.sp) && begin < sp) begin = sp;
  return {begin, end - begin};
}

// Resizes a stack to `count` chunks and releases those beyond.
void set_count(Stack& stack, size_t count) {
  for (size_t i = count; i < stack.count; i++) release_copy(stack.chunks[i]);
  if (count > stack.capacity) {
    auto capacity = static_cast<uint32_t>(count < 8 ? 8 : 2 * count);
    auto** chunks = static_cast<PageCopy**>(allocate_record(capacity * sizeof(PageCopy*)));
    if (stack.count) memcpy(chunks, stack.chunks, stack.count * sizeof(PageCopy*));
    if (stack.capacity) free_record(stack.chunks, stack.capacity * sizeof(PageCopy*));
    stack.chunks = chunks;
    stack.capacity = capacity;
  }
  for (size_t i = stack.count; i < count; i++) stack.chunks[i] = nullptr;
  stack.count = static_cast<uint32_t>(count);
}

Digest digest_stack(const Stack& stack) {
  const World& w = world();
  Digest sum;
  for (uint32_t i = 0; i < stack.count; i++) {
    sum += stack.chunks[i]->digest;
    if (w.clock.was_read) sum += timestamp_shift(*stack.chunks[i], w.clock.now_ns);
  }
  return sum;
}

void copy_stack(const Thread& thread) {
  Stack& stack = stack_copies[thread.slot];
  set_count(stack, chunks_of(thread));
  for (uint32_t i = 0; i < stack.count; i++) {
    StackChunk chunk = chunk_at(thread, i);
    uint64_t seed = stack_seed + thread.slot + i * 0x9e3779b97f4a7c15u;
    stack.chunks[i] =
        update_copy(stack.chunks[i], reinterpret_cast<const void*>(chunk.begin), chunk.size, seed);
  }
}

size_t world_size(unsigned threads) { return offsetof(World, threads) + threads * sizeof(Thread); }

}  // namespace

State observe_state() {
  const World& w = world();
  State state;
  Digest order;
  if (follows_clocks()) order = digest_history();  // writes to pages, so before digest_pages
  Digest stores = digest_stores();
  MemoryDigest memory = digest_pages();
  Digest mine = digest(w);
  state.key = memory.all;
  state.key += map_digest();
  if (follows_clocks()) state.key += order;
  state.key += stores;
  state.key += mine;
  state.shared = memory.shared;
  state.shared += mine;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    copy_stack(thread);
    state.key += digest(thread);
    if (!thread.ended) state.key += digest_stack(stack_copies[thread.slot]);
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
  to.count = to.capacity = from.count;
  to.chunks = static_cast<PageCopy**>(allocate_record(from.count * sizeof(PageCopy*)));
  for (uint32_t i = 0; i < from.count; i++) to.chunks[i] = share_copy(from.chunks[i]);
}

void drop_stack(Stack& stack) {
  set_count(stack, 0);
  if (stack.capacity) free_record(stack.chunks, stack.capacity * sizeof(PageCopy*));
  stack = {};
}

// Restores a stack, and the copy of it.
void restore_stack(const Thread& thread, const Stack& saved) {
  Stack& latest = stack_copies[thread.slot];
  size_t common = latest.count < saved.count ? latest.count : saved.count;
  set_count(latest, saved.count);
  for (uint32_t i = 0; i < saved.count; i++) {
    StackChunk chunk = chunk_at(thread, i);
    memcpy(reinterpret_cast<void*>(chunk.begin), saved.chunks[i]->bytes, chunk.size);
    if (i < common && latest.chunks[i] == saved.chunks[i]) continue;
    release_copy(latest.chunks[i]);
    latest.chunks[i] = share_copy(saved.chunks[i]);
  }
}

}  // namespace

struct Checkpoint {
  uint64_t page_count;
  unsigned thread_count;
  PageCopy** pages;
  Stack* stacks;
  World* world;  // with as many threads as there were
};

Checkpoint* save_state() {
  const World& w = world();
  auto* saved = static_cast<Checkpoint*>(allocate_record(sizeof(Checkpoint)));
  saved->page_count = page_count();
  saved->thread_count = w.thread_count;
  saved->pages =
      static_cast<PageCopy**>(allocate_record((saved->page_count + 1) * sizeof(PageCopy*)));
  save_pages(saved->pages);
  saved->stacks = static_cast<Stack*>(allocate_record(w.thread_count * sizeof(Stack)));
  for (unsigned i = 0; i < w.thread_count; i++)
    share_stack(saved->stacks[i], stack_copies[w.threads[i].slot]);
  saved->world = static_cast<World*>(allocate_record(world_size(w.thread_count)));
  memcpy(static_cast<void*>(saved->world), &w, world_size(w.thread_count));
  return saved;
}

void restore_state(const Checkpoint& saved) {
  World& w = world();
  if (w.map_clock != saved.world->map_clock) restore_regions(saved.world->map_clock);
  restore_pages(saved.pages, saved.page_count);
  undo_to(saved.world->undo_length);
  // Releases the stack copies of threads that were created since.
  for (unsigned i = saved.thread_count; i < w.thread_count; i++) {
    set_count(stack_copies[w.threads[i].slot], 0);
  }
  const Thread* ran = w.last_thread;
  for (unsigned i = 0; i < saved.thread_count; i++) {
    const Thread& target = saved.world->threads[i];
    bool moved = w.threads[i].sp != target.sp || &w.threads[i] == ran;
    w.threads[i] = target;
    restore_stack(target, saved.stacks[i]);
    size_t chunks = saved.stacks[i].count;
    if (chunks && moved) clear_dead_stack(target, chunk_at(target, chunks - 1).begin);
  }
  memcpy(static_cast<void*>(&w), saved.world, world_size(saved.thread_count));
}

void drop_state(Checkpoint* saved) {
  for (uint64_t i = 0; i < saved->page_count; i++) release_copy(saved->pages[i]);
  for (unsigned i = 0; i < saved->thread_count; i++) drop_stack(saved->stacks[i]);
  free_record(saved->pages, (saved->page_count + 1) * sizeof(PageCopy*));
  free_record(saved->stacks, saved->thread_count * sizeof(Stack));
  free_record(saved->world, world_size(saved->thread_count));
  free_record(saved, sizeof(Checkpoint));
}

// ---- For reports ----

void record_memory() {
  Run& run = *checker.run;
  size_t most = region_count() + page_count();
  run.memories = pool_take(run, most * sizeof(MemoryRecord));
  if (!run.memories) return;
  auto record_range = [&](uintptr_t address, size_t length, uint32_t heap_of) {
    uint64_t bytes = store_bytes(reinterpret_cast<const void*>(address), length);
    if (bytes)
      at<MemoryRecord>(run, run.memories)[run.memory_count++] = {address, length, bytes, heap_of,
                                                                 0};
  };
  for (size_t i = 0; i < region_count(); i++) {
    const Region& region = region_at(i);
    if (region.kind == RegionKind::module && !region.died)
      record_range(region.begin, region.end - region.begin, 0);
  }
  for (size_t i = 0; i < page_count(); i++) {
    const Page& page = page_at(i);
    bool is_readable = page.latest && page.region->protection & PROT_READ;
    if (!is_readable) continue;
    if (page.region->kind == RegionKind::heap)
      record_range(page.address, page_size, page.region->slot + 1u);
    if (page.region->kind == RegionKind::anonymous) record_range(page.address, page_size, 0);
  }
}

}  // namespace omc
