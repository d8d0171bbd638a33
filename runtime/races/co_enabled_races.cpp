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

struct Attendance {
  Choice choice;
  bool here;
  uint32_t length, moment_count;
  uint64_t entries;  // offset of Touched[length]
  uint64_t moments;  // offset of Moment[moment_count]
  Guard guard;
};

// What a step has touched, as it is compared.
struct Accesses {
  Choice choice;
  const Touched* entries;
  unsigned length;
  const Moment* moments;
};

struct Meeting {
  std::atomic<uint32_t> lock;
  uint32_t count, missing, padding;
  Attendance list[1];  // as many as count says
};

// ---- Memory of the run that is given back: in sizes of powers of two, by whoever needs it no more
// ----

constexpr unsigned smallest = 64, size_classes = 26;
uint64_t
    free_rooms[size_classes];  // the first of each size; each begins with the offset of the next
uint64_t chunk_next, chunk_end;

unsigned size_class_of(size_t n) {
  unsigned c = 0;
  while ((size_t{smallest} << c) < n) c++;
  return c;
}

uint64_t take_room(size_t n) {
  constexpr size_t chunk = 1 << 14;
  Run& run = *checker.run;
  unsigned c = size_class_of(n);
  OMC_ASSERT(c < size_classes);
  if (uint64_t room = free_rooms[c]) {
    free_rooms[c] = *at<uint64_t>(run, room);
    return room;
  }
  size_t size = size_t{smallest} << c;
  if (size > chunk / 4) return pool_take(run, size);
  if (chunk_end - chunk_next < size) {
    chunk_next = pool_take(run, chunk);
    chunk_end = chunk_next ? chunk_next + chunk : 0;
    if (!chunk_next) return 0;
  }
  uint64_t room = chunk_next;
  chunk_next += size;
  return room;
}

void give_room(uint64_t room, size_t n) {
  unsigned c = size_class_of(n);
  *at<uint64_t>(*checker.run, room) = free_rooms[c];
  free_rooms[c] = room;
}

size_t meeting_size(unsigned n) { return sizeof(Meeting) + n * sizeof(Attendance); }

// ---- Comparing ----

struct Conflict {
  unsigned mine, others;  // kinds of access
  unsigned first_byte, size;
};

// The first pair of kinds that is a race: not both reading, not both atomic.
bool find_conflict(const Touched& mine, const Touched& others, Conflict& out) {
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

RaceAccess access_of(const Touched& touched, unsigned kind, const Conflict& found, Choice choice,
                     const Moment& moment) {
  RaceAccess access;
  access.site = site_of(moment.place);
  access.pc = touched.pcs[kind];
  access.address = touched.granule + found.first_byte;
  access.thread = choice.thread;
  access.size = static_cast<uint8_t>(found.size);
  access.write = is_write(AccessKind{static_cast<uint8_t>(kind)});
  access.atomic = is_atomic(AccessKind{static_cast<uint8_t>(kind)});
  return access;
}

// True when there is a race and one will do.
bool compare_granule(Choice mine, const Touched& theirs, const Accesses& others) {
  for (const Touched* touched = touched_at(theirs.granule); touched;
       touched = touched_next(*touched)) {
    Conflict found;
    if (!find_conflict(*touched, theirs, found)) continue;
    const Moment &my_moment = moments()[touched->moment],
                 &their_moment = others.moments[theirs.moment];
    record_data_race(access_of(*touched, found.mine, found, mine, my_moment),
                     access_of(theirs, found.others, found, others.choice, their_moment),
                     {mine, others.choice, my_moment.later, their_moment.later});
    if (!checker.options.all) return true;
  }
  return false;
}

// What the step that was just taken has touched, with what another has.
void compare(Choice mine, const Accesses& others) {
  for (unsigned i = 0; i < others.length; i++)
    if (compare_granule(mine, others.entries[i], others)) return;
}

void come_in(Meeting& meeting, Attendance& me) {
  unsigned n = touched_count(), times = moment_count();
  me.here = true;
  if (!n) return;
  uint64_t entries = take_room(n * sizeof(Touched)),
           moments_room = take_room(times * sizeof(Moment));
  if (!entries || !moments_room)
    return stop_incomplete(Incomplete::memory,
                           "there is no room to compare what steps touch (--memory)");
  me.length = n;
  me.moment_count = times;
  me.entries = entries;
  me.moments = moments_room;
  me.guard = running_step.guard;
  Run& run = *checker.run;
  memcpy(at<Touched>(run, entries), touched(), n * sizeof(Touched));
  memcpy(static_cast<void*>(at<Moment>(run, moments_room)), moments(), times * sizeof(Moment));
  for (unsigned i = 0; i < meeting.count; i++) {
    const Attendance& other = meeting.list[i];
    if (!other.length || other.choice.thread == me.choice.thread || exclude(me.guard, other.guard))
      continue;
    compare(me.choice, {other.choice, at<Touched>(run, other.entries), other.length,
                        at<Moment>(run, other.moments)});
  }
}

void close(uint64_t offset, Meeting& meeting) {
  for (unsigned i = 0; i < meeting.count; i++) {
    const Attendance& gone = meeting.list[i];
    if (!gone.length) continue;
    give_room(gone.entries, gone.length * sizeof(Touched));
    give_room(gone.moments, gone.moment_count * sizeof(Moment));
  }
  give_room(offset, meeting_size(meeting.count));
}

}  // namespace

