// `omc check`: prepare the program, explore it, investigate each bug, report.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "compile/prepare.h"
#include "debuginfo/uninstrumented.h"
#include "explain/bug_filter.h"
#include "explain/coverage.h"
#include "explain/investigate.h"
#include "explain/order_trials.h"
#include "explain/outcome_report.h"
#include "explain/race.h"
#include "explain/suppressions.h"
#include "launch/bounded_front.h"
#include "launch/launch.h"
#include "launch/progress.h"
#include "launch/terminal.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/corpus.h"
#include "verbs/min_coverage.h"
#include "verbs/run_files.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

Replayer replayer_for(const CheckArguments& arguments, const Prepared& prepared) {
  Replayer replayer;
  replayer.program = prepared.program;
  replayer.argv0 = prepared.argv0;
  replayer.arguments = arguments.target.arguments;
  replayer.options = arguments.search.for_runtime();
  return replayer;
}

// Without one: a bound of the user's, a search for every bug, and searches that are no searches of
// states.
std::unique_ptr<BoundedFront> second_front(const CheckArguments& arguments,
                                           const Prepared& prepared, const BugFilter& filter) {
  const Options& options = arguments.search.values;
  if (arguments.second_front == "off") return nullptr;
  bool is_whole = options.max_preemptions == UINT64_MAX && !options.all && !options.samples() &&
                  !options.coverage && options.search != Search::exhaustive &&
                  !filter.is_active() && !options.checks_for(BugKind::order_race);
  if (!is_whole) return nullptr;
  return std::make_unique<BoundedFront>(replayer_for(arguments, prepared));
}

LaunchRequest search_request(const CheckArguments& arguments, const Prepared& prepared,
                             Progress& progress, BugFilter& filter, BoundedFront* front) {
  const Options& options = arguments.search.values;
  LaunchRequest request;
  request.program = prepared.program;
  request.argv0 = prepared.argv0;
  request.arguments = arguments.target.arguments;
  request.options = arguments.search.for_runtime();
  request.bytes = options.memory ? options.memory : default_memory();
  request.seconds = options.seconds;
  auto also = [&](const char* option) {
    request.options += (request.options.empty() ? "" : ":") + std::string(option);
  };
  // The runtime does not know which bugs count: it searches for all of them, and the driver stops
  // it at the first that counts.
  bool stops_at_first = filter.is_active() && !options.all;
  if (stops_at_first) also("all=1");
  if (options.coverage) also("coverage=1");
  // Code without instrumentation may share memory with any thread: every statement may be visible.
  if (may_have_uninstrumented_parts(prepared.program)) also("every-statement=1");
  request.watch = [=, &progress, &filter](const Run& run, double seconds) {
    if (front && front->go_on(run, seconds)) return false;
    progress.show(run, seconds, front ? front->complete_within() : std::nullopt);
    return !stops_at_first || !filter.has_new(run);
  };
  return request;
}

// A bug that a replay does not show may be an effect of calls that were executed for real.
void add_bug(Bug bug, Report& report) {
  if (!bug.is_replayed && !report.not_modelled.empty())
    return report.unconfirmed.push_back(std::move(bug));
  auto is_reported = [&](const Bug& other) { return reads_the_same(other, bug); };
  if (std::none_of(report.bugs.begin(), report.bugs.end(), is_reported))
    report.bugs.push_back(std::move(bug));
}

// --time bounds the search and the investigation of its bugs together.
TimeBudget budget_after(const Launched& search, const Options& options) {
  constexpr double most = 8;
  return TimeBudget(options.seconds > 0 ? std::min(most, options.seconds - search.seconds) : most);
}

llvm::Error add_bugs(const Run& run, const std::vector<const BugRecord*>& bugs,
                     const Replayer& replayer, TimeBudget budget, Report& report) {
  for (const BugRecord* record : bugs) {
    if (record->takes_turns && !report.bugs.empty()) break;  // one of these is enough
    auto bug = investigate(run, *record, replayer, budget);
    if (!bug) return bug.takeError();
    if (bug->kind.empty()) continue;
    add_bug(std::move(*bug), report);
  }
  return llvm::Error::success();
}

