// A run of `omc test` as text: a table with a row for each case, the first bug whole and the others
// by a line, a line for each case without a verdict, and the verdict of the suite.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "llvm/Support/Unicode.h"
#include "render/coverage.h"
#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

constexpr unsigned widest_name = 60;
constexpr unsigned verdict_width = 16;

std::string padded(const std::string& text, unsigned width) {
  int columns = llvm::sys::unicode::columnWidthUTF8(text);
  auto have = columns < 0 ? static_cast<unsigned>(text.size()) : static_cast<unsigned>(columns);
  return have >= width ? text : text + std::string(width - have, ' ');
}

std::string counted(size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", with_commas(n), n == 1 ? one : many);
}

// "no bugs", "BUG deadlock", "skipped"
std::string row_verdict(const Report& run) {
  if (!run.skipped.empty()) return "skipped";
  switch (run.verdict) {
    case Verdict::ok:
      return "no bugs";
    case Verdict::bug:
      return run.bugs.size() == 1 ? "BUG " + run.bugs[0].kind
                                  : fmt::format("{} BUGS", run.bugs.size());
    case Verdict::incomplete:
      return "INCOMPLETE";
    case Verdict::vacuous:
      return "NOTHING CHECKED";
    case Verdict::error:
      return "ERROR";
  }
  return {};
}

const char* color_of(const Report& run) {
  if (!run.skipped.empty()) return "2";
  if (run.verdict == Verdict::ok) return "32";
  return run.verdict == Verdict::bug ? "1;31" : "33";
}

// "omc: skipped: 2 cases that start no thread, 1 death test"
std::string skipped_line(const Report& report) {
  std::map<std::string, unsigned> counts;
  for (const Report& run : report.cases)
    if (!run.skipped.empty()) counts[run.skipped]++;
  std::string out;
  for (const auto& [why, count] : counts)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", counted(count, "case", "cases"), why);
  return out.empty() ? out : "omc: skipped: " + out + "\n";
}

// Why a case has no verdict.
std::string open_lines(const Report& report) {
  std::string out;
  for (const Report& run : report.cases)
    if (run.skipped.empty() && run.verdict != Verdict::ok && run.verdict != Verdict::bug) {
      std::string line = render_verdict(run);
      out += fmt::format("omc: {}: {}", run.test_case, line.substr(sizeof "omc: " - 1));
    }
  return out;
}

std::string not_covered_lines(const Report& report) {
  std::vector<std::string> parts, checks;
  auto add = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& each : from)
      if (std::find(to.begin(), to.end(), each) == to.end()) to.push_back(each);
  };
  for (const Report& run : report.cases) {
    add(parts, run.not_instrumented);
    add(checks, run.not_checked);
  }
  std::string out;
  if (!parts.empty()) out += fmt::format("omc: not instrumented: {}\n", fmt::join(parts, ", "));
  if (!checks.empty()) out += fmt::format("omc: not checked: {}\n", fmt::join(checks, ", "));
  return out;
}

// The first bug as omc check shows it, and a line for each other.
std::string bug_lines(const Report& report, const TextStyle& style) {
  std::string out;
  std::vector<FoundBug> bugs = all_bugs(report);
  for (size_t i = 0; i < bugs.size(); i++) {
    const auto& [run, bug] = bugs[i];
    if (i == 0 || style.verbose)
      out += fmt::format("\n{}\n{}", run->test_case, render_bug(*run, *bug, style));
    else
      out += fmt::format("{}{}: {}: {} ({})\n  {}\n", i == 1 ? "\n" : "", short_place(bug->place),
                         bug->kind, bug->message, run->test_case, replay_command(*run, *bug));
  }
  return bugs.empty() ? out : out + "\n";
}

}  // namespace

unsigned suite_name_width(const std::vector<std::string>& names) {
  unsigned width = 4;
  for (const std::string& name : names)
    width = std::max(width, static_cast<unsigned>(padded(name, 0).size()));
  return std::min(width, widest_name);
}

std::string render_suite_header(unsigned name_width) {
  return fmt::format("  {} {} {:>12} {:>9}\n", padded("case", name_width),
                     padded("verdict", verdict_width), "states", "seconds");
}

std::string render_suite_row(const Report& run, unsigned name_width, const TextStyle& style) {
  std::string verdict = padded(row_verdict(run), verdict_width);
  if (style.color) verdict = fmt::format("\033[{}m{}\033[0m", color_of(run), verdict);
  std::string name = padded(run.test_case, name_width);
  if (!run.skipped.empty()) return fmt::format("  {} {} {}\n", name, verdict, run.skipped);
  return fmt::format("  {} {} {:>12} {:>9.1f}\n", name, verdict, with_commas(run.stats.states),
                     run.stats.seconds);
}

std::string render_suite_summary(const Report& report, const TextStyle& style) {
  return bug_lines(report, style) + open_lines(report) + not_covered_lines(report) +
         skipped_line(report) + render_coverage(report, style.verbose) + render_verdict(report);
}

std::string render_suite_verdict(const Report& report) {
  uint64_t explored = 0, affected = 0, states = 0;
  bool has_plain_parts = false;
  for (const Report& run : report.cases) {
    explored += run.skipped.empty();
    affected += run.skipped.empty() && run.verdict == report.verdict;
    states += run.stats.states;
    has_plain_parts |= !run.not_instrumented.empty();
  }
  const char* opening = verdict_opening(report.verdict);
  std::string cases = counted(explored, "test case", "test cases");
  std::string seconds = fmt::format("{:.1f} s", report.stats.seconds);
  switch (report.verdict) {
    case Verdict::ok:
      return fmt::format("{}{} in {}{}: all {} explored ({})\n", opening,
                         report.bound.empty() ? "" : " with " + report.bound, cases,
                         has_plain_parts ? ", in what omc-c++ compiled" : "",
                         counted(states, "state", "states"), seconds);
    case Verdict::bug:
      return fmt::format("{}{} in {} of {} ({})\n", opening,
                         counted(all_bugs(report).size(), "bug", "bugs"), affected, cases, seconds);
    case Verdict::incomplete:
      return fmt::format("{}{} of {}; no bug so far ({})\n", opening, affected, cases, seconds);
    case Verdict::vacuous:
      return explored ? fmt::format("{}in {} of {} ({})\n", opening, affected, cases, seconds)
                      : fmt::format("{}no test case starts a thread\n", opening);
    case Verdict::error:
      return fmt::format("{}{} of {} could not be explored\n", opening, affected, cases);
  }
  return {};
}

std::string render_suite(const Report& report, const TextStyle& style) {
  std::vector<std::string> names;
  for (const Report& run : report.cases) names.push_back(run.test_case);
  unsigned width = suite_name_width(names);
  std::string out = render_suite_header(width);
  for (const Report& run : report.cases) out += render_suite_row(run, width, style);
  return out + render_suite_summary(report, style);
}

}  // namespace omc::driver
