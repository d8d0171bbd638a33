#include "race.h"

#include <algorithm>

#include <fmt/format.h>

#include "layout.h"
#include "llvm/ADT/StringRef.h"
#include "render/render.h"

namespace omc {
namespace {

// What the memory is called: a variable, or where it lies.
std::string memory_name(const Run& found, const RaceAccess& access, Symbols& symbols) {
  uint64_t address = access.address;
  if (access.data.path) {
    std::string name = symbols.object_in(at<char>(found, access.data.path), access.data.offset);
    if (!name.empty()) return name;
  }
  if (!in_slots(address)) return fmt::format("{:#x}", address);
  uint64_t offset = (address - slots_begin) % slot_size;
  const char* what = offset >= heap_offset ? "heap memory" : offset < stack_offset ? "a thread-local variable" : "a local variable";
  return fmt::format("{} at {:#x}", what, address);
}

std::string verb_of(const RaceAccess& access) {
  return fmt::format("{}{}", access.write ? "writes" : "reads", access.atomic ? " (atomically)" : "");
}

std::string thread_name(const Bug& bug, unsigned id) {
  for (const ThreadState& thread : bug.threads)
    if (thread.id == id && !thread.name.empty()) return fmt::format("thread {} ({})", id, thread.name);
  return fmt::format("thread {}", id);
}

// "holding m (since bank.cpp:15)", "holding no lock"
std::string locks_of(const Run& run, const RaceAccess& access, Symbols& symbols, const ObjectNames& names) {
  std::vector<std::string> locks;
  for (const Holding& holding : holdings(run, access.past ? access.events : UINT64_MAX)) {
    if (holding.thread != access.thread) continue;
    Place since = symbols.place(run, holding.since);
    locks.push_back(since.line ? fmt::format("{} (since {})", names(holding.object), short_place(since)) : names(holding.object));
  }
  return locks.empty() ? "holding no lock" : fmt::format("holding {}", fmt::join(locks, ", "));
}

}  // namespace

void tell_race(const Run& run, const Run& found, const BugRecord& record, Symbols& symbols, SourceText& sources,
               const ObjectNames& names, Bug& bug) {
  std::string what = memory_name(found, record.accesses[0], symbols);
  bug.places.clear();
  for (const RaceAccess& access : record.accesses) {
    Place statement = symbols.place(found, access.site), place;
    if (access.code.path) place = symbols.code_place(at<char>(found, access.code.path), access.code.offset);
    // In a header of the system: the statement that led there says more.
    bool system = llvm::StringRef(place.file).starts_with("/usr/") || !place.line;
    if (system) place = statement;
    bool same_line = place.file == statement.file && place.line == statement.line;
    std::string text = sources.statement(place.file, place.line, same_line ? statement.column : 1);
    bug.places.push_back(place);
    bug.accesses.push_back(fmt::format("{} {} {} byte{} at {}, {}: {}", thread_name(bug, access.thread), verb_of(access),
                                       unsigned{access.size}, access.size == 1 ? "" : "s", short_place(place),
                                       locks_of(run, access, symbols, names), llvm::StringRef(text).trim().str()));
  }
  const RaceAccess& a = record.accesses[0];
  const RaceAccess& b = record.accesses[1];
  bug.place = bug.places[0];
  const char* how = b.past ? "and nothing orders the two" : "at the same time";
  bug.message = fmt::format("{} is {} by thread {} and {} by thread {}{} {}", what, a.write ? "written" : "read", a.thread,
                            b.write ? "written" : "read", b.thread, b.past ? "," : "", how);
}

}  // namespace omc