// The most damning first: a data race is often only the cause of another bug.
void order_bugs(Report& report) {
  auto rank = [](const Bug& bug) {
    return bug.kind == "order-race" ? 2 : bug.kind == "data-race" ? 1 : 0;
  };
  std::stable_sort(report.bugs.begin(), report.bugs.end(),
                   [&](const Bug& a, const Bug& b) { return rank(a) < rank(b); });
}

void show_report(const CheckArguments& arguments, const Report& report) {
  if (arguments.json == "-") {
    // stdout holds the JSON alone; the verdict goes to stderr.
    llvm::errs() << render_verdict(report);
    return;
  }
  if (arguments.quiet) {
    llvm::outs() << render_verdict(report);
    return;
  }
  bool clean = report.bugs.empty() && !report.outcomes.empty();
  if (clean) {
    llvm::outs() << report.outcomes[0].out;
    llvm::outs().flush();
    llvm::errs() << report.outcomes[0].err;
    if (!report.outcomes[0].out.empty() && report.outcomes[0].out.back() != '\n')
      llvm::outs() << '\n';
  }
  TextStyle style = text_style(arguments.color);
  style.verbose = arguments.verbose;
  llvm::outs() << render_text(report, style);
  if (getenv("GITHUB_ACTIONS")) llvm::outs() << render_github(report);
}

int exit_code(const CheckArguments& arguments, Verdict verdict) {
  if (verdict == Verdict::vacuous && arguments.allow_vacuous) return exit_ok;
  return exit_code_of(verdict);
}

// With --expect, success is to find that kind of bug.
int exit_code(const CheckArguments& arguments, const Report& report) {
  if (report.verdict == Verdict::error) return exit_code(arguments, report.verdict);
  if (arguments.expect.empty()) {
    int code = exit_code(arguments, report.verdict);
    return code == exit_ok && !covers_enough(arguments, report) ? exit_bug : code;
  }
  auto is_expected = [&](const Bug& bug) { return bug.kind == arguments.expect; };
  if (std::any_of(report.bugs.begin(), report.bugs.end(), is_expected)) return exit_ok;
  llvm::errs() << "omc: expected " << arguments.expect << ", found "
               << (report.bugs.empty() ? "no bug" : "only other bugs") << '\n';
  return exit_bug;
}

// A bug of the corpus that counts, unless every bug is to be found.
llvm::Expected<std::optional<KnownBug>> known_bug(const CheckArguments& arguments,
                                                  const Prepared& prepared,
                                                  const Replayer& replayer, BugFilter& filter) {
  const Options& options = arguments.search.values;
  if (options.all || options.coverage || arguments.weaken) return std::nullopt;
  auto known = try_corpus(arguments, prepared, replayer);
  if (!known || !*known || filter.has_new((*known)->launched.run())) return known;
  return std::nullopt;
}

// --weaken. A search that was cut says nothing of which orders are needed.
llvm::Error add_orders(const Run& run, const CheckArguments& arguments, const Prepared& prepared,
                       Report& report) {
  constexpr double most_seconds = 60;
  bool has_verdict = report.verdict == Verdict::ok || report.verdict == Verdict::bug;
  if (!arguments.weaken || !has_verdict) return llvm::Error::success();
  double seconds = arguments.search.values.seconds;
  auto orders = try_orders(run, !report.bugs.empty(), replayer_for(arguments, prepared),
                           seconds > 0 ? seconds : most_seconds);
  if (!orders) return orders.takeError();
  report.orders = std::move(*orders);
  return llvm::Error::success();
}

