// Places come from debug information, locks from the events of the replay.
#include "explain/race.h"

#include <algorithm>

#include <fmt/format.h>

#include "explain/events.h"
#include "explain/memory.h"
#include "llvm/ADT/StringRef.h"
#include "render/render.h"

namespace omc::driver {
namespace {

std::string verb_of(const RaceAccess& access) {
  return fmt::format("{}{}", access.write ? "writes" : "reads",
                     access.atomic ? " (atomically)" : "");
}

std::string place_and_column(const Place& place) {
  if (!place.line) return "a place without debug information";
  return place.column ? fmt::format("{}:{}", short_place(place), place.column) : short_place(place);
}

// How many events of the replay came before the access: the rest of its step may release a lock.
uint64_t events_before(const Run& run, bool counted, const RaceAccess& access,
                       const Schedule& schedule) {
  if (counted) return access.events;
  // The two steps end the schedule, and each makes its access before it synchronises.
  llvm::ArrayRef<Event> events = events_of(run);
  auto in_step = [&](const Event& event) {
    return event.thread == access.thread && event.step + 1 >= schedule.size();
  };
  return static_cast<uint64_t>(std::find_if(events.begin(), events.end(), in_step) -
                               events.begin());
}

// "holding m (since bank.cpp:15)", "holding no lock"
std::string locks_of(Replay& replay, const RaceAccess& access, uint64_t events) {
  std::vector<std::string> locks;
  for (const Holding& holding : holdings(replay.run, events)) {
    if (holding.thread != access.thread) continue;
    Place since = replay.symbols.place(replay.run, holding.since);
    std::string name = replay.names(holding.object);
    locks.push_back(since.line ? fmt::format("{} (since {})", name, short_place(since)) : name);
  }
  return locks.empty() ? "holding no lock" : fmt::format("holding {}", fmt::join(locks, ", "));
}

// Whether an access stands before the statement that its thread is at, on the same line: a loop's
// condition is evaluated after its body. The compiler counts columns in the instrumented text,
// where the statement has moved by at least its own hook, unless it stands in a macro.
bool stands_before(const Place& place, const Place& statement, SourceText& sources) {
  constexpr unsigned hook = sizeof "__omc_hook(0);" - 1;
  if (place.column < statement.column + hook && place.column != statement.column) return true;
  return llvm::StringRef(sources.statement(place.file, place.line, statement.column))
      .starts_with("{");  // an empty body
}

// The column of the statement that the thread is at, or where the line of the access begins.
unsigned column_of(const Place& place, const Place& statement, SourceText& sources) {
  bool within = place.file == statement.file && place.line == statement.line &&
                !stands_before(place, statement, sources);
  return within ? statement.column : sources.first_column(place.file, place.line);
}

// Where an access stands, for a reader. In a system header or in a library without its source, the
// statement that led there says more, where it has a hook.
Place place_of(Replay& replay, const Run& found, const RaceAccess& access) {
  Place statement = replay.symbols.place(found, access.site), place;
  if (access.code.path)
    place = replay.symbols.code_place(at<char>(found, access.code.path), access.code.offset);
  bool has_no_source = llvm::StringRef(place.file).starts_with("/usr/") || !place.line ||
                       replay.sources.statement(place.file, place.line, 0).empty();
  if (has_no_source && statement.line) place = statement;
  if (place.line) place.column = column_of(place, statement, replay.sources);
  return place;
}

}  // namespace

void describe_race(Replay& replay, const Run& found, const BugRecord& record,
                   const Schedule& schedule, Bug& bug) {
  const RaceAccess& a = record.accesses[0];
  const RaceAccess& b = record.accesses[1];
  const Run& run = replay.run;
  bool counted = b.past && &run == &found;
  // Only a replay records where a block was allocated, even one that did not show this race.
  bool has_block = &run != &found && run.queried_block.begin;
  bug.block = has_block ? describe_block(replay, run, run.queried_block, a.address)
                        : describe_block(replay, found, record.block, a.address);
  bug.variable = describe_memory({a.address, a.size, a.data, record.owner}, replay, found, bug);
  bug.declaration =
      replay.symbols.declaration(a.data.path ? at<char>(found, a.data.path) : "", a.data.offset);
  bug.places.clear();
  for (const RaceAccess& access : record.accesses) {
    Place place = place_of(replay, found, access);
    bug.places.push_back(place);
    uint64_t events = events_before(run, counted, access, schedule);
    bug.accesses.push_back(fmt::format(
        "{} {} {} byte{} at {}, {}: {}", thread_title(bug, access.thread), verb_of(access),
        unsigned{access.size}, access.size == 1 ? "" : "s", place_and_column(place),
        locks_of(replay, access, events), llvm::StringRef(replay.statement(place)).trim().str()));
  }
  bug.place = bug.places[0];
  const char* how = b.past ? "and nothing orders the two" : "at the same time";
  const char* verb = llvm::StringRef(bug.variable).starts_with("bytes ") ? "are" : "is";
  bug.message = fmt::format("{} {} {} by thread {} and {} by thread {}{} {}", bug.variable, verb,
                            a.write ? "written" : "read", a.thread, b.write ? "written" : "read",
                            b.thread, b.past ? "," : "", how);
}

bool is_same_race(const Run& run, const BugRecord& a, const BugRecord& b) {
  if (a.kind != BugKind::data_race || b.kind != BugKind::data_race) return false;
  auto same_site = [&](const RaceAccess& x, const RaceAccess& y) {
    return x.site.line && x.site.line == y.site.line && x.site.column == y.site.column &&
           llvm::StringRef(at<char>(run, x.site.file)) == at<char>(run, y.site.file);
  };
  const RaceAccess *x = a.accesses, *y = b.accesses;
  bool overlap = x->address < y->address + y->size && y->address < x->address + x->size;
  return overlap && ((same_site(x[0], y[0]) && same_site(x[1], y[1])) ||
                     (same_site(x[0], y[1]) && same_site(x[1], y[0])));
}

bool reads_the_same(const Bug& a, const Bug& b) {
  if (a.kind != "data-race" || b.kind != a.kind || a.variable != b.variable) return false;
  return std::is_permutation(a.places.begin(), a.places.end(), b.places.begin(), b.places.end());
}

}  // namespace omc::driver
