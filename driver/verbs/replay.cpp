// `omc replay`: runs one interleaving again and shows it as a table. The schedule comes from the
// command line or from a run.json.
#include <fmt/format.h>

#include "compile/prepare.h"
#include "explain/investigate.h"
#include "explain/outcome_report.h"
#include "explain/story.h"
#include "launch/replayer.h"
#include "launch/terminal.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

struct ReplayArguments {
  std::string schedule, color = "auto";
  std::string options;  // the runtime's
  std::string written;  // the same, as they were given
  bool has_schedule = false, verbose = false;
  Words rest;
};

// Reads an option of omc check that decides what a schedule means: `--key=value` or `--key value`.
llvm::Error read_runtime_option(const Words& words, size_t& i, std::string& options) {
  auto [flag, value] = StringRef(words[i]).split('=');
  std::string key = flag.ltrim('-').str(), text = value.str();
  const OptionRow* row = find_option(key.c_str());
  if (!row || !row->runtime) {
    std::string hint = nearest_hint(flag.str(), "--schedule|--color|--verbose|--granularity|-s|-v");
    return user_error(fmt::format("unknown option {}", flag.str()),
                      hint.empty() ? "omc help replay lists them" : hint);
  }
  if (row->type != OptionType::flag && !StringRef(words[i]).contains('=')) {
    if (i + 1 == words.size()) return user_error(fmt::format("{} needs a value", flag.str()));
    text = words[++i];
  }
  Options checked;
  char error[256];
  if (!set_option(row->key, text.c_str(), checked, error, sizeof error)) return user_error(error);
  options += fmt::format("{}{}={}", options.empty() ? "" : ":", row->key, text);
  return llvm::Error::success();
}

llvm::Expected<ReplayArguments> read_arguments(const Words& words) {
  ReplayArguments out;
  for (size_t i = 0; i < words.size(); i++) {
    StringRef word = words[i];
    bool takes_value = word == "-s" || word == "--schedule" || word == "--color";
    if (takes_value && i + 1 == words.size())
      return user_error(fmt::format("{} needs a value", word.str()), "omc help replay shows one");
    if (word == "-s" || word == "--schedule" || word.starts_with("--schedule=")) {
      out.schedule = takes_value ? words[++i] : word.split('=').second.str();
      out.has_schedule = true;
    } else if (word == "--color" || word.starts_with("--color=")) {
      out.color = takes_value ? words[++i] : word.split('=').second.str();
    } else if (word == "-v" || word == "--verbose") {
      out.verbose = true;
    } else if (word == "--gdb") {
      return user_error("--gdb is not available yet", "replay without it shows every step");
    } else if (word.starts_with("-") && word != "--") {
      size_t first = i;
      if (llvm::Error error = read_runtime_option(words, i, out.options)) return error;
      for (; first <= i; first++) out.written += words[first] + ' ';
    } else {
      out.rest.assign(words.begin() + static_cast<long>(i), words.end());
      break;
    }
  }
  return out;
}

llvm::Expected<int> show_replay(const Launched& launched, const Schedule& schedule,
                                const Prepared& prepared, const ReplayArguments& arguments,
                                const TextStyle& style) {
  if (llvm::Error error = check_ending(launched, prepared.name)) return error;
  const Run& run = launched.run();
  if (run.replay_diverged)
    return user_error(
        fmt::format("the schedule cannot be followed at step {}: that thread cannot run there",
                    run.replay_diverged.load()),
        "has the program changed, or its arguments, since the schedule was found?");
  if (launched.timed_out)
    return user_error("the replay did not end", "a statement in it does not terminate");
  if (run.bug_count) {
    Report report;
    report.replay_options = arguments.written;
    report.replay_target = prepared.replay_target;
    const BugRecord& shown = last_bug(run);
    Bug bug = describe_bug(run, run, shown, schedule);
    if (shown.kind != BugKind::data_race) bug.on_the_way = bugs_on_the_way(run, &shown, schedule);
    llvm::outs() << render_bug(report, bug, style);
    return exit_bug;
  }
  Replay replay(run);
  llvm::outs() << render_schedule(describe_steps(replay), describe_threads(replay), style);
  if (run.outcome_count) {
    const OutcomeRecord& outcome = run.outcomes[0];
    llvm::outs() << StringRef(at<char>(run, outcome.out), outcome.out_length);
    llvm::outs() << fmt::format("omc: no bug; the program ended with exit code {}\n",
                                outcome.exit_status);
  } else {
    llvm::outs() << "omc: no bug; the program did not end within this schedule\n";
  }
  return exit_ok;
}

llvm::Expected<int> replay_program(const Target& target, const Prepared& prepared,
                                   const ReplayArguments& arguments, const TextStyle& style) {
  auto schedule = read_schedule(arguments.schedule);
  if (!schedule) return schedule.takeError();
  Replayer replayer;
  replayer.program = prepared.program;
  replayer.argv0 = prepared.argv0;
  replayer.arguments = target.arguments;
  replayer.options = arguments.options;
  auto launched = replayer.replay(*schedule, Replayer::events);
  if (!launched) return launched.takeError();
  return show_replay(*launched, *schedule, prepared, arguments, style);
}

// The arguments of `omc replay` that a run.json stands for.
llvm::Expected<Words> words_of_run(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return user_error(fmt::format("cannot read {}: {}", file, buffer.getError().message()));
  auto value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return user_error(fmt::format("{} is not JSON: {}", file, llvm::toString(value.takeError())));
  const llvm::json::Object* root = value->getAsObject();
  auto target = root ? root->getString("replay") : std::nullopt;
  const llvm::json::Array* bugs = root ? root->getArray("bugs") : nullptr;
  if (!target || !bugs) return user_error(fmt::format("{} is not a run.json of omc check", file));
  if (bugs->empty())
    return user_error(fmt::format("{} has no bug to replay", file), "name a schedule with -s");
  const llvm::json::Object* bug = bugs->front().getAsObject();
  auto schedule = bug ? bug->getString("schedule") : std::nullopt;
  if (!schedule) return user_error(fmt::format("{} has a bug without a schedule", file));
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 16> words;
  llvm::cl::TokenizeGNUCommandLine(*target, saver, words);
  Words out = {"-s", schedule->str()};
  out.insert(out.end(), words.begin(), words.end());
  return out;
}

bool is_run_file(const Words& words) {
  return words.size() == 1 && StringRef(words[0]).ends_with(".json");
}

}  // namespace

llvm::Expected<int> replay_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  auto arguments = read_arguments(words);
  if (!arguments) return arguments.takeError();
  TextStyle style = text_style(arguments->color);
  style.verbose = arguments->verbose;
  if (!arguments->has_schedule && is_run_file(arguments->rest)) {
    auto from_run = words_of_run(arguments->rest[0]);
    if (!from_run) return from_run.takeError();
    arguments = read_arguments(*from_run);
    if (!arguments) return arguments.takeError();
  }
  if (!arguments->has_schedule)
    return user_error("omc replay needs a schedule", "for example: omc replay -s '0*4 1*2' ./prog");
  auto target = read_target(arguments->rest);
  if (!target) return target.takeError();
  auto prepared = prepare(*target);
  if (!prepared) return prepared.takeError();
  return replay_program(*target, *prepared, *arguments, style);
}

}  // namespace omc::driver