llvm::Expected<Report> explore(const CheckArguments& arguments, const Prepared& prepared,
                               Suppressions& suppressions, bool tries_corpus = true) {
  Progress progress(progress_kind(arguments.progress, arguments.quiet));
  BugFilter filter(suppressions);
  Replayer replayer = replayer_for(arguments, prepared);
  auto known = tries_corpus ? known_bug(arguments, prepared, replayer, filter)
                            : llvm::Expected<std::optional<KnownBug>>(std::nullopt);
  if (!known) return known.takeError();
  auto front = *known ? nullptr : second_front(arguments, prepared, filter);
  auto launched = *known
                      ? llvm::Expected<Launched>(std::move((*known)->launched))
                      : launch(search_request(arguments, prepared, progress, filter, front.get()));
  progress.clear();
  if (!launched) return launched.takeError();
  if (front && !launched->run().bug_count)
    if (auto with_bug = front->take_bug()) {
      with_bug->seconds = launched->seconds;
      *launched = std::move(*with_bug);
    }
  if (llvm::Error error = check_ending(*launched, prepared.name)) return error;
  Report report = start_report(*launched, arguments.search, prepared, arguments.target.arguments);
  const Run& run = launched->run();
  auto bugs = filter.bugs_to_report(run, arguments.search.values.all);
  report.suppressions = suppressions.uses();
  TimeBudget budget = budget_after(*launched, arguments.search.values);
  if (llvm::Error error = add_bugs(run, bugs, replayer, budget, report)) return error;
  order_bugs(report);
  // One schedule without a bug says nothing about the others.
  if (*known && report.bugs.empty()) return explore(arguments, prepared, suppressions, false);
  if (*known) report.tried_first = (*known)->file;
  decide_verdict(*launched, arguments.search, report);
  if (arguments.search.values.coverage) {
    report.counts_coverage = true;
    report.coverage = describe_coverage(run);
  }
  if (front && report.verdict == Verdict::incomplete)
    report.complete_within = front->complete_within();
  if (llvm::Error error = add_orders(run, arguments, prepared, report)) return error;
  return report;
}

// The JSON has a verdict even where nothing could be explored.
llvm::Error write_json_of_error(const CheckArguments& arguments, llvm::Error error) {
  Report report;
  report.verdict = Verdict::error;
  report.program =
      arguments.target.is_sources() ? arguments.target.sources[0] : arguments.target.program;
  report.arguments = arguments.target.arguments;
  report.options = arguments.search.given;
  llvm::Error kept = llvm::handleErrors(std::move(error), [&](std::unique_ptr<UserError> e) {
    report.verdict = e->verdict;
    report.reason = e->message;
    return llvm::Error(std::move(e));
  });
  return llvm::joinErrors(std::move(kept), write_json(arguments, report));
}

llvm::Expected<int> check(const CheckArguments& arguments) {
  auto suppressions = Suppressions::read(arguments.suppressions);
  if (!suppressions) return write_json_of_error(arguments, suppressions.takeError());
  auto prepared = prepare(arguments.target);
  if (!prepared) return write_json_of_error(arguments, prepared.takeError());
  auto report = explore(arguments, *prepared, *suppressions);
  if (!report) return write_json_of_error(arguments, report.takeError());
  auto folder = make_run_folder(arguments.output);
  name_program(folder ? folder->path() : "", *prepared, *report);
  show_report(arguments, *report);
  llvm::Error kept = llvm::joinErrors(keep_run(arguments, *report, *prepared, std::move(folder)),
                                      keep_in_corpus(arguments, *report));
  if (llvm::Error error = write_json(arguments, *report))
    return llvm::joinErrors(std::move(error), std::move(kept));
  if (kept) return kept;
  return exit_code(arguments, *report);
}

}  // namespace

llvm::Expected<int> check_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  auto arguments = read_check_arguments(words);
  if (!arguments) return arguments.takeError();
  if (arguments->help) {
    llvm::outs() << arguments->help_text;
    return exit_ok;
  }
  auto code = check(*arguments);
  if (code) return code;
  // A program without instrumentation has the verdict vacuous, which --allow-vacuous accepts.
  Verdict verdict = report_error(code.takeError());
  return exit_code(*arguments, verdict);
}

}  // namespace omc::driver
