// "No bugs" requires that the search ended by itself, that no limit cut it, and that there was
// something to check (run/verdict.h).
#include "explain/outcome_report.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "debuginfo/uninstrumented.h"
#include "launch/schedules.h"
#include "render/render.h"
#include "user_error.h"

namespace omc::driver {
namespace {

std::string death_of(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const char* name = sigabbrev_np(WTERMSIG(wait_status));
    return name ? fmt::format("died with SIG{}", name)
                : fmt::format("died with signal {}", WTERMSIG(wait_status));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(wait_status));
}

std::string reason_of(Incomplete why) { return incomplete_words[static_cast<unsigned>(why)]; }

std::string text_at(const Run& run, uint64_t offset, uint64_t length) {
  return offset ? std::string(at<char>(run, offset), length) : std::string();
}

Outcome outcome_of(const Run& run, const OutcomeRecord& record) {
  Outcome outcome;
  outcome.out = text_at(run, record.out, record.out_length);
  outcome.err = text_at(run, record.err, record.err_length);
  outcome.exit = record.exit_status;
  outcome.signal = record.signal;
  outcome.count = record.count;
  if (record.schedule)
    outcome.schedule = schedule_text(at<Stretch>(run, record.schedule), record.schedule_stretches);
  return outcome;
}

RunStats stats_of(const Launched& launched) {
  const Stats& from = launched.run().stats;
  RunStats stats;
  // A bug may stop the first execution in the middle.
  stats.executions = std::max<uint64_t>(from.executions, launched.run().bug_count ? 1 : 0);
  stats.states = from.states;
  stats.steps = from.steps;
  stats.hooks = from.hooks;
  stats.pruned = from.pruned;
  stats.threads = from.threads;
  stats.max_depth = from.max_depth;
  stats.forks = from.forks;
  stats.max_processes = from.max_processes;
  stats.peak_rss_kb = launched.peak_rss_kb;
  stats.seconds = launched.seconds;
  return stats;
}

// System calls that the model does not cover: passed on to the kernel, or not done at all. Each is
// described once.
struct NotModelled {
  std::vector<std::string> done, not_done;
};
NotModelled not_modelled(const Run& run) {
  struct Row {
    long number;
    const char* name;
    Naming naming;
    std::string_view words;
  };
  static constexpr Row rows[] = {
#define SYSCALL(name, serve, where, cancels, writes, naming, words) \
  {SYS_##name, #name, Naming::naming, words},
#include "kernel/syscalls.def"
#undef SYSCALL
  };
  NotModelled calls;
  for (long number = 0; number < 512; number++) {
    if (!(run.unmodelled[number / 64] >> (number % 64) & 1)) continue;
    auto row = std::find_if(std::begin(rows), std::end(rows),
                            [&](const Row& each) { return each.number == number; });
    bool has_row = row != std::end(rows);
    std::string word = !has_row             ? fmt::format("system call {}", number)
                       : row->words.empty() ? row->name
                                            : std::string(row->words);
    bool is_done = !has_row || row->naming != Naming::not_done;
    std::vector<std::string>& words = is_done ? calls.done : calls.not_done;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return calls;
}

constexpr const char* out_of_memory =
    "the kernel killed a process of the search, because memory ran out (give less with --memory or "
    "--jobs)";

bool ran_out_of_memory(const Launched& launched) {
  return launched.oom_kills && WIFSIGNALED(launched.wait_status) &&
         WTERMSIG(launched.wait_status) == SIGKILL;
}

// "a sample of the schedules (pct, seed 1; each finds a bug of depth 3 with probability 1/12,544)".
std::string sample_words(const Run& run, const Options& options) {
  bool is_pct = options.search == Search::pct;
  std::string odds;
  if (is_pct && run.stats.choices) {
    constexpr double most_printed = 1e15;
    double one_in = static_cast<double>(run.stats.threads);
    for (uint64_t i = 1; i < options.bug_depth; i++)
      one_in *= static_cast<double>(run.stats.choices);
    odds = fmt::format("; each finds a bug of depth {} with probability 1/{} or more",
                       options.bug_depth,
                       one_in < most_printed ? with_commas(static_cast<uint64_t>(one_in))
                                             : fmt::format("{:.0e}", one_in));
  }
  return fmt::format("{} ({}, seed {}{})", reason_of(Incomplete::sampled),
                     is_pct ? "pct" : "random", options.seed, odds);
}

// Why the search is incomplete; empty when it is complete.
std::string cut_by(const Launched& launched, const Options& options) {
  const Run& run = launched.run();
  Incomplete limit = static_cast<Incomplete>(run.incomplete.load());
  if (launched.interrupted) return reason_of(Incomplete::interrupted);
  bool is_sample = limit == Incomplete::sampled || limit == Incomplete::time;
  if (is_sample && options.samples()) return sample_words(run, options);
  if (launched.timed_out) return reason_of(Incomplete::time);
  if (limit == Incomplete::lost && launched.oom_kills) return out_of_memory;
  if (limit != Incomplete::none) {
    std::string words = reason_of(limit);
    if (limit == Incomplete::unmodelled) {
      NotModelled calls = not_modelled(run);
      calls.done.insert(calls.done.end(), calls.not_done.begin(), calls.not_done.end());
      return fmt::format("{}: {}", words, fmt::join(calls.done, ", "));
    }
    return run.incomplete_detail
               ? fmt::format("{} ({})", words, at<char>(run, run.incomplete_detail))
               : words;
  }
  if (!run.finished && ran_out_of_memory(launched)) return out_of_memory;
  if (!run.finished) return "the checker " + death_of(launched.wait_status);
  if (run.bugs_dropped)
    return fmt::format("more than {} distinct bugs (the others were not kept)", max_bugs);
  return {};
}

// Why a program may end without having heard of omc.
std::string hint_when_not_started(const std::string& name) {
  struct stat status;
  if (!stat(name.c_str(), &status) && status.st_mode & (S_ISUID | S_ISGID))
    return "it is set-user-id or set-group-id and obeys nobody; check a copy without these bits";
  return "does it run without omc? omc doctor PROG shows whether omc-cc built it";
}

}  // namespace

llvm::Error check_ending(const Launched& launched, const std::string& name) {
  const Run& run = launched.run();
  if (run.usage_error) return user_error(at<char>(run, run.usage_error));
  if (launched.interrupted || launched.timed_out || run.finished) return llvm::Error::success();
  if (!run.started)
    return user_error(
        fmt::format("{} {} before omc could start exploring", name, death_of(launched.wait_status)),
        hint_when_not_started(name));
  bool explored = run.stats.executions || run.stats.states || run.bug_count;
  if (explored || run.incomplete || ran_out_of_memory(launched)) return llvm::Error::success();
  return user_error(fmt::format("the checker {} in {}", death_of(launched.wait_status), name),
                    "this is a bug in omc, or the program overwrites memory that is not its own");
}

Report start_report(const Launched& launched, const SearchOptions& options,
                    const Prepared& prepared, const Words& arguments) {
  const Run& run = launched.run();
  Report report;
  report.program = prepared.name;
  report.arguments = arguments;
  report.replay_target = prepared.replay_target;
  report.replay_options = options.for_replay();
  report.options = options.in_effect();
  report.stats = stats_of(launched);
  report.outcome_count = run.outcome_count;
  NotModelled calls = not_modelled(run);
  report.not_modelled = std::move(calls.done);
  report.not_done = std::move(calls.not_done);
  if (options.values.granularity == Granularity::statement &&
      options.values.checks_for(BugKind::data_race))
    report.not_checked.push_back("data-race (--granularity statement)");
  if (options.values.max_preemptions != UINT64_MAX && options.values.checks_for(BugKind::livelock))
    report.not_checked.push_back("livelock (--max-preemptions)");
  if (run.has_spurious_places && !options.values.spurious)
    report.not_checked.push_back("spurious wake-ups and failures (--spurious 1)");
  if (run.has_reuse_places && !options.values.reuse)
    report.not_checked.push_back("freed blocks and thread ids that come back (--reuse 1)");
  bool is_weak = options.values.memory_model == MemoryModel::c11;
  if (run.has_weak_orders && !is_weak)
    report.not_checked.push_back(
        "what memory orders weaker than seq_cst allow (--memory-model c11)");
  if (run.has_mixed_atomics)
    report.not_checked.push_back("weak memory of atomics whose sizes overlap");
  report.not_instrumented = uninstrumented_parts(run, prepared.program);
  uint32_t kept = std::min<uint32_t>(run.outcome_count, max_stored_outcomes);
  for (uint32_t i = 0; i < kept; i++) report.outcomes.push_back(outcome_of(run, run.outcomes[i]));
  if (options.values.max_preemptions != UINT64_MAX)
    report.bound = fmt::format("at most {} preemption{}", options.values.max_preemptions,
                               options.values.max_preemptions == 1 ? "" : "s");
  if (is_weak && options.values.max_stale != UINT64_MAX)
    report.bound += fmt::format("{}at most {} older store{}", report.bound.empty() ? "" : " and ",
                                options.values.max_stale, options.values.max_stale == 1 ? "" : "s");
  if (is_weak)
    report.bound += report.bound.empty() ? "weak memory (c11)" : " and weak memory (c11)";
  return report;
}

void decide_verdict(const Launched& launched, const SearchOptions& options, Report& report) {
  const Run& run = launched.run();
  std::string cut = cut_by(launched, options.values);
  if (cut.empty() && !report.unconfirmed.empty())
    cut = fmt::format("a replay did not show the {} again, after calls that are not modelled",
                      report.unconfirmed[0].kind);
  if (cut.empty() && options.values.strict && !report.not_instrumented.empty())
    cut = fmt::format("{} was not compiled by omc-c++ (--strict)",
                      fmt::join(report.not_instrumented, ", "));
  report.complete = cut.empty() && (report.bugs.empty() || options.values.all);
  report.reason = cut;
  report.verdict = verdict_of(run, !report.bugs.empty(), !cut.empty());
  if (report.verdict != Verdict::vacuous) return;
  report.reason = ran_instrumented_code(run)
                      ? fmt::format("{} started 1 thread", report.program)
                      : fmt::format("{} executed no instrumented statement", report.program);
}

}  // namespace omc::driver
