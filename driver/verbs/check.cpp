// `omc check`: prepare the program, explore it, investigate each bug, tell.
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "debuginfo/uninstrumented.h"
#include "explain/investigate.h"
#include "explain/outcome_report.h"
#include "explain/suppressions.h"
#include "launch/launch.h"
#include "launch/prepare.h"
#include "launch/progress.h"
#include "launch/settings.h"
#include "launch/terminal.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/verbs.h"

namespace omc {
namespace {

uint64_t default_memory() {
  struct sysinfo info;
  if (sysinfo(&info)) return uint64_t{1} << 30;
  return uint64_t{info.totalram} * info.mem_unit / 2;
}

// Which of the bugs of a run count. Without suppressions all do.
class Counting {
 public:
  explicit Counting(Suppressions& suppressions) : suppressions_(suppressions) {}

  // The line of the suppressions that takes the bug out, or -1.
  int suppressed_by(const Run& run, const BugRecord& bug) {
    if (suppressions_.empty()) return -1;
    if (!symbols_) symbols_ = std::make_unique<Symbols>(run);
    return suppressions_.find(bug.kind, subjects_of(run, bug, *symbols_));
  }
  // Looks at the bugs that came since the last time: whether one counts.
  bool has_new(const Run& run) {
    for (uint32_t n = run.bug_count; looked_at_ < n; looked_at_++) {
      const BugRecord& bug = run.bugs[looked_at_];
      if (!bug.weak && suppressed_by(run, bug) < 0) return true;
    }
    return false;
  }

