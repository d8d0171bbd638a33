// `omc check`: prepare the program, explore it, investigate each bug, tell.
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "investigate.h"
#include "launch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "outcome_report.h"
#include "prepare.h"
#include "progress.h"
#include "render/render.h"
#include "settings.h"
#include "terminal.h"
#include "user_error.h"
#include "verbs.h"

namespace omc {
namespace {

uint64_t default_memory() {
  struct sysinfo info;
  if (sysinfo(&info)) return uint64_t{1} << 30;
  return uint64_t{info.totalram} * info.mem_unit / 2;
}

LaunchRequest search_request(const Settings& settings, const Prepared& prepared,
                             Progress& progress) {
  LaunchRequest request;
  request.program = prepared.program;
  request.argv0 = prepared.argv0;
  request.arguments = settings.target.arguments;
  request.options = settings.runtime_options();
  request.bytes = settings.options.memory ? settings.options.memory : default_memory();
  request.seconds = settings.options.seconds;
  request.watch = [&progress](const Run& run, double seconds) { progress.show(run, seconds); };
  return request;
}

Replayer replayer_for(const Settings& settings, const Prepared& prepared) {
  Replayer replayer;
  replayer.program = prepared.program;
  replayer.argv0 = prepared.argv0;
  replayer.arguments = settings.target.arguments;
  replayer.options = settings.runtime_options();
  return replayer;
}

llvm::Error add_bugs(const Run& run, const Replayer& replayer, Report& report) {
  Patience patience;
  for (uint32_t i = 0; i < std::min<uint32_t>(run.bug_count, max_bugs); i++) {
    auto bug = investigate(run, run.bugs[i], replayer, patience);
    if (!bug) return bug.takeError();
    report.bugs.push_back(std::move(*bug));
  }
  return llvm::Error::success();
}

llvm::Error write_file(const std::string& file, const std::string& text) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (!error) out << text;
  if (!error && out.has_error()) {
    error = out.error();
    out.clear_error();
  }
  if (error) return user_error(fmt::format("can not write {}: {}", file, error.message()));
  return llvm::Error::success();
}

llvm::Error keep_report(const Settings& settings, const Report& report) {
  std::string json = render_json(report);
  if (settings.json == "-")
    llvm::outs() << json;
  else if (!settings.json.empty())
    if (llvm::Error error = write_file(settings.json, json)) return error;
  if (settings.output == "-") return llvm::Error::success();
  if (std::error_code error = llvm::sys::fs::create_directories(settings.output))
    return user_error(
        fmt::format("can not make the folder {}: {}", settings.output, error.message()),
        "name another with -o, or -o - to keep nothing");
  if (llvm::Error error = write_file(settings.output + "/run.json", json)) return error;
  return write_file(settings.output + "/report.txt", render_text(report, {}));
}

void show_report(const Settings& settings, const Report& report) {
  if (settings.json == "-") {
    // stdout is the JSON's alone; the verdict still has to be seen.
    llvm::errs() << render_verdict(report);
    return;
  }
  if (settings.quiet) {
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
  TextStyle style = text_style(settings.color);
  style.verbose = settings.verbose;
  llvm::outs() << render_text(report, style);
}

int exit_code(const Settings& settings, const Report& report) {
  if (report.verdict == Verdict::error) return exit_error;
  if (!settings.expect.empty()) {
    auto expected = [&](const Bug& bug) { return bug.kind == settings.expect; };
    if (std::any_of(report.bugs.begin(), report.bugs.end(), expected)) return exit_ok;
    llvm::errs() << "omc: expected " << settings.expect << ", found "
                 << (report.bugs.empty() ? "no bug" : "only other bugs") << '\n';
    return exit_bug;
  }
  switch (report.verdict) {
    case Verdict::ok:
      return exit_ok;
    case Verdict::bug:
      return exit_bug;
    case Verdict::incomplete:
      return exit_incomplete;
    case Verdict::vacuous:
      return settings.allow_vacuous ? exit_ok : exit_vacuous;
    case Verdict::error:
      return exit_error;
  }
  return exit_error;
}

llvm::Expected<int> check(const Settings& settings) {
  auto prepared = prepare(settings.target);
  if (!prepared) return prepared.takeError();
  Progress progress(progress_kind(settings.progress, settings.quiet));
  auto launched = launch(search_request(settings, *prepared, progress));
  progress.clear();
  if (!launched) return launched.takeError();
  if (llvm::Error error = check_ending(*launched, prepared->name)) return error;
  Report report = start_report(*launched, settings, *prepared);
  if (llvm::Error error = add_bugs(launched->run(), replayer_for(settings, *prepared), report))
    return error;
  decide_verdict(*launched, settings, report);
  show_report(settings, report);
  if (llvm::Error error = keep_report(settings, report)) return error;
  return exit_code(settings, report);
}

}  // namespace

llvm::Expected<int> check_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  auto settings = read_check_arguments(words);
  if (!settings) return settings.takeError();
  if (settings->help) {
    llvm::outs() << settings->help_text;
    return 0;
  }
  auto code = check(*settings);
  if (code) return code;
  // A program that omc did not build counts as vacuous, which the user may have allowed.
  int said = say_error(code.takeError());
  return said == exit_vacuous && settings->allow_vacuous ? exit_ok : said;
}

}  // namespace omc
