// `omc test`: the cases of a test program, each explored by an `omc check` of its own, several side
// by side. Their runs become the cases of one report.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "explain/failed_check.h"
#include "launch/children.h"
#include "launch/frameworks.h"
#include "launch/installation.h"
#include "launch/program.h"
#include "launch/temporary_folder.h"
#include "launch/terminal.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/min_coverage.h"
#include "verbs/run_files.h"
#include "verbs/suite_report.h"
#include "verbs/test_arguments.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

unsigned cases_at_once(const CheckArguments& arguments) {
  unsigned jobs = arguments.search.values.jobs;
  return jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
}

// `omc check` on one case. Workers and memory are shared out among those that run at once.
Words check_command(const TestArguments& arguments, const std::string& omc, const TestCase& test,
                    const std::string& json, size_t case_count) {
  const CheckArguments& check = arguments.check;
  unsigned at_once = cases_at_once(check);
  auto running = static_cast<unsigned>(std::min<size_t>(at_once, case_count));
  Words words{omc, "check", "-q", "--progress", "none", "-o", "-"};
  uint64_t memory = default_memory() / running;
  append(words, {"--jobs", std::to_string(std::max(1u, at_once / running)), "--memory",
                 std::to_string(memory)});
  for (const auto& [key, value] : check.search.given) {
    const OptionRow* row = find_option(key.c_str());
    bool is_passed = (row->runtime && key != "jobs" && key != "coverage") || key == "suppressions";
    if (is_passed)
      words.push_back(fmt::format("--{}{}{}", key, row->type == OptionType::flag ? "" : "=",
                                  row->type == OptionType::flag ? "" : value));
  }
  if (check.search.values.coverage) words.push_back("--coverage");
  append(words, {"--json", json, "--", check.target.program});
  append(words, test.arguments);
  append(words, check.target.arguments);
  return words;
}

std::string contents_of(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().trim().str() : std::string();
}

Report without_run(const TestArguments& arguments, Verdict verdict, std::string reason) {
  Report run;
  run.program = arguments.check.target.program;
  run.verdict = verdict;
  run.reason = std::move(reason);
  return run;
}

// What an omc check has written. One that ended without it was interrupted, or failed.
Report run_of(const TestArguments& arguments, const std::string& json, const std::string& output,
              int wait_status) {
  auto buffer = llvm::MemoryBuffer::getFile(json);
  if (buffer) {
    auto run = read_json((*buffer)->getBuffer(), json);
    if (run) return std::move(*run);
    llvm::consumeError(run.takeError());
  }
  if (WIFSIGNALED(wait_status)) return without_run(arguments, Verdict::incomplete, "interrupted");
  std::string said = contents_of(output);
  return without_run(
      arguments, Verdict::error,
      said.empty() ? fmt::format("omc check ended with exit code {}", shell_exit_code(wait_status))
                   : said);
}

// A case with one thread has nothing to explore; unless it fails, it does not count.
void name_case(const TestCase& test, Report& run) {
  run.test_case = test.name;
  run.skipped = test.skipped;
  bool has_one_thread = llvm::StringRef(run.reason).ends_with(" started 1 thread");
  if (run.verdict == Verdict::vacuous && has_one_thread) run.skipped = "starts no thread";
  for (Bug& bug : run.bugs) name_failed_check(bug);
}

