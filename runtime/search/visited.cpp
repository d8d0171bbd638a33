#include "search/visited.h"

#include <sys/mman.h>

#include <algorithm>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "search/workers.h"

namespace omc {
namespace {

using Word128 = unsigned __int128;

struct VisitedEntry {
  Word128 digest;              // 0: free
  std::atomic<uint64_t> step;  // written << 63 | from << 24 | thread << 12 | outcome
  // For states: extra steps << 16 | worker << 8 | failed try << 2 | was left << 1 | can end. For
  // counters: the shared digest.
  std::atomic<uint64_t> mark;
};
static_assert(sizeof(VisitedEntry) == 32);
constexpr uint64_t was_left = 2, failed_try_mark = 4;

constexpr unsigned bucket_size = 4;
// Neighbours of a digest's bucket in a level that are tried too. Without them, one full bucket in
// each level would leave three quarters of the table unused.
constexpr unsigned buckets_tried = 4, buckets_tried_at_last = 512;
constexpr unsigned max_levels = 12;
constexpr uint64_t first_level = 1 << 14;  // entries
constexpr uint64_t growth = 4;

struct Level {
  uint64_t offset = 0, entries = 0, first_id = 0;
};

// Two tables share the memory: states, and combined execution counters.
struct Table {
  Level levels[max_levels];
  unsigned level_count = 0;
};

// failed try << 63 | outcome << 51 | thread << 39 | from, and extra << 39 | to.
struct Edge {
  uint64_t source, target;
  static constexpr unsigned id_bits = 39;
  static constexpr uint64_t id_mask = (uint64_t{1} << id_bits) - 1, most_extra = (1 << 24) - 1;
  StateId from() const { return source & id_mask; }
  StateId to() const { return target & id_mask; }
  Step step() const {
    return {from(),
            {static_cast<uint16_t>(source >> id_bits & 0xfff),
             static_cast<uint16_t>(source >> (id_bits + 12) & 0xfff)},
            static_cast<uint32_t>(target >> id_bits),
            source >> 63 != 0};
  }
};

Edge edge_of(const Step& step, StateId to) {
  uint64_t extra = std::min<uint64_t>(step.extra, Edge::most_extra);
  return {uint64_t{step.failed_try} << 63 | uint64_t{step.choice.outcome} << (Edge::id_bits + 12) |
              uint64_t{step.choice.thread} << Edge::id_bits | step.from,
          extra << Edge::id_bits | to};
}

struct Head {
  std::atomic<uint64_t> edge_count;
  std::atomic<uint32_t> dropped_edges;  // some that only fair cycles need
  std::atomic<uint32_t> failed_tries;
};

Run* run;
Table states, counters_visited;
Head* head;
uint64_t edges_begin, edge_capacity;

Word128 wide(const Digest& digest) {
  Word128 w = Word128{digest.high} << 64 | digest.low;
  return w ? w : 1;
}

// Creates as many levels as fit. The layout is the same in every process.
void lay_out(Table& table, uint64_t begin, uint64_t end) {
  uint64_t entries = first_level, id = 1;
  table.level_count = 0;
  while (table.level_count < max_levels) {
    uint64_t bytes = entries * sizeof(VisitedEntry);
    if (begin + bytes > end) {
      // The rest is the last level, unless it is too small.
      entries = (end - begin) / sizeof(VisitedEntry) / bucket_size * bucket_size;
      if (entries < bucket_size) return;
      bytes = entries * sizeof(VisitedEntry);
    }
    table.levels[table.level_count++] = {begin, entries, id};
    begin += bytes;
    id += entries;
    entries *= growth;
  }
}

VisitedEntry* entry_of(const Table& table, StateId id) {
  for (unsigned i = 0; i < table.level_count; i++) {
    const Level& level = table.levels[i];
    if (id < level.first_id + level.entries)
      return at<VisitedEntry>(*run, level.offset) + (id - level.first_id);
  }
  return nullptr;
}

struct Found {
  VisitedEntry* entry;
  StateId id;
  bool is_new;
};

Found find_in_bucket(const Level& level, uint64_t first, Word128 digest) {
  VisitedEntry* bucket = at<VisitedEntry>(*run, level.offset) + first;
  for (unsigned k = 0; k < bucket_size; k++) {
    Word128 previous = __sync_val_compare_and_swap(&bucket[k].digest, Word128{0}, digest);
    if (previous != 0 && previous != digest) continue;
    return {&bucket[k], level.first_id + first + k, previous == 0};
  }
  return {nullptr, no_state, false};
}

// Finds or inserts a digest; the entry is null when every bucket that is tried is full.
Found find(const Table& table, Word128 digest) {
  for (unsigned i = 0; i < table.level_count; i++) {
    const Level& level = table.levels[i];
    uint64_t buckets = level.entries / bucket_size;
    unsigned tries = i + 1 < table.level_count ? buckets_tried : buckets_tried_at_last;
    uint64_t bucket = static_cast<uint64_t>(digest >> 64) % buckets;
    for (unsigned k = 0; k < tries && k < buckets; k++, bucket = (bucket + 1) % buckets) {
      Found found = find_in_bucket(level, bucket * bucket_size, digest);
      if (found.entry) return found;
    }
  }
  return {nullptr, no_state, false};
}

constexpr uint64_t written = uint64_t{1} << 63;

uint64_t pack(Step step) {
  return written | step.from << 24 | uint64_t{step.choice.thread} << 12 | step.choice.outcome;
}

// Another process writes an entry's step shortly after its digest: waits for that.
Step step_of(const VisitedEntry& entry) {
  uint64_t word;
  while (!((word = entry.step) & written)) __builtin_ia32_pause();
  return {(word & ~written) >> 24,
          {static_cast<uint16_t>(word >> 12 & 0xfff), static_cast<uint16_t>(word & 0xfff)},
          static_cast<uint32_t>(entry.mark >> 16),
          (entry.mark & failed_try_mark) != 0};
}

Step step_to(StateId id) { return step_of(*entry_of(states, id)); }

bool is_marked(StateId id) { return entry_of(states, id)->mark & 1; }

// Marks a state and its predecessors, up to one that is marked already.
bool mark_up(StateId id) {
  bool any = false;
  while (id != no_state) {
    VisitedEntry* entry = entry_of(states, id);
    if (entry->mark.fetch_or(1) & 1) break;
    any = true;
    id = step_of(*entry).from;
  }
  return any;
}

// A dead worker may have left its states unexplored: the next process to arrive takes them over.
bool take_over(VisitedEntry& entry) {
  uint64_t mark = entry.mark;
  if (mark & was_left || !is_dead_worker(mark >> 8 & 0xff)) return false;
  return entry.mark.compare_exchange_strong(
      mark, (mark & ~uint64_t{0xff00}) | uint64_t{worker_id()} << 8);
}

// The number of schedule entries of a step. The initial state has only those that the program
// added.
uint32_t entries_of(const Step& step) { return (step.from != no_state) + step.extra; }

// The length of the schedule that first led to a state.
uint64_t depth_of(StateId id) {
  uint64_t depth = 0;
  for (Step step; id != no_state; id = step.from) depth += entries_of(step = step_to(id));
  return depth;
}

// Whether the schedule that first led to `id` passes through `before`.
bool leads_to(StateId before, StateId id) {
  while (id != no_state && id != before) id = step_to(id).from;
  return id == before;
}

// A schedule that is built from its end.
struct BackwardSchedule {
  Stretch* out;
  uint64_t capacity;
  uint64_t count = 0;
  Stretch last = {};

