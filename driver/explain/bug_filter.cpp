// Symbols are read when the first suppression needs them.
#include "explain/bug_filter.h"

#include <algorithm>

#include "explain/race.h"

namespace omc::driver {

int BugFilter::suppressed_by(const Run& run, const BugRecord& bug) {
  if (suppressions_.empty()) return -1;
  if (!symbols_) symbols_ = std::make_unique<Symbols>(run);
  return suppressions_.find(bug.kind, subjects_of(run, bug, *symbols_));
}

bool BugFilter::has_new(const Run& run) {
  for (uint32_t n = run.bug_count; examined_ < n; examined_++) {
    const BugRecord& bug = run.bugs[examined_];
    if (!bug.weak && suppressed_by(run, bug) < 0) return true;
  }
  return false;
}

std::vector<const BugRecord*> BugFilter::bugs_to_report(const Run& run, bool all) {
  std::vector<const BugRecord*> out, suppressed;
  for (uint32_t i = 0; i < std::min<uint32_t>(run.bug_count, max_bugs); i++) {
    int row = suppressed_by(run, run.bugs[i]);
    auto& list = row < 0 ? out : suppressed;
    auto is_there = [&](const BugRecord* other) { return is_same_race(run, *other, run.bugs[i]); };
    if (std::any_of(list.begin(), list.end(), is_there)) continue;
    list.push_back(&run.bugs[i]);
    if (row >= 0) suppressions_[static_cast<size_t>(row)].bugs++;
  }
  if (all || suppressions_.empty() || out.size() < 2) return out;
  // With suppressions the runtime goes on after its first bug; a weak one gives way to another.
  auto is_strong = [](const BugRecord* bug) { return !bug->weak; };
  auto strong = std::find_if(out.begin(), out.end(), is_strong);
  return {strong == out.end() ? out[0] : *strong};
}

}  // namespace omc::driver
