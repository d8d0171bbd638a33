// The report as text: for each bug a GCC-shaped line, who holds and waits for what, the schedule,
// and the command that replays it; then the outcomes and the verdict. Meant to fit one screen.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "render/coverage.h"
#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

struct Paint {
  bool on;
  std::string operator()(const char* code, const std::string& text) const {
    return on ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
};
constexpr const char* bold = "1";
constexpr const char* red = "1;31";
constexpr size_t most_waiting = 12;  // lines about waiting threads that fit the screen

std::string plural(uint64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", with_commas(n), n == 1 ? one : many);
}

std::string seconds_words(double seconds) {
  return seconds < 100 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string diagnostic_line(const Bug& bug, const Paint& paint) {
  std::string where =
      bug.place.file.empty()
          ? std::string("omc")
          : fmt::format("{}:{}:{}", bug.place.file, bug.place.line, std::max(bug.place.column, 1u));
  return fmt::format("{} {} {}: {} [omc-{}]\n", paint(bold, where + ":"), paint(red, "error:"),
                     bug.kind, bug.message, bug.kind);
}

// Livelock: where a running thread is.
std::string running_line(const ThreadState& thread) {
  std::string line = "  " + thread_title(thread) + " is";
  if (thread.place.line) line += " at " + short_place(thread.place);
  return line + (thread.text.empty() ? "" : ": " + thread.text) + "\n";
}

std::string waiting_line(const ThreadState& thread) {
  std::string line = "  " + thread_title(thread) + " waits";
  if (thread.place.line) line += " at " + short_place(thread.place);
  if (!thread.waits_for.empty()) line += " for " + thread.waits_for;
  if (thread.why.empty()) return line + "\n";
  return line + (thread.held_by && !thread.holder_ended ? ", " : ": ") + thread.why + "\n";
}

// First the threads of the cycle, then those that wait for no waiting thread, then the rest.
std::vector<const ThreadState*> in_order(const Bug& bug) {
  auto is_blocked = [&](unsigned id) {
    return std::any_of(bug.threads.begin(), bug.threads.end(), [&](const ThreadState& other) {
      return other.id == id && other.standing == Standing::blocked;
    });
  };
  auto rank = [&](const ThreadState& thread) {
    if (std::find(bug.cycle.begin(), bug.cycle.end(), thread.id) != bug.cycle.end()) return 0;
    return std::any_of(thread.waits_on.begin(), thread.waits_on.end(), is_blocked) ? 2 : 1;
  };
  std::vector<const ThreadState*> out;
  for (int wanted : {0, 1, 2})
    for (const ThreadState& thread : bug.threads)
      if (thread.standing == Standing::blocked && rank(thread) == wanted) out.push_back(&thread);
  return out;
}

// "cycle: 1 waits for 2 waits for 1"
std::string cycle_line(const std::vector<unsigned>& cycle) {
  if (cycle.size() < 2) return {};
  return fmt::format("  cycle: {} waits for {}\n", fmt::join(cycle, " waits for "), cycle[0]);
}

std::string waiting_lines(const Bug& bug, bool verbose) {
  std::vector<const ThreadState*> threads = in_order(bug);
  size_t shown = verbose || threads.size() <= most_waiting ? threads.size() : most_waiting - 1;
  std::string out;
  for (size_t i = 0; i < shown; i++) out += waiting_line(*threads[i]);
  if (shown < threads.size())
    out += fmt::format("  … {} more threads wait (-v shows them)\n", threads.size() - shown);
  return out + cycle_line(bug.cycle);
}

// "allocated by thread 0 (main) at queue.c:12: node = malloc(sizeof *node);"
std::string block_event(const Bug& bug, const char* what, std::optional<unsigned> by,
                        const Place& place, const std::string& text) {
  if (!by) return {};
  std::string line = fmt::format("  {} by {}", what, thread_title(bug, *by));
  if (place.line) line += " at " + short_place(place);
  return line + (text.empty() ? "" : ": " + text) + "\n";
}

std::string block_lines(const Bug& bug) {
  if (!bug.block) return {};
  const HeapBlock& block = *bug.block;
  return block_event(bug, "allocated", block.allocated_by, block.allocated, block.allocated_text) +
         block_event(bug, "freed", block.freed_by, block.freed, block.freed_text);
}

std::string other_bug_lines(const Bug& bug, bool verbose) {
  constexpr size_t most = 2;
  size_t shown = verbose ? bug.on_the_way.size() : std::min(bug.on_the_way.size(), most);
  std::string out;
  for (size_t i = 0; i < shown; i++)
    out += fmt::format("  also in this schedule: {}\n", bug.on_the_way[i]);
  if (shown < bug.on_the_way.size())
    out += fmt::format("  … {} more in this schedule (-v shows them)\n",
                       bug.on_the_way.size() - shown);
  return out;
}

std::string difference_table(const std::vector<Difference>& differences) {
  size_t name = 8, first = 7;
  for (const Difference& difference : differences) {
    name = std::max(name, difference.variable.size());
    first = std::max(first, difference.first.size());
  }
  std::string out =
      fmt::format("  {:<{}} | {:<{}} | {}\n", "variable", name, "value 1", first, "value 2");
  for (const Difference& d : differences)
    out += fmt::format("  {:<{}} | {:<{}} | {}\n", d.variable, name, d.first, first, d.second);
  return out;
}

std::string step_words(const Step& step) {
  std::string text = step.place.line ? short_place(step.place) + ": " + step.text : step.text;
  if (!text.empty()) return text;
  return step.effects.empty() ? "its next step" : step.effects[0];
}

// Where the schedule was lost, and what would have been different.
std::string turning_point_lines(const Report& report, const Bug& bug) {
  using Found = TurningPoint::Found;
  const TurningPoint& point = bug.turning_point;
  switch (point.found) {
    case Found::not_sought:
      return {};
    case Found::unknown:
      return "  point of no return: not found in time\n";
    case Found::every_schedule_fails:
      return "  point of no return: none; no schedule ends without a bug\n";
    case Found::at_step:
      break;
  }
  auto taken = [&](const Step& step) { return step.n == point.step; };
  auto step = std::find_if(bug.steps.begin(), bug.steps.end(), taken);
  if (step == bug.steps.end()) return {};
  bool same_thread = step->thread == point.instead.thread;
  std::string out = fmt::format("  point of no return: step {}, {} at {}\n", point.step,
                                thread_title(bug, step->thread), step_words(*step));
  if (same_thread)
    out += fmt::format("  passes if that step of thread {} goes the other way\n", step->thread);
  else
    out += fmt::format("  passes if {} goes first there, at {}\n",
                       thread_title(bug, point.instead.thread), step_words(point.instead));
  return out + fmt::format("    {}\n", passing_command(report, bug));
}

std::string replay_line(const Report& report, const Bug& bug) {
  return fmt::format("  replay: {}\n", replay_command(report, bug));
}

// The lines of what the program printed, each behind a mark; of many only the last.
std::string output_lines(const std::string& text, char mark, size_t most) {
  std::vector<std::string> lines;
  for (size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
  }
  size_t first = lines.size() > most ? lines.size() - most : 0;
  std::string out = first ? fmt::format("  {} … {} more lines …\n", mark, first) : "";
  for (size_t i = first; i < lines.size(); i++) out += fmt::format("  {} {}\n", mark, lines[i]);
  return out;
}

std::string outcome_lines(const Outcome& outcome, size_t i, size_t n) {
  std::string how = outcome.signal ? fmt::format("signal {}", outcome.signal)
                                   : fmt::format("exit {}", outcome.exit);
  std::string out = fmt::format("outcome {} of {}: {}, {}, schedule {}\n", i, n, how,
                                plural(outcome.count, "execution", "executions"), outcome.schedule);
  return out + output_lines(outcome.out, '|', SIZE_MAX) + output_lines(outcome.err, '!', SIZE_MAX);
}

// "libfoo.so, bar.c and 12 more"
std::string some_of(const std::vector<std::string>& names, size_t most = 5) {
  size_t shown = names.size() <= most ? names.size() : most - 1;
  std::string out =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "));
  return shown < names.size() ? fmt::format("{} and {} more", out, names.size() - shown) : out;
}

// "; libfoo.so was not checked"
std::string exception_of(const Report& report) {
  const std::vector<std::string>& parts = report.not_instrumented;
  if (parts.empty()) return {};
  return fmt::format("; {} {} not checked", some_of(parts), parts.size() == 1 ? "was" : "were");
}

// ": 70 (12 executions), -10 (3)", of few outcomes that each print at most a short line.
std::string short_outcomes(const Report& report) {
  constexpr size_t most = 4, longest = 20;
  if (report.outcome_count != report.outcomes.size() || report.outcomes.size() > most) return {};
  std::string out;
  for (const Outcome& outcome : report.outcomes) {
    llvm::StringRef text = llvm::StringRef(outcome.out).trim();
    if (text.size() > longest || text.contains('\n') || !outcome.err.empty()) return {};
    std::string words = text.str();
    if (outcome.signal || outcome.exit || text.empty())
      words += fmt::format("{}{}", text.empty() ? "" : ", ",
                           outcome.signal ? fmt::format("signal {}", outcome.signal)
                                          : fmt::format("exit {}", outcome.exit));
    out += out.empty()
               ? fmt::format(": {} ({})", words, plural(outcome.count, "execution", "executions"))
               : fmt::format(", {} ({})", words, with_commas(outcome.count));
  }
  return out;
}

std::string outcomes_summary(const Report& report, bool verbose) {
  std::string out;
  if (!report.not_modelled.empty())
    out += fmt::format("omc: not modelled, executed for real in each schedule: {}\n",
                       fmt::join(report.not_modelled, ", "));
  if (!report.not_done.empty())
    out += fmt::format("omc: not modelled, not executed: {}\n", fmt::join(report.not_done, ", "));
  for (const Bug& bug : report.unconfirmed)
    out += fmt::format("omc: not confirmed by a replay: {}: {}: {}\n{}", short_place(bug.place),
                       bug.kind, bug.message, replay_line(report, bug));
  if (!report.not_checked.empty())
    out += fmt::format("omc: not checked: {}\n", fmt::join(report.not_checked, ", "));
  if (!report.not_instrumented.empty())
    out += fmt::format(
        "omc: not instrumented: {}: races inside {} cannot be detected; rebuild with omc-cc or "
        "omc-c++\n",
        verbose ? some_of(report.not_instrumented, SIZE_MAX)
                : some_of(report.not_instrumented) +
                      (report.not_instrumented.size() > 5 ? " (-v shows them)" : ""),
        report.not_instrumented.size() == 1 ? "it" : "them");
  if (verbose)
    for (size_t i = 0; i < report.outcomes.size(); i++)
      out += outcome_lines(report.outcomes[i], i + 1, report.outcome_count);
  out += "omc: " + plural(report.outcome_count, "distinct outcome", "distinct outcomes");
  if (!report.complete) out += " so far";
  if (report.outcome_count > 1 && !verbose) out += " (-v shows each)" + short_outcomes(report);
  return out + "\n";
}

std::string order_lines(const Report& report) {
  std::string out;
  for (const std::string& line : report.orders)
    out += fmt::format("{}{}\n", out.empty() ? "omc: " : "  ", line);
  return out;
}

// How many bugs each suppression took out, and which suppressions may be out of date.
std::string suppression_lines(const Report& report) {
  std::string out;
  for (const SuppressionUse& use : report.suppressions)
    if (use.bugs)
      out += fmt::format("omc: suppressed: {} by {} ({})\n", plural(use.bugs, "bug", "bugs"),
                         use.text, use.place);
  for (const SuppressionUse& use : report.suppressions)
    if (!use.bugs)
      out += fmt::format("omc: suppression never matched{}: {} ({})\n",
                         report.complete ? "" : " so far", use.text, use.place);
  return out;
}

std::string bug_kinds(const std::vector<Bug>& bugs) {
  std::vector<std::pair<std::string, unsigned>> kinds;
  for (const Bug& bug : bugs) {
    auto same = [&](const auto& entry) { return entry.first == bug.kind; };
    auto known = std::find_if(kinds.begin(), kinds.end(), same);
    if (known == kinds.end())
      kinds.emplace_back(bug.kind, 1);
    else
      known->second++;
  }
  std::string out;
  for (const auto& [kind, count] : kinds) {
    if (!out.empty()) out += ", ";
    out += count > 1 ? fmt::format("{} {}", count, kind) : kind;
  }
  return out;
}

// The threads without their standing, which differs between the two schedules.
std::vector<ThreadState> names_only(std::vector<ThreadState> threads) {
  for (ThreadState& thread : threads) thread.standing = Standing::ready;
  return threads;
}

}  // namespace

std::string thread_title(const ThreadState& thread) {
  if (thread.name.empty()) return fmt::format("thread {}", thread.id);
  return fmt::format("thread {} ({})", thread.id, thread.name);
}

std::string thread_title(const Bug& bug, unsigned id) {
  for (const ThreadState& thread : bug.threads)
    if (thread.id == id) return thread_title(thread);
  return fmt::format("thread {}", id);
}

std::string with_commas(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t i = digits.size(); i > 3;) digits.insert(i -= 3, ",");
  return digits;
}

