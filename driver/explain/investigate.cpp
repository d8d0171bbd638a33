// Every bug is replayed before it is reported, so a report is never about something that did not
// happen.
#include "explain/investigate.h"

#include <algorithm>

#include <fmt/format.h>

#include "debuginfo/symbolize.h"
#include "explain/differences.h"
#include "explain/explain.h"
#include "explain/memory_words.h"
#include "explain/race.h"
#include "explain/story.h"
#include "render/render.h"
#include "user_error.h"

namespace omc {
namespace {

constexpr uint64_t replay_bytes = 256 << 20;
constexpr uint64_t search_bytes = uint64_t{1} << 30;         // sparse
constexpr uint64_t memory_replay_bytes = uint64_t{2} << 30;  // sparse

// Takes what a launch cost off the patience.
void spend(Patience& patience, const Launched& launched) {
  patience.seconds = launched.interrupted ? 0 : patience.seconds - launched.seconds;
}

Oracle oracle_for(const Replayer& replayer, uint64_t identity, Patience& patience) {
  return [&replayer, identity, &patience](const Schedule& schedule) -> std::optional<Schedule> {
    if (patience.seconds <= 0) return std::nullopt;
    auto launched = replayer.replay(schedule, Replayer::nothing);
    if (!launched) {
      llvm::consumeError(launched.takeError());
      return std::nullopt;
    }
    spend(patience, *launched);
    const BugRecord* bug = find_bug(launched->run(), identity);
    if (!bug) return std::nullopt;
    return schedule_of(launched->run(), bug->schedule, bug->schedule_stretches);
  };
}

constexpr unsigned most_preemptions_tried = 3;
constexpr double seconds_for_bounds = 2;

// The same bug with the fewest forced switches: a search that allows none, then one, and so on.
// Joining blocks alone can not find it, because a schedule with fewer switches may take other
// steps.
Schedule fewest_preemptions(const Schedule& schedule, uint64_t identity, const Replayer& replayer,
                            Patience& patience) {
  double left = std::min(seconds_for_bounds, patience.seconds);
  if (left <= 0) return schedule;
  for (unsigned bound = 0; bound <= most_preemptions_tried && bound < count_switches(schedule);
       bound++) {
    auto launched = replayer.search_within(bound, left);
    if (!launched) {
      llvm::consumeError(launched.takeError());
      break;
    }
    spend(patience, *launched);
    const BugRecord* bug = find_bug(launched->run(), identity);
    if (bug) {
      Schedule found = schedule_of(launched->run(), bug->schedule, bug->schedule_stretches);
      return count_switches(found) <= count_switches(schedule) ? found : schedule;
    }
    left -= launched->seconds;
    if (left <= 0 || launched->interrupted) break;
  }
  return schedule;
}

void add_place(std::vector<Place>& places, const Place& place) {
  if (place.line && std::find(places.begin(), places.end(), place) == places.end())
    places.push_back(place);
}

// Everything that takes part: where the bug showed, and where each waiting thread stands.
std::vector<Place> places_of(const Bug& bug) {
  std::vector<Place> places;
  add_place(places, bug.place);
  for (const ThreadState& thread : bug.threads)
    if (thread.standing == Standing::blocked) {
      add_place(places, thread.place);
      add_place(places, thread.held_since);
    }
  return places;
}

// assert() knows its line but no column; the statement that it stands in does.
Place of_thread(const Bug& bug, const Place& noticed) {
  for (const ThreadState& thread : bug.threads) {
    if (thread.id != bug.thread) continue;
    bool same = thread.place.file == noticed.file && thread.place.line == noticed.line;
    if (!noticed.line || (same && !noticed.column)) return thread.place;
  }
  return noticed;
}

// A deadlock shows where the search noticed it, which may be any thread's step; the reader wants
// the place of the thread that the message is about. Of a livelock that is one that goes on.
Place best_place(const Bug& bug, const Place& noticed) {
  if (bug.kind == "livelock")
    for (const ThreadState& thread :
         llvm::reverse(bug.threads))  // the first may be about to join them
      if (thread.standing == Standing::ready && thread.place.line) return thread.place;
  if (bug.kind != "deadlock") return of_thread(bug, noticed);
  const ThreadState* culprit = find_culprit(bug.threads);
  if (culprit && culprit->place.line) return culprit->place;
  for (const ThreadState& thread : bug.threads)
    if (thread.standing == Standing::blocked && thread.place.line && thread.id != 0)
      return thread.place;
  return noticed;
}

llvm::Error compare_orders(const Run& found, const BugRecord& record, const Replayer& replayer,
                           Bug& bug) {
  Schedule schedule = schedule_of(found, record.schedule, record.schedule_stretches);
  Schedule other = schedule_of(found, record.other_schedule, record.other_schedule_stretches);
  auto one = replayer.replay(schedule, Replayer::events_and_memory);
  if (!one) return one.takeError();
  auto again = replayer.replay(schedule, Replayer::events_and_memory);
  if (!again) return again.takeError();
  auto two = replayer.replay(other, Replayer::events_and_memory);
  if (!two) return two.takeError();
  Symbols symbols(two->run());
  SourceText sources;
  bug.other_schedule = schedule_text(other);
  bug.other_steps =
      tell_steps(two->run(), symbols, sources, ObjectNames(two->run(), symbols, sources));
  bug.differences = compare_memory(one->run(), again->run(), two->run(), symbols);
  if (bug.differences.empty()) return llvm::Error::success();
  const Difference& first = bug.differences[0];
  bug.message = fmt::format("{} is {} or {}, though every thread has executed the same statements",
                            first.variable, first.first, first.second);
  if (bug.differences.size() > 1)
    bug.message += fmt::format(" ({} differences)", bug.differences.size());
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<Launched> Replayer::replay(const Schedule& schedule, Keep keep,
                                          uint64_t about) const {
  LaunchRequest request;
  request.mode = Mode::replay;
  request.program = program;
  request.argv0 = argv0;
  request.arguments = arguments;
  request.options = options;
  request.schedule = schedule;
  request.about = about;
  request.keep_events = keep != nothing;
  request.keep_memory = keep == events_and_memory;
  request.bytes = keep == events_and_memory ? memory_replay_bytes : replay_bytes;
  request.seconds = seconds;
  request.silent = true;
  return launch(request);
}

llvm::Expected<Launched> Replayer::search_within(unsigned preemptions, double limit) const {
  LaunchRequest request;
  request.program = program;
  request.argv0 = argv0;
  request.arguments = arguments;
  request.options =
      fmt::format("{}{}max-preemptions={}:all=1", options, options.empty() ? "" : ":", preemptions);
  request.bytes = search_bytes;
  request.seconds = limit;
  request.silent = true;
  return launch(request);
}

Schedule schedule_of(const Run& run, uint64_t offset, uint64_t stretches) {
  Schedule schedule;
  const auto* first = at<Stretch>(run, offset);
  for (uint64_t i = 0; i < stretches && offset; i++)
    schedule.insert(schedule.end(), first[i].count, first[i].choice);
  return schedule;
}

const BugRecord* find_bug(const Run& run, uint64_t identity) {
  for (uint32_t i = 0; i < run.bug_count; i++)
    if (run.bugs[i].identity == identity) return &run.bugs[i];
  return nullptr;
}

const BugRecord& last_bug(const Run& run) {
  auto rank = [&](const BugRecord& record) {
    size_t steps = schedule_of(run, record.schedule, record.schedule_stretches).size();
    return std::pair(steps, record.kind != BugKind::data_race);  // the others end an execution
  };
  const BugRecord* last = &run.bugs[0];
  for (uint32_t i = 1; i < run.bug_count; i++)
    if (rank(run.bugs[i]) > rank(*last)) last = &run.bugs[i];
  return *last;
}

std::vector<std::string> bugs_on_the_way(const Run& run, const BugRecord* shown,
                                         const Schedule& schedule) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < run.bug_count; i++) {
    if (&run.bugs[i] == shown) continue;
    Bug other = tell_bug(run, run, run.bugs[i], schedule);
    out.push_back(fmt::format("{}: {}: {}", short_place(other.place), other.kind, other.message));
  }
  return out;
}

llvm::Expected<Bug> investigate(const Run& found, const BugRecord& record, const Replayer& replayer,
                                Patience& patience) {
  // These two show only in comparison with other schedules: a replay alone ends without a bug.
  bool order_race = record.kind == BugKind::order_race;
  bool alone = !order_race && record.kind != BugKind::livelock;
  Schedule schedule = schedule_of(found, record.schedule, record.schedule_stretches);
  if (alone) {
    schedule = fewest_preemptions(schedule, record.identity, replayer, patience);
    schedule = minimize(schedule, oracle_for(replayer, record.identity, patience));
  }
  // The steps of a race are known from one state; taken one after the other, the second may do
  // something else.
  bool by_lists = record.kind == BugKind::data_race;
  auto replayed =
      replayer.replay(schedule, Replayer::events, by_lists ? record.accesses[0].address : 0);
  if (!replayed) return replayed.takeError();
  const BugRecord* shown = find_bug(replayed->run(), record.identity);
  Bug bug =
      tell_bug(replayed->run(), shown ? replayed->run() : found, shown ? *shown : record, schedule);
  bug.count = record.count;
  // One data race is often the cause of others: the first that was found is enough.
  if (record.kind != BugKind::data_race)
    bug.on_the_way = bugs_on_the_way(replayed->run(), shown, schedule);
  if (!shown && alone && !by_lists) bug.message += " (did not show again when replayed)";
  if (order_race)
    if (llvm::Error error = compare_orders(found, record, replayer, bug)) return error;
  return bug;
}

// What is not the program's own, the C library's beginning of a thread and the checker's, is left
// out.
static void tell_stack(const Run& found, const BugRecord& record, Symbols& symbols, Bug& bug) {
  const auto* frames = at<FilePlace>(found, record.frames);
  for (uint32_t i = 0; i < record.frame_count; i++) {
    if (record.frames_left_out && i + 4 == record.frame_count)
      bug.stack.push_back(fmt::format("… {} more …", record.frames_left_out));
    if (!frames[i].path) continue;
    Place place = symbols.code_place(at<char>(found, frames[i].path), frames[i].offset);
    if (place.function.empty() || !place.line || llvm::StringRef(place.file).starts_with("/usr/"))
      continue;
    bug.stack.push_back(fmt::format("{} at {}", place.function, short_place(place)));
    if (!bug.place.line) bug.place = place;  // it came to no statement
  }
}

Bug tell_bug(const Run& run, const Run& found, const BugRecord& record, const Schedule& schedule) {
  Symbols symbols(run);
  SourceText sources;
  ObjectNames names(run, symbols, sources);
  Bug bug;
  bug.kind = bug_kind_names[static_cast<unsigned>(record.kind)];
  bug.schedule = schedule_text(schedule);
  bug.steps = tell_steps(run, symbols, sources, names);
  bug.threads = tell_threads(run, symbols, sources, names);
  if (record.kind == BugKind::deadlock) {
    explain(run, symbols, bug.threads);
    bug.circle = find_circle(bug.threads);
  }
  bug.thread = record.thread;
  bug.place = best_place(bug, symbols.place(found, record.site));
  bug.message = tell_message(found, record, bug.threads, symbols, names);
  tell_stack(found, record, symbols, bug);
  bug.places = places_of(bug);
  if (record.kind == BugKind::data_race)
    tell_race(run, found, record, schedule, symbols, sources, names, bug);
  if (record.kind == BugKind::memory) tell_memory(found, record, symbols, sources, bug);
  return bug;
}

}  // namespace omc
