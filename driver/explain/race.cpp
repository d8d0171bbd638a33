#include "explain/race.h"

#include <algorithm>

#include <fmt/format.h>

#include "explain/memory_words.h"
#include "llvm/ADT/StringRef.h"
#include "render/render.h"

namespace omc {
namespace {

std::string verb_of(const RaceAccess& access) {
  return fmt::format("{}{}", access.write ? "writes" : "reads",
                     access.atomic ? " (atomically)" : "");
}

std::string place_and_column(const Place& place) {
  if (!place.line) return "a place without debug information";
  return place.column ? fmt::format("{}:{}", short_place(place), place.column) : short_place(place);
}

// How many events of the replay there were when the access was made: the rest of its step may let
// go of a lock.
uint64_t events_before(const Run& run, bool counted, const RaceAccess& access,
                       const Schedule& schedule) {
  if (counted) return access.events;
  // The two steps are the last of the schedule, and what they touch comes before anything in them
  // that synchronises.
  llvm::ArrayRef<Event> events = events_of(run);
  auto in_step = [&](const Event& event) {
    return event.thread == access.thread && event.step + 1 >= schedule.size();
  };
  return static_cast<uint64_t>(std::find_if(events.begin(), events.end(), in_step) -
                               events.begin());
}

// "holding m (since bank.cpp:15)", "holding no lock"
std::string locks_of(const Run& run, const RaceAccess& access, uint64_t events, Symbols& symbols,
                     const ObjectNames& names) {
  std::vector<std::string> locks;
  for (const Holding& holding : holdings(run, events)) {
    if (holding.thread != access.thread) continue;
    Place since = symbols.place(run, holding.since);
    locks.push_back(since.line
                        ? fmt::format("{} (since {})", names(holding.object), short_place(since))
                        : names(holding.object));
  }
  return locks.empty() ? "holding no lock" : fmt::format("holding {}", fmt::join(locks, ", "));
}

// The condition of a loop comes after its body, so it may stand before the statement that the
// thread is at, on the same line. The compiler counts columns of the text with hooks, where that
// statement has moved by at least its own; one in a macro has not.
bool stands_before(const Place& place, const Place& statement, SourceText& sources) {
  constexpr unsigned hook = sizeof "__omc_hook(0);" - 1;
  if (place.column < statement.column + hook && place.column != statement.column) return true;
  return llvm::StringRef(sources.statement(place.file, place.line, statement.column))
      .starts_with("{");  // an empty body
}

// That of the statement that the thread is at, or where the line begins that the access is on.
unsigned column_of(const Place& place, const Place& statement, SourceText& sources) {
  bool within = place.file == statement.file && place.line == statement.line &&
                !stands_before(place, statement, sources);
  return within ? statement.column : sources.first_column(place.file, place.line);
}

}  // namespace

void tell_race(const Run& run, const Run& found, const BugRecord& record, const Schedule& schedule,
               Symbols& symbols, SourceText& sources, const ObjectNames& names, Bug& bug) {
  const RaceAccess& a = record.accesses[0];
  const RaceAccess& b = record.accesses[1];
  bool counted = b.past && &run == &found;
  // Where the block comes from is known in a replay alone, which may not have shown this race
  // itself.
  bool replayed = &run != &found && run.about_block.begin;
  bug.block = replayed ? tell_block(run, run.about_block, a.address, symbols, sources)
                       : tell_block(found, record.block, a.address, symbols, sources);
  bug.variable = memory_words({a.address, a.size, a.data, record.owner}, found, bug, symbols);
  bug.places.clear();
  for (const RaceAccess& access : record.accesses) {
    Place statement = symbols.place(found, access.site), place;
    if (access.code.path)
      place = symbols.code_place(at<char>(found, access.code.path), access.code.offset);
    // In a header of the system, or in a library without its source: the statement that led there
    // says more, where it has a hook.
    bool is_foreign = llvm::StringRef(place.file).starts_with("/usr/") || !place.line ||
                      sources.statement(place.file, place.line, 0).empty();
    if (is_foreign && statement.line) place = statement;
    if (place.line) place.column = column_of(place, statement, sources);
    std::string text = sources.statement(place.file, place.line, place.column);
    bug.places.push_back(place);
    bug.accesses.push_back(fmt::format(
        "{} {} {} byte{} at {}, {}: {}", thread_words(bug, access.thread), verb_of(access),
        unsigned{access.size}, access.size == 1 ? "" : "s", place_and_column(place),
        locks_of(run, access, events_before(run, counted, access, schedule), symbols, names),
        llvm::StringRef(text).trim().str()));
  }
  bug.place = bug.places[0];
  const char* how = b.past ? "and nothing orders the two" : "at the same time";
  const char* verb = llvm::StringRef(bug.variable).starts_with("bytes ") ? "are" : "is";
  bug.message = fmt::format("{} {} {} by thread {} and {} by thread {}{} {}", bug.variable, verb,
                            a.write ? "written" : "read", a.thread, b.write ? "written" : "read",
                            b.thread, b.past ? "," : "", how);
}

}  // namespace omc