 private:
  Suppressions& suppressions_;
  std::unique_ptr<Symbols> symbols_;
  uint32_t looked_at_ = 0;
};

LaunchRequest search_request(const Settings& settings, const Prepared& prepared, Progress& progress,
                             const Suppressions& suppressions, Counting& counting) {
  LaunchRequest request;
  request.program = prepared.program;
  request.argv0 = prepared.argv0;
  request.arguments = settings.target.arguments;
  request.options = settings.runtime_options();
  request.bytes = settings.options.memory ? settings.options.memory : default_memory();
  request.seconds = settings.options.seconds;
  // The runtime does not know which bugs count: it looks for all, and is stopped at the first that
  // does.
  bool all = settings.options.all, some_do_not_count = !suppressions.empty();
  auto also = [&](const char* option) {
    request.options += (request.options.empty() ? "" : ":") + std::string(option);
  };
  if (some_do_not_count && !all) also("all=1");
  // Memory that code touches which nobody sees may be shared: then no statement can be taken for
  // quiet.
  if (may_have_unseen_parts(prepared.program)) also("every-statement=1");
  request.watch = [=, &progress, &counting](const Run& run, double seconds) {
    progress.show(run, seconds);
    return all || !some_do_not_count || !counting.has_new(run);
  };
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

// What a statement such as x++ does is one race with another, though it reads and writes.
bool is_same_race(const Run& run, const BugRecord& a, const BugRecord& b) {
  if (a.kind != BugKind::data_race || b.kind != BugKind::data_race) return false;
  auto same_site = [&](const RaceAccess& x, const RaceAccess& y) {
    return x.site.line && x.site.line == y.site.line && x.site.column == y.site.column &&
           llvm::StringRef(at<char>(run, x.site.file)) == at<char>(run, y.site.file);
  };
  const RaceAccess *x = a.accesses, *y = b.accesses;
  bool meet = x->address < y->address + y->size && y->address < x->address + x->size;
  return meet && ((same_site(x[0], y[0]) && same_site(x[1], y[1])) ||
                  (same_site(x[0], y[1]) && same_site(x[1], y[0])));
}

// The bugs that count, as they are to be told: all of them, or the first, an outright bug before a
// doubtful one.
std::vector<const BugRecord*> bugs_to_tell(const Run& run, bool all, Suppressions& suppressions,
                                           Counting& counting) {
  std::vector<const BugRecord*> out, suppressed;
  for (uint32_t i = 0; i < std::min<uint32_t>(run.bug_count, max_bugs); i++) {
    int row = counting.suppressed_by(run, run.bugs[i]);
    auto& list = row < 0 ? out : suppressed;
    auto is_there = [&](const BugRecord* other) { return is_same_race(run, *other, run.bugs[i]); };
    if (std::any_of(list.begin(), list.end(), is_there)) continue;
    list.push_back(&run.bugs[i]);
    if (row >= 0) suppressions[static_cast<size_t>(row)].bugs++;
  }
  if (all || suppressions.empty() || out.size() < 2) return out;
  auto outright =
      std::find_if(out.begin(), out.end(), [](const BugRecord* bug) { return !bug->weak; });
  return {outright == out.end() ? out[0] : *outright};
}

// Two data races in one object of a library, say, that is not told apart into its members.
bool read_the_same(const Bug& a, const Bug& b) {
  if (a.kind != "data-race" || b.kind != a.kind || a.variable != b.variable) return false;
  return std::is_permutation(a.places.begin(), a.places.end(), b.places.begin(), b.places.end());
}

llvm::Error add_bugs(const Run& run, const std::vector<const BugRecord*>& bugs,
                     const Replayer& replayer, Report& report) {
  Patience patience;
  for (const BugRecord* record : bugs) {
    auto bug = investigate(run, *record, replayer, patience);
    if (!bug) return bug.takeError();
    auto reads_the_same = [&](const Bug& told) { return read_the_same(told, *bug); };
    if (std::none_of(report.bugs.begin(), report.bugs.end(), reads_the_same))
      report.bugs.push_back(std::move(*bug));
  }
  return llvm::Error::success();
}

llvm::Error write_file(const std::string& file, const std::string& text) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (!error) {
    out << text;
    out.close();
    error = out.error();
    out.clear_error();
  }
  if (error) return user_error(fmt::format("can not write {}: {}", file, error.message()));
  return llvm::Error::success();
}

llvm::Error keep_json(const Settings& settings, const std::string& json) {
  if (settings.json.empty()) return llvm::Error::success();
  if (settings.json != "-") return write_file(settings.json, json);
  llvm::outs() << json;
  return llvm::Error::success();
}

llvm::Error keep_run(const Settings& settings, const Report& report, const std::string& json) {
  if (settings.output == "-") return llvm::Error::success();
  if (std::error_code error = llvm::sys::fs::create_directories(settings.output))
    return user_error(
        fmt::format("can not make the folder {}: {}", settings.output, error.message()),
        "name another with -o, or -o - to keep nothing");
  if (llvm::Error error = write_file(settings.output + "/run.json", json)) return error;
  return write_file(settings.output + "/report.txt", render_text(report, {}));
}

// Where nobody asked for a folder, the verdict counts, though it can not be kept there.
llvm::Error keep_report(const Settings& settings, const Report& report) {
  std::string json = render_json(report);
  if (llvm::Error error = keep_json(settings, json)) return error;
  auto names_folder = [](const auto& given) { return given.first == "output"; };
  bool is_asked = std::any_of(settings.given.begin(), settings.given.end(), names_folder);
  llvm::Error error = keep_run(settings, report, json);
  if (!error || is_asked) return error;
  llvm::errs() << "omc: warning: the run is not kept: " << llvm::toString(std::move(error)) << '\n';
  return llvm::Error::success();
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

llvm::Expected<Report> explore(const Settings& settings) {
  auto suppressions = Suppressions::read(settings.suppressions);
  if (!suppressions) return suppressions.takeError();
  auto prepared = prepare(settings.target);
  if (!prepared) return prepared.takeError();
  Progress progress(progress_kind(settings.progress, settings.quiet));
  Counting counting(*suppressions);
  auto launched = launch(search_request(settings, *prepared, progress, *suppressions, counting));
  progress.clear();
  if (!launched) return launched.takeError();
  if (llvm::Error error = check_ending(*launched, prepared->name)) return error;
  Report report = start_report(*launched, settings, *prepared);
  const Run& run = launched->run();
  auto bugs = bugs_to_tell(run, settings.options.all, *suppressions, counting);
  report.suppressions = suppressions->uses();
  if (llvm::Error error = add_bugs(run, bugs, replayer_for(settings, *prepared), report))
    return error;
  decide_verdict(*launched, settings, report);
  return report;
}

// Who reads the JSON finds the verdict there, also where nothing could be explored.
llvm::Error without_report(const Settings& settings, llvm::Error error) {
  Report report;
  report.verdict = Verdict::error;
  report.program =
      settings.target.is_sources() ? settings.target.sources[0] : settings.target.program;
  report.arguments = settings.target.arguments;
  report.options = settings.given;
  llvm::Error kept = llvm::handleErrors(std::move(error), [&](std::unique_ptr<UserError> e) {
    if (e->code == exit_vacuous) report.verdict = Verdict::vacuous;
    report.reason = e->message;
    return llvm::Error(std::move(e));
  });
  return llvm::joinErrors(std::move(kept), keep_json(settings, render_json(report)));
}

llvm::Expected<int> check(const Settings& settings) {
  auto report = explore(settings);
  if (!report) return without_report(settings, report.takeError());
  show_report(settings, *report);
  if (llvm::Error error = keep_report(settings, *report)) return error;
  return exit_code(settings, *report);
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
