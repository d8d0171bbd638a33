#include "explain/order_trials.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "explain/replay.h"
#include "explain/weak_memory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "render/render.h"

namespace omc::driver {
namespace {

enum Kind : uint8_t { load, store, update, fence };
using Orders = std::vector<int>;

// The orders that are one step weaker; of an order that joins two, those two.
Orders weaker(Kind kind, int order) {
  switch (order) {
    case __ATOMIC_SEQ_CST:
      return {kind == load    ? __ATOMIC_ACQUIRE
              : kind == store ? __ATOMIC_RELEASE
                              : __ATOMIC_ACQ_REL};
    case __ATOMIC_ACQ_REL:
      return {__ATOMIC_ACQUIRE, __ATOMIC_RELEASE};
    case __ATOMIC_RELAXED:
      return {};
    default:
      return {__ATOMIC_RELAXED};
  }
}

Orders stronger(Kind kind, int order) {
  switch (order) {
    case __ATOMIC_SEQ_CST:
      return {};
    case __ATOMIC_RELAXED:
      if (kind == load) return {__ATOMIC_ACQUIRE};
      if (kind == store) return {__ATOMIC_RELEASE};
      return {__ATOMIC_ACQUIRE, __ATOMIC_RELEASE};
    case __ATOMIC_ACQ_REL:
      return {__ATOMIC_SEQ_CST};
    default:
      return {kind == load || kind == store ? __ATOMIC_SEQ_CST : __ATOMIC_ACQ_REL};
  }
}

struct Trial {
  Place place;
  std::string change;  // "release → relaxed"
  std::string result;
};

std::string bug_text(const Run& run) {
  Replay replay(run);
  const BugRecord& record = run.bugs[0];
  Place place = replay.symbols.place(run, record.site);
  std::string kind = bug_kind_names[static_cast<unsigned>(record.kind)];
  return place.line ? fmt::format("{} at {}", kind, short_place(place)) : kind;
}

// What the search says with one order changed.
llvm::Expected<std::string> run_trial(const Replayer& replayer, const AtomicSite& site, int order,
                                      bool has_bugs, double seconds) {
  auto launched =
      replayer.search_once(fmt::format("orders={}/{}", site.code.offset, order), seconds);
  if (!launched) return launched.takeError();
  const Run& run = launched->run();
  if (run.bug_count) return (has_bugs ? "still " : "needed: ") + bug_text(run);
  if (!run.finished || run.incomplete || launched->interrupted)
    return "unknown: the search was cut";
  return fmt::format("{}: no bug in {} states", has_bugs ? "too weak" : "not needed by this test",
                     with_commas(run.stats.states));
}

std::vector<std::string> as_table(const std::vector<Trial>& trials, bool has_bugs) {
  const char* what = has_bugs ? "stronger" : "weaker";
  if (trials.empty())
    return {fmt::format("no atomic of the program has a memory order that could be {}", what)};
  size_t places = 0, changes = 0;
  for (const Trial& trial : trials) {
    places = std::max(places, short_place(trial.place).size());
    changes = std::max(changes, trial.change.size());
  }
  std::vector<std::string> lines{fmt::format("each memory order one step {}:", what)};
  for (const Trial& trial : trials)
    lines.push_back(fmt::format("{:<{}}  {:<{}}  {}", short_place(trial.place), places,
                                trial.change, changes, trial.result));
  return lines;
}

bool comes_first(const Trial& a, const Trial& b) {
  return std::tie(a.place.file, a.place.line, a.place.column) <
         std::tie(b.place.file, b.place.line, b.place.column);
}

}  // namespace

llvm::Expected<std::vector<std::string>> try_orders(const Run& found, bool has_bugs,
                                                    const Replayer& replayer, double seconds) {
  Replay replay(found);
  std::vector<Trial> trials;
  llvm::ArrayRef<AtomicSite> sites(at<AtomicSite>(found, found.atomic_sites),
                                   found.atomic_sites ? found.atomic_site_count.load() : 0);
  for (const AtomicSite& site : sites) {
    if (!site.code.path) continue;
    Place place = replay.symbols.code_place(at<char>(found, site.code.path), site.code.offset);
    // The atomics of a library are not the program's to change.
    if (!place.line || llvm::StringRef(place.file).starts_with("/usr/")) continue;
    auto kind = static_cast<Kind>(site.op);
    for (int order : has_bugs ? stronger(kind, site.order) : weaker(kind, site.order)) {
      auto result = run_trial(replayer, site, order, has_bugs, seconds);
      if (!result) return result.takeError();
      const char* to = kind == fence && order == __ATOMIC_RELAXED ? "no fence" : order_name(order);
      trials.push_back(
          {place, fmt::format("{} → {}", order_name(site.order), to), std::move(*result)});
    }
  }
  std::stable_sort(trials.begin(), trials.end(), comes_first);
  return as_table(trials, has_bugs);
}

}  // namespace omc::driver