void explore_cases(const TestArguments& arguments, const std::string& omc,
                   const std::vector<TestCase>& tests, const std::function<void()>& added,
                   Report& report) {
  TemporaryFolder folder;
  std::vector<size_t> explored;
  for (size_t i = 0; i < tests.size(); i++)
    if (tests[i].skipped.empty()) explored.push_back(i);
  auto file_of = [&](size_t i, const char* suffix) {
    return fmt::format("{}/{}.{}", folder.path(), i, suffix);
  };
  std::vector<ChildCommand> commands;
  for (size_t i : explored)
    commands.push_back(
        {check_command(arguments, omc, tests[i], file_of(i, "json"), explored.size()),
         file_of(i, "out")});
  auto add = [&](Report run) {
    name_case(tests[report.cases.size()], run);
    report.cases.push_back(std::move(run));
    added();
  };
  auto add_skipped_before = [&](size_t i) {
    while (report.cases.size() < i)
      add(without_run(arguments, Verdict::vacuous, tests[report.cases.size()].skipped));
  };
  run_side_by_side(commands, cases_at_once(arguments.check), [&](size_t n, int wait_status) {
    size_t i = explored[n];
    add_skipped_before(i);
    add(run_of(arguments, file_of(i, "json"), file_of(i, "out"), wait_status));
  });
  add_skipped_before(tests.size());
}

void finish_report(const TestArguments& arguments, double seconds, Report& report) {
  add_totals(report);
  report.stats.seconds = seconds;
  report.options = arguments.check.search.in_effect();
  Prepared prepared;
  prepared.program = prepared.name = report.program;
  name_program({}, prepared, report);
}

// The table grows while the cases end, unless stdout is for something else.
Report test_program(const TestArguments& arguments, const std::string& omc,
                    const std::string& framework, const std::vector<TestCase>& tests) {
  const CheckArguments& check = arguments.check;
  bool shows_rows = !check.quiet && check.json != "-";
  TextStyle style = text_style(check.color);
  std::vector<std::string> names;
  for (const TestCase& test : tests) names.push_back(test.name);
  unsigned width = suite_name_width(names);
  if (shows_rows) llvm::outs() << render_suite_header(width);
  Report report;
  report.program = check.target.program;
  report.arguments = check.target.arguments;
  report.framework = framework;
  auto added = [&] {
    if (!shows_rows) return;
    llvm::outs() << render_suite_row(report.cases.back(), width, style);
    llvm::outs().flush();
  };
  auto start = std::chrono::steady_clock::now();
  explore_cases(arguments, omc, tests, added, report);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  finish_report(arguments, seconds.count(), report);
  return report;
}

void show_summary(const CheckArguments& arguments, const Report& report) {
  if (arguments.json == "-") {
    llvm::errs() << render_verdict(report);
    return;
  }
  TextStyle style = text_style(arguments.color);
  style.verbose = arguments.verbose;
  llvm::outs() << (arguments.quiet ? render_verdict(report) : render_suite_summary(report, style));
  if (getenv("GITHUB_ACTIONS")) llvm::outs() << render_github(report);
}

llvm::Expected<int> test(const TestArguments& arguments) {
  const CheckArguments& check = arguments.check;
  auto program = find_instrumented_program(check.target.program);
  if (!program) return program.takeError();
  auto suite = list_test_cases(*program, check.target.program);
  if (!suite) return suite.takeError();
  std::vector<TestCase> tests = select_cases(suite->cases, arguments.filters);
  if (tests.empty())
    return user_error(
        fmt::format("no test case matches {}", arguments.filters[0]),
        fmt::format("omc test --list {} shows all {}", check.target.program, suite->cases.size()));
  if (arguments.list) {
    for (const TestCase& each : tests) llvm::outs() << each.name << '\n';
    return exit_ok;
  }
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  Report report = test_program(arguments, installation->executable, suite->framework, tests);
  auto folder = make_run_folder(check.output);
  show_summary(check, report);
  llvm::Error kept = keep_run(check, report, Prepared{}, std::move(folder));
  if (llvm::Error error = write_json(check, report))
    return llvm::joinErrors(std::move(error), std::move(kept));
  if (kept) return kept;
  int code = exit_code_of(report.verdict);
  if (report.verdict == Verdict::vacuous && check.allow_vacuous) code = exit_ok;
  return code == exit_ok && !covers_enough(check, report) ? exit_bug : code;
}

}  // namespace

llvm::Expected<int> test_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  auto arguments = read_test_arguments(words);
  if (!arguments) return arguments.takeError();
  return test(*arguments);
}

}  // namespace omc::driver
