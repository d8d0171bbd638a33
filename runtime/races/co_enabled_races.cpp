#include "races/co_enabled_races.h"

#include <cstring>

#include "platform/assert.h"
#include "races/footprint.h"
#include "races/running_step.h"
#include "threads/waiting.h"
#include "world/access.h"
#include "world/finding.h"
#include "world/run_records.h"
#include "world/world.h"

namespace omc {
namespace {

struct CoEnabledStep {
  Choice choice;
  bool taken;
  uint32_t length, statement_count;
  uint64_t entries;     // offset of FootprintEntry[length]
  uint64_t statements;  // offset of StepStatement[statement_count]
  FirstLock first_lock;
};

// The footprint of another step.
struct Footprint {
  Choice choice;
  const FootprintEntry* entries;
  unsigned length;
  const StepStatement* statements;
};

struct CoEnabledSteps {
  std::atomic<uint32_t> lock;
  uint32_t count, not_taken, padding;
  CoEnabledStep list[1];  // `count` of them
};

// ---- Free lists in the pool of the Run, by powers of two ----

constexpr unsigned smallest = 64, size_classes = 26;
// The first of each size class. A free cell begins with the offset of the next one.
uint64_t free_lists[size_classes];
uint64_t chunk_next, chunk_end;

unsigned size_class_of(size_t n) {
  unsigned c = 0;
  while ((size_t{smallest} << c) < n) c++;
  return c;
}

uint64_t take_from_pool(size_t n) {
  constexpr size_t chunk = 1 << 14;
  Run& run = *checker.run;
  unsigned c = size_class_of(n);
  OMC_ASSERT(c < size_classes);
  if (uint64_t offset = free_lists[c]) {
    free_lists[c] = *at<uint64_t>(run, offset);
    return offset;
  }
  size_t size = size_t{smallest} << c;
  if (size > chunk / 4) return pool_take(run, size);
  if (chunk_end - chunk_next < size) {
    chunk_next = pool_take(run, chunk);
    chunk_end = chunk_next ? chunk_next + chunk : 0;
    if (!chunk_next) return 0;
  }
  uint64_t offset = chunk_next;
  chunk_next += size;
  return offset;
}

void give_to_pool(uint64_t offset, size_t n) {
  unsigned c = size_class_of(n);
  *at<uint64_t>(*checker.run, offset) = free_lists[c];
  free_lists[c] = offset;
}

size_t steps_size(unsigned n) { return sizeof(CoEnabledSteps) + n * sizeof(CoEnabledStep); }

// ---- Comparing ----

struct Conflict {
  unsigned mine, others;  // kinds of access
  unsigned first_byte, size;
};

// The first pair of kinds that conflicts.
bool find_conflict(const FootprintEntry& mine, const FootprintEntry& others, Conflict& out) {
  for (unsigned a = 0; a < access_kinds; a++) {
    for (unsigned b = 0; b < access_kinds; b++) {
      unsigned both = mine.masks[a] & others.masks[b];
      if (!both ||
          !conflict(AccessKind{static_cast<uint8_t>(a)}, AccessKind{static_cast<uint8_t>(b)}))
        continue;
      auto first = static_cast<unsigned>(__builtin_ctz(both));
      out = {a, b, first, static_cast<unsigned>(__builtin_popcount(both))};
      return true;
    }
  }
  return false;
}

RaceAccess access_of(const FootprintEntry& entry, unsigned kind, const Conflict& found,
                     Choice choice, const StepStatement& statement) {
  RaceAccess access;
  access.site = site_of(statement.place);
  access.pc = entry.pcs[kind];
  access.address = entry.granule + found.first_byte;
  access.thread = choice.thread;
  access.size = static_cast<uint8_t>(found.size);
  access.write = is_write(AccessKind{static_cast<uint8_t>(kind)});
  access.atomic = is_atomic(AccessKind{static_cast<uint8_t>(kind)});
  return access;
}

// True when a race was found and the search needs only one.
bool compare_granule(Choice mine, const FootprintEntry& theirs, const Footprint& others) {
  for (const FootprintEntry* entry = footprint_at(theirs.granule); entry;
       entry = footprint_next(*entry)) {
    Conflict found;
    if (!find_conflict(*entry, theirs, found)) continue;
    const StepStatement &my_statement = footprint_statements()[entry->statement],
                        &their_statement = others.statements[theirs.statement];
    record_data_race(
        access_of(*entry, found.mine, found, mine, my_statement),
        access_of(theirs, found.others, found, others.choice, their_statement),
        {mine, others.choice, my_statement.later_choices, their_statement.later_choices});
    if (!checker.options.all) return true;
  }
  return false;
}

// Compares the footprint of the step that was just taken with that of another step.
void compare(Choice mine, const Footprint& others) {
  for (unsigned i = 0; i < others.length; i++)
    if (compare_granule(mine, others.entries[i], others)) return;
}

void add_step(CoEnabledSteps& steps, CoEnabledStep& me) {
  unsigned n = footprint_size(), statement_total = statement_count();
  me.taken = true;
  if (!n) return;
  uint64_t entries = take_from_pool(n * sizeof(FootprintEntry)),
           statements_offset = take_from_pool(statement_total * sizeof(StepStatement));
  if (!entries || !statements_offset)
    return stop_incomplete(Incomplete::memory,
                           "there is no room to compare what steps touch (--memory)");
  me.length = n;
  me.statement_count = statement_total;
  me.entries = entries;
  me.statements = statements_offset;
  me.first_lock = running_step.first_lock;
  Run& run = *checker.run;
  memcpy(at<FootprintEntry>(run, entries), footprint(), n * sizeof(FootprintEntry));
  memcpy(static_cast<void*>(at<StepStatement>(run, statements_offset)), footprint_statements(),
         statement_total * sizeof(StepStatement));
  for (unsigned i = 0; i < steps.count; i++) {
    const CoEnabledStep& other = steps.list[i];
    if (!other.length || other.choice.thread == me.choice.thread ||
        mutually_exclude(me.first_lock, other.first_lock))
      continue;
    compare(me.choice, {other.choice, at<FootprintEntry>(run, other.entries), other.length,
                        at<StepStatement>(run, other.statements)});
  }
}

void release_steps(uint64_t offset, CoEnabledSteps& steps) {
  for (unsigned i = 0; i < steps.count; i++) {
    const CoEnabledStep& gone = steps.list[i];
    if (!gone.length) continue;
    give_to_pool(gone.entries, gone.length * sizeof(FootprintEntry));
    give_to_pool(gone.statements, gone.statement_count * sizeof(StepStatement));
  }
  give_to_pool(offset, steps_size(steps.count));
}

}  // namespace

void leave_pool_to_parent() {
  memset(free_lists, 0, sizeof free_lists);
  chunk_next = chunk_end = 0;
}

uint64_t open_co_enabled(const Choice* alternatives, unsigned n) {
  if (!follows_races()) return 0;
  uint64_t offset = take_from_pool(steps_size(n));
  if (!offset) {
    stop_incomplete(Incomplete::memory, "there is no room to compare what steps touch (--memory)");
    return 0;
  }
  auto& steps = *at<CoEnabledSteps>(*checker.run, offset);
  memset(static_cast<void*>(&steps), 0, steps_size(n));
  steps.count = steps.not_taken = n;
  for (unsigned i = 0; i < n; i++) steps.list[i].choice = alternatives[i];
  return offset;
}

void compare_co_enabled(uint64_t offset, Choice taken) {
  if (!offset) return;
  auto& steps = *at<CoEnabledSteps>(*checker.run, offset);
  uint32_t open = 0;
  for (unsigned spins = 0; !steps.lock.compare_exchange_weak(open, 1) && spins < 50'000'000;
       spins++)
    open = 0, __builtin_ia32_pause();
  for (unsigned i = 0; i < steps.count; i++) {
    CoEnabledStep& me = steps.list[i];
    if (!(me.choice == taken) || me.taken) continue;
    add_step(steps, me);
    steps.not_taken--;
    break;
  }
  bool over = !steps.not_taken;
  steps.lock = 0;
  if (over) release_steps(offset, steps);
}

void close_co_enabled(uint64_t offset) {
  if (offset) release_steps(offset, *at<CoEnabledSteps>(*checker.run, offset));
}

// ---- Replay ----

namespace {

FootprintEntry* last_footprint;
unsigned last_count;
Choice last_choice;
StepStatement last_statement;          // a replayed step lies in one statement
bool was_enabled[max_threads];         // by number, before the step that is being taken
bool was_enabled_before[max_threads];  // before the step that was taken last

}  // namespace

void before_replayed_step() {
  if (!follows_races()) return;
  memcpy(was_enabled_before, was_enabled, sizeof was_enabled);
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    was_enabled[w.threads[i].number] = is_enabled(w.threads[i]);
}

void compare_with_last_step(Choice taken) {
  if (!follows_races()) return;
  if (!last_footprint)
    last_footprint = static_cast<FootprintEntry*>(
        checker_memory(most_footprint_entries * sizeof(FootprintEntry)));
  if (world().schedule.steps > 1 && taken.thread != last_choice.thread &&
      was_enabled_before[taken.thread])
    compare(taken, {last_choice, last_footprint, last_count, &last_statement});
  last_count = footprint_size();
  last_choice = taken;
  if (statement_count()) last_statement = footprint_statements()[0];
  memcpy(last_footprint, footprint(), last_count * sizeof(FootprintEntry));
  for (unsigned i = 0; i < last_count; i++) last_footprint[i].statement = 0;
}

}  // namespace omc