void leave_rooms_to_parent() {
  memset(free_rooms, 0, sizeof free_rooms);
  chunk_next = chunk_end = 0;
}

uint64_t open_meeting(const Choice* alternatives, unsigned n) {
  if (!follows_races()) return 0;
  uint64_t offset = take_room(meeting_size(n));
  if (!offset) {
    stop_incomplete(Incomplete::memory, "there is no room to compare what steps touch (--memory)");
    return 0;
  }
  auto& meeting = *at<Meeting>(*checker.run, offset);
  memset(static_cast<void*>(&meeting), 0, meeting_size(n));
  meeting.count = meeting.missing = n;
  for (unsigned i = 0; i < n; i++) meeting.list[i].choice = alternatives[i];
  return offset;
}

void attend_meeting(uint64_t offset, Choice taken) {
  if (!offset) return;
  auto& meeting = *at<Meeting>(*checker.run, offset);
  uint32_t open = 0;
  for (unsigned spins = 0; !meeting.lock.compare_exchange_weak(open, 1) && spins < 50'000'000;
       spins++)
    open = 0, __builtin_ia32_pause();
  for (unsigned i = 0; i < meeting.count; i++) {
    Attendance& me = meeting.list[i];
    if (!(me.choice == taken) || me.here) continue;
    come_in(meeting, me);
    meeting.missing--;
    break;
  }
  bool over = !meeting.missing;
  meeting.lock = 0;
  if (over) close(offset, meeting);
}

// ---- Replay ----

namespace {

Touched* last_touched;
unsigned last_count;
Choice last_choice;
Moment last_moment;                 // a step of a replay is in one statement
bool could_go[max_threads];         // by number, before the step that is being taken
bool could_go_before[max_threads];  // and before the one that was taken last

}  // namespace

void before_replayed_step() {
  if (!follows_races()) return;
  memcpy(could_go_before, could_go, sizeof could_go);
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    could_go[w.threads[i].number] = is_enabled(w.threads[i]);
}

void compare_with_last_step(Choice taken) {
  if (!follows_races()) return;
  if (!last_touched)
    last_touched = static_cast<Touched*>(checker_memory(most_touched * sizeof(Touched)));
  if (world().schedule.steps > 1 && taken.thread != last_choice.thread &&
      could_go_before[taken.thread])
    compare(taken, {last_choice, last_touched, last_count, &last_moment});
  last_count = touched_count();
  last_choice = taken;
  if (moment_count()) last_moment = moments()[0];
  memcpy(last_touched, touched(), last_count * sizeof(Touched));
  for (unsigned i = 0; i < last_count; i++) last_touched[i].moment = 0;
}

}  // namespace omc
