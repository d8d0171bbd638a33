#include "meeting.h"

#include <cstring>

#include "accesses.h"
#include "bug.h"
#include "check.h"
#include "trace.h"

namespace omc {
namespace {

struct Attendance {
  Choice choice;
  bool here;
  uint32_t length;
  uint64_t entries;  // offset of Touched[length]
  Place place;
};

struct Meeting {
  std::atomic<uint32_t> lock;
  uint32_t count, missing, padding;
  Attendance list[1];  // as many as count says
};

// ---- Memory of the run that is given back: in sizes of powers of two, by whoever needs it no more ----

constexpr unsigned smallest = 64, size_classes = 26;
uint64_t free_rooms[size_classes];  // the first of each size; each begins with the offset of the next
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
      if (!both || !conflict(AccessKind{static_cast<uint8_t>(a)}, AccessKind{static_cast<uint8_t>(b)})) continue;
      auto first = static_cast<unsigned>(__builtin_ctz(both));
      out = {a, b, first, static_cast<unsigned>(__builtin_popcount(both))};
      return true;
    }
  }
  return false;
}

RaceAccess access_of(const Touched& touched, unsigned kind, Choice choice, const Place& place, const Conflict& found) {
  RaceAccess access;
  access.site = site_of(place);
  access.pc = touched.pcs[kind];
  access.address = touched.granule + found.first_byte;
  access.thread = choice.thread;
  access.size = static_cast<uint8_t>(found.size);
  access.write = is_write(AccessKind{static_cast<uint8_t>(kind)});
  access.atomic = is_atomic(AccessKind{static_cast<uint8_t>(kind)});
  return access;
}

void compare(Choice mine, const Touched* others, unsigned length, Choice other, const Place& other_place) {
  for (unsigned i = 0; i < length; i++) {
    const Touched* touched = touched_at(others[i].granule);
    Conflict found;
    if (!touched || !find_conflict(*touched, others[i], found)) continue;
    record_data_race(access_of(*touched, found.mine, mine, touched_in(), found),
                     access_of(others[i], found.others, other, other_place, found), other);
    if (!checker.options.all) return;
  }
}

void come_in(Meeting& meeting, Attendance& me) {
  unsigned n = touched_count();
  uint64_t entries = n ? take_room(n * sizeof(Touched)) : 0;
  if (n && !entries) return hit_limit(Limit::memory, "there is no room to compare what steps touch (--memory)");
  me.here = true;
  me.length = n;
  me.entries = entries;
  me.place = touched_in();
  if (n) memcpy(at<Touched>(*checker.run, entries), touched(), n * sizeof(Touched));
  for (unsigned i = 0; i < meeting.count && n; i++) {
    const Attendance& other = meeting.list[i];
    if (!other.here || !other.length || other.choice.thread == me.choice.thread) continue;
    compare(me.choice, at<Touched>(*checker.run, other.entries), other.length, other.choice, other.place);
  }
}

void close(uint64_t offset, Meeting& meeting) {
  for (unsigned i = 0; i < meeting.count; i++)
    if (meeting.list[i].length) give_room(meeting.list[i].entries, meeting.list[i].length * sizeof(Touched));
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
    hit_limit(Limit::memory, "there is no room to compare what steps touch (--memory)");
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
  for (unsigned spins = 0; !meeting.lock.compare_exchange_weak(open, 1) && spins < 50'000'000; spins++) open = 0, __builtin_ia32_pause();
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
Place last_place;
bool could_go[max_threads];       // by number, before the step that is being taken
bool could_go_before[max_threads];  // and before the one that was taken last

}  // namespace

void before_replayed_step() {
  if (!follows_races()) return;
  memcpy(could_go_before, could_go, sizeof could_go);
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++) could_go[w.threads[i].number] = is_enabled(w.threads[i]);
}

void compare_with_last_step(Choice taken) {
  if (!follows_races()) return;
  if (!last_touched) last_touched = static_cast<Touched*>(checker_memory(most_touched * sizeof(Touched)));
  if (world().path.steps > 1 && taken.thread != last_choice.thread && could_go_before[taken.thread])
    compare(taken, last_touched, last_count, last_choice, last_place);
  last_count = touched_count();
  last_choice = taken;
  last_place = touched_in();
  memcpy(last_touched, touched(), last_count * sizeof(Touched));
}

}  // namespace omc