std::string short_place(const Place& place) {
  return fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
}

std::string render_bug(const Report& report, const Bug& bug, const TextStyle& style) {
  Paint paint{style.color};
  std::string out = diagnostic_line(bug, paint);
  if (bug.kind == "livelock")
    for (const ThreadState& thread : bug.threads)
      if (thread.standing == Standing::ready) out += running_line(thread);
  if (bug.kind == "deadlock" || bug.kind == "livelock") out += waiting_lines(bug, style.verbose);
  if (!bug.stack.empty()) out += fmt::format("  in {}\n", fmt::join(bug.stack, " < "));
  if (!bug.declaration.empty()) out += fmt::format("  {}: {}\n", bug.variable, bug.declaration);
  for (const std::string& access : bug.accesses) out += fmt::format("  {}\n", access);
  for (const std::string& line : bug.weak) out += fmt::format("  {}\n", line);
  constexpr size_t most_lines = 12;
  for (const auto& [text, mark] : {std::pair(&bug.out, '|'), std::pair(&bug.err, '!')})
    out += output_lines(*text, mark, style.verbose ? SIZE_MAX : most_lines);
  out += block_lines(bug);
  out += other_bug_lines(bug, style.verbose);
  if (!bug.differences.empty()) out += "\n" + difference_table(bug.differences);
  if (!bug.steps.empty())
    out += "\n" + render_schedule(bug.steps, bug.threads, style, bug.turning_point.step);
  if (!bug.loop.empty())
    out += fmt::format("\n  the last steps repeat for ever, in rounds of: {}\n", bug.loop);
  if (!bug.other_schedule.empty()) {
    out += "\n  the other schedule, with value 2:\n\n";
    out += render_schedule(bug.other_steps, names_only(bug.threads), style);
  }
  out += "\n" + turning_point_lines(report, bug);
  if (!bug.hint.empty()) out += fmt::format("  hint: {}\n", bug.hint);
  return out + replay_line(report, bug);
}

