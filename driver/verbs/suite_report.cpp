#include "verbs/suite_report.h"

#include <algorithm>

namespace omc::driver {

Verdict worst_verdict(const std::vector<Report>& cases) {
  for (Verdict verdict : {Verdict::bug, Verdict::error, Verdict::incomplete, Verdict::vacuous})
    for (const Report& run : cases)
      if (run.verdict == verdict && run.skipped.empty()) return verdict;
  bool has_explored = std::any_of(cases.begin(), cases.end(),
                                  [](const Report& run) { return run.skipped.empty(); });
  return has_explored ? Verdict::ok : Verdict::vacuous;
}

void add_totals(Report& report) {
  report.verdict = worst_verdict(report.cases);
  report.complete = std::all_of(report.cases.begin(), report.cases.end(), [](const Report& run) {
    return run.complete || !run.skipped.empty();
  });
  for (const Report& run : report.cases) {
    report.stats.executions += run.stats.executions;
    report.stats.states += run.stats.states;
    report.stats.steps += run.stats.steps;
    report.stats.hooks += run.stats.hooks;
    report.stats.threads = std::max(report.stats.threads, run.stats.threads);
    if (report.bound.empty()) report.bound = run.bound;
  }
}

}  // namespace omc::driver
