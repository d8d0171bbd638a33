// `omc merge`: several finished runs as one, whose cases they are: the worst verdict, all bugs, and
// the coverage of all together.
#include <fmt/format.h>

#include <algorithm>

#include "launch/terminal.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "render/results.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/min_coverage.h"
#include "verbs/recorded_run.h"
#include "verbs/run_files.h"
#include "verbs/suite_report.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

// Its options are some of omc check.
llvm::Expected<CheckArguments> read_merge_arguments(const Words& words, Words& runs) {
  Words options;
  for (size_t i = 0; i < words.size(); i++) {
    StringRef flag = StringRef(words[i]).split('=').first;
    bool is_flag = flag == "-q" || flag == "--quiet" || flag == "-v" || flag == "--verbose";
    bool has_value = flag == "--min-coverage" || flag == "--format" || flag == "--json" ||
                     flag == "-o" || flag == "--output" || flag == "--color";
    if (!flag.starts_with("-") || flag == "-") {
      runs.push_back(words[i]);
      continue;
    }
    if (!is_flag && !has_value)
      return user_error(fmt::format("unknown option {}", flag.str()), "omc help merge lists them");
    options.push_back(words[i]);
    bool is_next = has_value && flag.size() == words[i].size();
    if (is_next && i + 1 == words.size())
      return user_error(fmt::format("{} needs a value", flag.str()), "omc help merge shows one");
    if (is_next) options.push_back(words[++i]);
  }
  if (runs.size() < 2)
    return user_error("omc merge needs two runs or more",
                      "a run is a number in omc-out, a folder or a run.json");
  options.push_back("merged");  // stands for the program
  return read_check_arguments(options);
}

llvm::Error add_run(const std::string& run, Report& merged) {
  auto file = find_run_file(run);
  if (!file) return file.takeError();
  auto buffer = llvm::MemoryBuffer::getFile(*file);
  if (!buffer)
    return user_error(fmt::format("cannot read {}: {}", *file, buffer.getError().message()));
  auto report = read_json((*buffer)->getBuffer(), *file);
  if (!report) return report.takeError();
  for (const Report* each : all_runs(*report)) {
    merged.cases.push_back(*each);
    Report& added = merged.cases.back();
    if (added.test_case.empty()) added.test_case = run_title(*each);
    merged.stats.seconds += each->stats.seconds;
    if (merged.root.empty()) merged.root = each->root;
    if (merged.directory.empty()) merged.directory = each->directory;
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<int> merge_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  Words runs;
  auto arguments = read_merge_arguments(words, runs);
  if (!arguments) return arguments.takeError();
  Report report;
  report.program = "omc merge";
  report.arguments = runs;
  report.framework = "omc merge";
  for (const std::string& run : runs)
    if (llvm::Error error = add_run(run, report)) return error;
  add_totals(report);
  auto folder = make_run_folder(arguments->output);
  TextStyle style = text_style(arguments->color);
  style.verbose = arguments->verbose;
  if (arguments->json == "-")
    llvm::errs() << render_verdict(report);
  else
    llvm::outs() << (arguments->quiet ? render_verdict(report) : render_suite(report, style));
  llvm::Error kept = keep_run(*arguments, report, Prepared{}, std::move(folder));
  if (llvm::Error error = write_json(*arguments, report))
    return llvm::joinErrors(std::move(error), std::move(kept));
  if (kept) return kept;
  int code = exit_code_of(report.verdict);
  return code == exit_ok && !covers_enough(*arguments, report) ? exit_bug : code;
}

}  // namespace omc::driver