std::string render_verdict(const Report& report) {
  if (!report.framework.empty()) return render_suite_verdict(report);
  const RunStats& stats = report.stats;
  std::string executions = plural(stats.executions, "execution", "executions");
  std::string seconds = seconds_words(stats.seconds);
  std::string bugs = plural(report.bugs.size(), "bug", "bugs");
  const char* opening = verdict_opening(report.verdict);
  switch (report.verdict) {
    case Verdict::ok: {
      std::string within = report.not_instrumented.empty() ? "" : " in what omc-c++ compiled";
      if (!report.bound.empty()) within += " with " + report.bound;
      std::string except = exception_of(report);
      std::string threads = plural(stats.threads, "thread", "threads");
      if (!stats.states)
        return fmt::format("{}{}: all {} of {} explored ({}){}\n", opening, within, executions,
                           threads, seconds, except);
      return fmt::format("{}{}: all {} of {} explored ({}, {}){}\n", opening, within,
                         plural(stats.states, "state", "states"), threads, executions, seconds,
                         except);
    }
    case Verdict::bug: {
      std::string cut = report.reason.empty() ? "" : "; INCOMPLETE: " + report.reason;
      return fmt::format("{}{}: {} ({}, {}{})\n", opening, bugs, bug_kinds(report.bugs), executions,
                         seconds, cut);
    }
    case Verdict::incomplete: {
      std::string explored = stats.states ? plural(stats.states, "state", "states") : executions;
      if (report.complete_within)
        return fmt::format("{}{}; complete within {}, no bug so far ({})\n", opening, report.reason,
                           plural(*report.complete_within, "preemption", "preemptions"), explored);
      return fmt::format("{}{}; {}, no bug so far\n", opening, report.reason, explored);
    }
    case Verdict::vacuous:
    case Verdict::error:
      return fmt::format("{}{}\n", opening, report.reason);
  }
  return {};
}

std::string render_text(const Report& report, const TextStyle& style) {
  if (!report.framework.empty()) return render_suite(report, style);
  std::string out;
  for (const Bug& bug : report.bugs) out += render_bug(report, bug, style) + "\n";
  if (!report.tried_first.empty())
    out += fmt::format("omc: tried first, before a search: {}\n", report.tried_first);
  if (report.verdict != Verdict::error)
    out += outcomes_summary(report, style.verbose) + order_lines(report) +
           suppression_lines(report) + render_coverage(report, style.verbose);
  return out + render_verdict(report);
}

}  // namespace omc::driver