  void put() {
    if (last.count && count++ < capacity) out[count - 1] = last;
  }
  void add(Choice choice, uint64_t times) {
    if (!times) return;
    if (last.count && !(last.choice == choice)) put(), last.count = 0;
    last = {choice, last.count + times};
  }
  void add(const Step& step) {
    add({step.choice.thread, 0}, step.extra);
    if (step.from != no_state) add(step.choice, 1);
  }
  // The steps after `begin`, up to `end`.
  void add_path(StateId begin, StateId end) {
    for (Step step; end != begin; end = step.from) add(step = step_to(end));
  }
  uint64_t finish() {
    put();
    if (count <= capacity) std::reverse(out, out + count);
    return count;
  }
};

bool store_edge(const Step& step, StateId to) {
  uint64_t i = head->edge_count.fetch_add(1);
  if (i >= edge_capacity) return head->edge_count--, false;
  *(at<Edge>(*run, edges_begin) + i) = edge_of(step, to);
  return true;
}

// A step that only fair cycles need leaves half of the room to others.
void record_for_cycles(const Step& step, StateId to) {
  bool is_recorded = head->edge_count < edge_capacity / 2 && store_edge(step, to);
  if (!is_recorded) head->dropped_edges = 1;
}

}  // namespace

void open_visited(Run& r) {
  run = &r;
  constexpr uint64_t page = 4096;
  uint64_t begin = r.table_begin, room = r.table_end - begin;
  head = at<Head>(r, begin);
  uint64_t edges_end = begin + page + room / 8 / page * page;
  edges_begin = begin + page;
  edge_capacity = (edges_end - edges_begin) / sizeof(Edge);
  uint64_t counters_end = edges_end + room / 4 / page * page;
  lay_out(counters_visited, edges_end, counters_end);
  lay_out(states, counters_end, r.table_end);
}

void clear_visited(Run& r) {
  long result = raw_syscall(SYS_madvise, as_long(at<char>(r, r.table_begin)),
                            static_cast<long>(r.table_end - r.table_begin), MADV_REMOVE);
  OMC_ASSERT(!is_error(result));
}

Arrival visit(const Digest& digest, Step step) {
  Found found = find(states, wide(digest));
  if (!found.entry) return {Reached::no_room, no_state};
  if (!found.is_new)
    return {take_over(*found.entry) ? Reached::first : Reached::again, found.id,
            (found.entry->mark & was_left) != 0};
  found.entry->mark |= uint64_t{worker_id()} << 8 | uint64_t{step.extra} << 16 |
                       (step.failed_try ? failed_try_mark : 0);
  if (step.failed_try) head->failed_tries = 1;
  found.entry->step = pack(step);
  run->stats.states.fetch_add(1, std::memory_order_relaxed);
  return {Reached::first, found.id};
}

uint64_t schedule_to(StateId id, Stretch* out, uint64_t capacity) {
  BackwardSchedule schedule{out, capacity};
  schedule.add_path(no_state, id);
  return schedule.finish();
}

uint64_t schedule_of_loop(const Loop& loop, Stretch* out, uint64_t capacity) {
  BackwardSchedule schedule{out, capacity};
  schedule.add(loop.back);
  schedule.add_path(loop.begin, loop.end);
  return schedule.finish();
}

bool record_edge(const Step& step, StateId to) {
  if (step.failed_try) head->failed_tries = 1;
  if (!is_marked(to)) return store_edge(step, to);
  mark_up(step.from);
  record_for_cycles(step, to);
  return true;
}

void record_last_step(const Step& step) { record_for_cycles(step, no_state); }

bool has_all_steps() { return head->failed_tries && !head->dropped_edges; }

StateId states_end() {
  const Level& last = states.levels[states.level_count - 1];
  return last.first_id + last.entries;
}

void for_each_step(void (*visit)(const Step& step, StateId to, void* context), void* context) {
  for (unsigned i = 0; i < states.level_count; i++) {
    const Level& level = states.levels[i];
    const VisitedEntry* entries = at<VisitedEntry>(*run, level.offset);
    uint64_t used = 0;
    for (uint64_t k = 0; k < level.entries; k++) {
      if (!entries[k].digest) continue;
      used++;
      Step step = step_of(entries[k]);
      if (step.from != no_state) visit(step, level.first_id + k, context);
    }
    if (!used) break;  // a level is used only when the one before it has full buckets
  }
  const Edge* edges = at<Edge>(*run, edges_begin);
  for (uint64_t i = 0; i < head->edge_count; i++) visit(edges[i].step(), edges[i].to(), context);
}

void mark_ending(StateId id) { mark_up(id); }

void mark_left(StateId id) { entry_of(states, id)->mark |= was_left; }

StateId find_endless_state() {
  uint64_t n = head->edge_count;
  const Edge* edges = at<Edge>(*run, edges_begin);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint64_t i = n; i-- > 0;)
      if (edges[i].to() != no_state && is_marked(edges[i].to()))
        changed |= mark_up(edges[i].from());
  }
  // All successors of an endless state are endless, so an edge connects two of them. The nearest
  // one has the shortest schedule to the loop.
  StateId best = no_state;
  uint64_t best_depth = ~uint64_t{0};
  for (uint64_t i = 0; i < n; i++) {
    if (is_marked(edges[i].from())) continue;
    uint64_t depth = depth_of(edges[i].from());
    if (depth < best_depth) best_depth = depth, best = edges[i].from();
  }
  return best;
}

Loop find_loop() {
  const Edge* edges = at<Edge>(*run, edges_begin);
  Loop best;
  uint64_t best_depth = ~uint64_t{0};
  for (uint64_t i = 0; i < head->edge_count; i++) {
    Step back = edges[i].step();
    StateId begin = edges[i].to();
    if (is_marked(back.from) || back.extra == Edge::most_extra || !leads_to(begin, back.from))
      continue;
    uint64_t depth = depth_of(back.from);
    if (depth < best_depth) best_depth = depth, best = {begin, back.from, back};
  }
  return best;
}

CounterEntry visit_counter(const Digest& counter, const Digest& shared, StateId id) {
  Found found = find(counters_visited, wide(counter));
  if (!found.entry) return {true, true, no_state};
  if (found.is_new) {
    found.entry->step = id;
    found.entry->mark = shared.low | 1;
    return {true, true, id};
  }
  uint64_t mark;
  while (!(mark = found.entry->mark)) __builtin_ia32_pause();
  return {false, mark == (shared.low | 1), found.entry->step};
}

}  // namespace omc
