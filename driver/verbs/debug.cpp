// The schedule is replayed once without gdb, for the words: steps with their effects, the bug,
// names of objects. Addresses are the same in each replay of one program.
#include "verbs/debug.h"

#include <fmt/format.h>

#include "explain/effects.h"
#include "explain/events.h"
#include "explain/investigate.h"
#include "explain/outcome_report.h"
#include "explain/story.h"
#include "launch/installation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "render/results.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;

Array json_steps(const std::vector<Step>& steps) {
  Array out;
  for (const Step& step : steps) {
    Array effects;
    for (const std::string& effect : step.effects) effects.push_back(as_utf8(effect));
    Object values;
    for (const auto& [name, value] : step.values) values[as_utf8(name)] = as_utf8(value);
    out.push_back(Object{{"n", step.n},
                         {"thread", step.thread},
                         {"place", step.place.line ? as_utf8(short_place(step.place)) : "?"},
                         {"text", as_utf8(step.text)},
                         {"effects", std::move(effects)},
                         {"values", std::move(values)}});
  }
  return out;
}

Object json_objects(Replay& replay) {
  Object out;
  for (const Event& event : events_of(replay.run))
    if (has_address(event.op) && event.object)
      out[llvm::formatv("{0:x}", event.object).str()] = as_utf8(replay.names(event.object));
  return out;
}

// The report of the bug without the schedule, which gdb shows step by step.
std::string why(const Run& run, const Schedule& schedule, const Prepared& prepared,
                const ReplayArguments& arguments) {
  if (!run.bug_count) return "omc: this schedule has no bug";
  const BugRecord* selected = find_selected(run, arguments.selector);
  Bug bug = describe_bug(run, run, selected ? *selected : last_bug(run), schedule);
  bug.steps.clear();
  Report report;
  report.replay_options = arguments.written;
  report.replay_target = prepared.replay_target;
  return llvm::StringRef(render_bug(report, bug, {})).rtrim().str();
}

std::string shell_quoted(const std::string& word) {
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// A deadlock is there when nothing runs any more; of other bugs the last step fails.
unsigned first_stop(const Run& run, unsigned last) {
  return run.bug_count && last_bug(run).kind == BugKind::deadlock ? last + 1 : last;
}

llvm::Expected<std::string> describe(const Replayer& replayer, const Schedule& schedule,
                                     const Prepared& prepared, const ReplayArguments& arguments) {
  auto launched = replayer.replay(schedule, Replayer::events);
  if (!launched) return launched.takeError();
  if (llvm::Error error = check_ending(*launched, prepared.name)) return error;
  const Run& run = launched->run();
  if (run.replay_diverged)
    return user_error(
        fmt::format("the schedule cannot be followed at step {}", run.replay_diverged.load()),
        "has the program changed since the schedule was found?");
  Replay replay(run);
  std::vector<Step> steps = describe_steps(replay);
  Array threads;
  for (const ThreadState& thread : describe_threads(replay))
    threads.push_back(Object{{"id", thread.id}, {"name", as_utf8(thread.name)}});
  unsigned last = static_cast<unsigned>(schedule.size());
  std::string arguments_text;
  for (const std::string& argument : replayer.arguments)
    arguments_text += shell_quoted(argument) + " ";
  std::string text = why(run, schedule, prepared, arguments);
  return llvm::formatv("{0}",
                       llvm::json::Value(Object{
                           {"steps", json_steps(steps)},
                           {"threads", std::move(threads)},
                           {"objects", json_objects(replay)},
                           {"arguments", as_utf8(arguments_text)},
                           {"directory", as_utf8(replayer.directory)},
                           {"last", last},
                           {"start", first_stop(run, last)},
                           {"why", as_utf8(text)},
                           {"verdict", as_utf8(llvm::StringRef(text).split('\n').first.str())}}))
      .str();
}

// omc_gdb.py removes the file when it has read it.
llvm::Expected<std::string> write_description(const std::string& text) {
  int descriptor = -1;
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("omc-replay", "json", descriptor, path))
    return user_error("cannot write a temporary file: " + error.message());
  llvm::raw_fd_ostream(descriptor, true) << text;
  return path.str().str();
}

// By which gdb starts the program: this omc, which makes the memory of the run.
std::string wrapper(const Installation& omc, const Replayer& replayer, const Schedule& schedule,
                    const ReplayArguments& arguments) {
  return fmt::format("{} replay -s {} {}--become {} --", shell_quoted(omc.executable),
                     shell_quoted(schedule_text(schedule)), arguments.written,
                     shell_quoted(replayer.argv0));
}

}  // namespace

llvm::Error debug(const Replayer& replayer, const Schedule& schedule, const Prepared& prepared,
                  const ReplayArguments& arguments) {
  if (find_command("gdb").empty())
    return user_error("--gdb needs gdb, which is not in PATH", "apt-get install gdb");
  if (prepared.folder)
    return user_error("--gdb needs a program that stays, not a source",
                      "build it with omc-c++, or replay a run: omc replay --gdb latest");
  auto omc = find_installation();
  if (!omc) return omc.takeError();
  auto description = describe(replayer, schedule, prepared, arguments);
  if (!description) return description.takeError();
  auto file = write_description(*description);
  if (!file) return file.takeError();
  Words words{"gdb", "--quiet", "-iex", "set debuginfod enabled off"};
  auto command = [&](const std::string& text) { append(words, {"-ex", text}); };
  command("set exec-wrapper " + wrapper(*omc, replayer, schedule, arguments));
  command(fmt::format("python omc_schedule = '{}'", *file));
  append(words, {"-x", omc->gdb, replayer.program});
  llvm::outs().flush();
  return become(words);
}

}  // namespace omc::driver
