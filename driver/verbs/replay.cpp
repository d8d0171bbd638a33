// `omc replay`: runs one interleaving again and shows it as a table. The schedule comes from the
// command line or from a run.json.
#include <fmt/format.h>

#include "compile/prepare.h"
#include "debuginfo/build_id.h"
#include "explain/follow.h"
#include "explain/investigate.h"
#include "explain/outcome_report.h"
#include "explain/story.h"
#include "launch/program.h"
#include "launch/replayer.h"
#include "launch/terminal.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/debug.h"
#include "verbs/recorded_run.h"
#include "verbs/replay_arguments.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

int show_bug(const Bug& bug, const Prepared& prepared, const ReplayArguments& arguments,
             const TextStyle& style) {
  Report report;
  report.replay_options = arguments.written;
  report.replay_target = prepared.replay_target;
  llvm::outs() << render_bug(report, bug, style);
  return exit_bug;
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
    const BugRecord* selected = find_selected(run, arguments.selector);
    const BugRecord& shown = selected ? *selected : last_bug(run);
    Bug bug = describe_bug(run, run, shown, schedule);
    bug.selector = arguments.selector;
    if (shown.kind != BugKind::data_race) bug.on_the_way = bugs_on_the_way(run, &shown, schedule);
    return show_bug(bug, prepared, arguments, style);
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

// An order-race shows only beside another schedule.
llvm::Expected<int> show_two_orders(const Replayer& replayer, const Schedule& schedule,
                                    const Prepared& prepared, const ReplayArguments& arguments,
                                    const TextStyle& style) {
  auto other = read_schedule(arguments.other);
  if (!other) return other.takeError();
  auto bug = order_race(schedule, *other, replayer);
  if (!bug) return bug.takeError();
  if (bug->differences.empty()) {
    llvm::outs() << "omc: no bug; both schedules compute the same\n";
    return exit_ok;
  }
  return show_bug(*bug, prepared, arguments, style);
}

llvm::Expected<int> show_loop(const Replayer& replayer, const Schedule& schedule,
                              const Prepared& prepared, const ReplayArguments& arguments,
                              const TextStyle& style) {
  auto loop = read_schedule(arguments.loop);
  if (!loop) return loop.takeError();
  auto bug = livelock(schedule, *loop, replayer);
  if (!bug) return bug.takeError();
  if (!*bug) {
    llvm::outs() << "omc: no bug; a round of the loop does not lead back to the same state\n";
    return exit_ok;
  }
  return show_bug(**bug, prepared, arguments, style);
}

// What to run, in which folder, and what a report names.
struct ReplaySubject {
  Prepared prepared;
  Words arguments;
  std::string directory;
};

Replayer replayer_of(const ReplaySubject& subject, const ReplayArguments& arguments) {
  Replayer replayer;
  replayer.program = subject.prepared.program;
  replayer.argv0 = subject.prepared.argv0;
  replayer.arguments = subject.arguments;
  replayer.directory = subject.directory;
  replayer.options = arguments.options;
  return replayer;
}

llvm::Expected<int> replay_program(const ReplaySubject& subject, const ReplayArguments& arguments,
                                   const TextStyle& style) {
  auto schedule = read_schedule(arguments.schedule);
  if (!schedule) return schedule.takeError();
  Replayer replayer = replayer_of(subject, arguments);
  if (arguments.gdb && (!arguments.other.empty() || !arguments.loop.empty()))
    return user_error("--gdb steps through one schedule, without --other and --loop",
                      "leave out one of them");
  if (arguments.gdb) return debug(replayer, *schedule, subject.prepared, arguments);
  if (!arguments.other.empty())
    return show_two_orders(replayer, *schedule, subject.prepared, arguments, style);
  if (!arguments.loop.empty())
    return show_loop(replayer, *schedule, subject.prepared, arguments, style);
  auto launched = replayer.replay(*schedule, Replayer::events);
  if (!launched) return launched.takeError();
  return show_replay(*launched, *schedule, subject.prepared, arguments, style);
}

llvm::Expected<ReplaySubject> subject_of(const Words& words) {
  auto target = read_target(words);
  if (!target) return target.takeError();
  auto prepared = prepare(*target);
  if (!prepared) return prepared.takeError();
  return ReplaySubject{std::move(*prepared), target->arguments, {}};
}

// A run.json, the folder of a run, or a run in omc-out: "latest" or its number.
bool is_run(const Words& words) {
  if (words.size() != 1) return false;
  StringRef word = words[0];
  unsigned number;
  bool is_in_folder = word == "latest" || !word.getAsInteger(10, number);
  return word.ends_with(".json") || llvm::sys::fs::is_directory(word) ||
         (is_in_folder && !llvm::sys::fs::exists(word));
}

// The program of a run.json as it was checked. Its compiler flags are not used.
llvm::Expected<ReplaySubject> recorded_subject(const std::string& file, const RecordedRun& run,
                                               const std::string& target) {
  if (run.binary.empty() || !llvm::sys::fs::exists(run.binary))
    return user_error(
        run.binary.empty() ? fmt::format("{} names no program that was kept", file)
                           : fmt::format("{}, the program of {}, is gone", run.binary, file),
        fmt::format("omc replay --build {} makes it again from: {}", shell_word(file), target));
  auto program = find_instrumented_program(run.binary);
  if (!program) return program.takeError();
  ReplaySubject subject;
  subject.prepared.program = *program;
  subject.prepared.name = run.binary;
  subject.prepared.argv0 = run.argv0;
  subject.prepared.replay_target = target;
  subject.arguments = run.arguments;
  if (llvm::sys::fs::is_directory(run.directory)) subject.directory = run.directory;
  return subject;
}

// Compiles what a run.json names, with its flags, in its folder.
llvm::Expected<ReplaySubject> built_subject(const RecordedRun& run, const std::string& target) {
  llvm::errs() << "omc: builds again, as the file says: " << target << '\n';
  if (!run.directory.empty())
    if (std::error_code error = llvm::sys::fs::set_current_path(run.directory))
      return user_error(fmt::format("cannot go to {}: {}", run.directory, error.message()));
  return subject_of(split_words(target));
}

// gdb starts the program by way of this.
llvm::Expected<int> become_program(const ReplayArguments& arguments) {
  auto schedule = read_schedule(arguments.schedule);
  if (!schedule) return schedule.takeError();
  llvm::ArrayRef<std::string> words = arguments.rest;
  if (!words.empty() && words[0] == "--") words = words.drop_front();
  if (words.empty()) return user_error("--become needs a program");
  Replayer replayer;
  replayer.program = words[0];
  replayer.argv0 = arguments.become;
  replayer.arguments = words.drop_front().vec();
  replayer.options = arguments.options;
  return replayer.become_replay(*schedule);
}

llvm::Expected<int> replay_recorded(ReplayArguments arguments, const TextStyle& style) {
  auto found = find_run_file(arguments.rest[0]);
  if (!found) return found.takeError();
  const std::string& file = *found;
  auto run = read_recorded_run(file, arguments.bug);
  if (!run) return run.takeError();
  auto recorded = read_replay_arguments(split_words(run->target));
  if (!recorded) return recorded.takeError();
  StringRef target = run->target;
  target.consume_front(recorded->written);
  recorded->schedule = run->schedule;
  recorded->other = run->other_schedule;
  recorded->loop = run->loop;
  recorded->selector = run->selector;
  recorded->gdb = arguments.gdb;
  auto subject = arguments.build ? built_subject(*run, target.str())
                                 : recorded_subject(file, *run, target.str());
  if (!subject) return subject.takeError();
  return replay_program(*subject, *recorded, style);
}

// The program has changed since the trace was made. Its schedule is used as it is if that still
// shows the bug, or else a schedule with the same statements, or one near that.
llvm::Error find_schedule_now(const Trace& trace, const ReplaySubject& subject,
                              ReplayArguments& arguments) {
  bool is_comparison = !trace.other_schedule.empty() || !trace.loop.empty();
  auto schedule = read_schedule(arguments.schedule);
  if (!schedule) return schedule.takeError();
  llvm::errs() << "omc: the program has changed since the trace was made\n";
  if (is_comparison) return llvm::Error::success();
  Replayer replayer = replayer_of(subject, arguments);
  Followed followed;
  std::optional<Schedule> found = find_again(trace, *schedule, replayer, followed);
  if (followed.lost)
    llvm::errs() << fmt::format("omc: it does not come to step {} any more: thread {} at {} {}\n",
                                followed.lost->n, followed.lost->thread, followed.lost->place,
                                followed.lost->text);
  if (found && *found == *schedule) {
    llvm::errs() << "omc: the same steps still lead to the bug\n";
  } else if (found) {
    llvm::errs() << "omc: the same statements, in other steps, still lead to the bug\n";
  } else if ((found = search_near(followed.schedule, trace.kind, replayer))) {
    llvm::errs() << "omc: a schedule near the trace has such a bug\n";
  } else {
    llvm::errs() << fmt::format(
        "omc: no {} on the trace or found near it in time; omc check searches everything\n",
        trace.kind);
  }
  arguments.schedule = schedule_text(found ? *found : followed.schedule);
  return llvm::Error::success();
}

llvm::Expected<int> replay_trace(const ReplayArguments& arguments, const TextStyle& style) {
  const std::string& file = arguments.rest[0];
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return user_error(fmt::format("cannot read {}: {}", file, buffer.getError().message()));
  auto trace = read_trace((*buffer)->getBuffer(), file);
  if (!trace) return trace.takeError();
  RecordedRun run = recorded_run_of(*trace, file);
  auto recorded = read_replay_arguments(split_words(run.target));
  if (!recorded) return recorded.takeError();
  recorded->schedule = run.schedule;
  recorded->other = run.other_schedule;
  recorded->loop = run.loop;
  recorded->selector = run.selector;
  recorded->gdb = arguments.gdb;
  auto subject = arguments.build ? built_subject(run, trace->replay_target)
                                 : recorded_subject(file, run, trace->replay_target);
  if (!subject) return subject.takeError();
  if (build_id(subject->prepared.program) != trace->build)
    if (llvm::Error error = find_schedule_now(*trace, *subject, *recorded)) return error;
  return replay_program(*subject, *recorded, style);
}

}  // namespace

llvm::Expected<int> replay_verb(const Words& words) {
  if (llvm::Error error = check_environment()) return error;
  auto arguments = read_replay_arguments(words);
  if (!arguments) return arguments.takeError();
  TextStyle style = text_style(arguments->color);
  style.verbose = arguments->verbose;
  if (!arguments->become.empty()) return become_program(*arguments);
  bool has_runs = llvm::sys::fs::exists("omc-out/latest");
  if (!arguments->has_schedule && arguments->rest.empty() && has_runs) arguments->rest = {"latest"};
  bool is_trace = arguments->rest.size() == 1 && StringRef(arguments->rest[0]).ends_with(".trace");
  if (!arguments->has_schedule && is_trace) return replay_trace(*arguments, style);
  if (!arguments->has_schedule && is_run(arguments->rest))
    return replay_recorded(*arguments, style);
  if (!arguments->has_schedule)
    return user_error("omc replay needs a schedule", "for example: omc replay -s '0*4 1*2' ./prog");
  auto subject = subject_of(arguments->rest);
  if (!subject) return subject.takeError();
  return replay_program(*subject, *arguments, style);
}

}  // namespace omc::driver
