// Every bug is replayed before it is reported, so a report never shows what did not happen.
#include "explain/investigate.h"

#include <algorithm>

#include <fmt/format.h>

#include "explain/deadlock.h"
#include "explain/differences.h"
#include "explain/exit_status.h"
#include "explain/memory.h"
#include "explain/message.h"
#include "explain/minimize.h"
#include "explain/race.h"
#include "explain/replay.h"
#include "explain/story.h"
#include "explain/turning_point.h"
#include "explain/weak_memory.h"
#include "render/render.h"
#include "user_error.h"

namespace omc::driver {
namespace {

// Ctrl-C uses up the time.
void spend(TimeBudget& budget, const Launched& launched) {
  if (launched.interrupted) budget = TimeBudget(0);
}

Oracle oracle_for(const Replayer& replayer, uint64_t identity, TimeBudget& budget) {
  return [&replayer, identity, &budget](const Schedule& schedule) -> std::optional<Schedule> {
    if (budget.left() <= 0) return std::nullopt;
    auto launched = replayer.replay(schedule, Replayer::nothing);
    if (!launched) {
      llvm::consumeError(launched.takeError());
      return std::nullopt;
    }
    spend(budget, *launched);
    const BugRecord* bug = find_bug(launched->run(), identity);
    if (!bug) return std::nullopt;
    return schedule_of(launched->run(), bug->schedule, bug->schedule_stretches);
  };
}

constexpr unsigned most_preemptions_tried = 3;
constexpr double seconds_for_bounds = 2;

// The same bug with the fewest preemptions: searches that allow none, then one, and so on. Joining
// blocks alone cannot find it, because a schedule with fewer preemptions may take other steps.
Schedule fewest_preemptions(const Schedule& schedule, uint64_t identity, const Replayer& replayer,
                            TimeBudget& budget) {
  double left = std::min(seconds_for_bounds, budget.left());
  if (left <= 0) return schedule;
  for (unsigned bound = 0; bound <= most_preemptions_tried && bound < count_switches(schedule);
       bound++) {
    auto launched = replayer.search_within(fmt::format("max-preemptions={}", bound), left);
    if (!launched) {
      llvm::consumeError(launched.takeError());
      break;
    }
    spend(budget, *launched);
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

// With weak memory: the same bug with the fewest atomics that do not act on the newest store.
struct Staleness {
  std::string bound;          // "max-stale=1": what the schedule needs; empty: not known
  uint64_t states_of_sc = 0;  // of a whole search without such atomics, which has not found it
};

Staleness fewest_stale(Schedule& schedule, uint64_t identity, const Replayer& replayer,
                       TimeBudget& budget) {
  constexpr unsigned most = 2;
  Staleness found;
  double left = std::min(seconds_for_bounds, budget.left());
  for (unsigned n = 0; replayer.has_weak_memory() && n <= most && left > 0; n++) {
    std::string bound = fmt::format("max-stale={}", n);
    auto launched = replayer.search_within(bound, left);
    if (!launched) {
      llvm::consumeError(launched.takeError());
      break;
    }
    spend(budget, *launched);
    left -= launched->seconds;
    const Run& run = launched->run();
    if (const BugRecord* bug = find_bug(run, identity)) {
      schedule = schedule_of(run, bug->schedule, bug->schedule_stretches);
      found.bound = bound;
      break;
    }
    bool is_whole = run.finished && !run.incomplete && !launched->interrupted;
    if (!n && is_whole) found.states_of_sc = run.stats.states;
  }
  return found;
}

void describe_weak_memory(Replay& replay, const Staleness& stale, Bug& bug) {
  bug.weak = stale_accesses(replay, bug.threads);
  if (bug.weak.empty()) return;
  if (stale.states_of_sc)
    bug.weak.push_back(fmt::format(
        "only weak memory shows this: with sequential consistency no such bug in {} state{}",
        with_commas(stale.states_of_sc), stale.states_of_sc == 1 ? "" : "s"));
  bug.weak.push_back("omc check --weaken shows which memory orders are too weak");
}

void add_place(std::vector<Place>& places, const Place& place) {
  if (place.line && std::find(places.begin(), places.end(), place) == places.end())
    places.push_back(place);
}

// Where the bug showed, where each waiting thread stands, and where what it waits for was taken.
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

// assert() records a line without a column; the statement that it stands in has one.
Place of_thread(const Bug& bug, const Place& noticed) {
  for (const ThreadState& thread : bug.threads) {
    if (thread.id != bug.thread) continue;
    bool same = thread.place.file == noticed.file && thread.place.line == noticed.line;
    if (!noticed.line || (same && !noticed.column)) return thread.place;
  }
  return noticed;
}

// The place that a report opens with. The search detects a deadlock in any thread's step; the
// message is about another thread, and so is the place. Of a livelock it is a running thread.
Place best_place(const Bug& bug, const Place& noticed) {
  if (bug.kind == "livelock")
    for (const ThreadState& thread :
         llvm::reverse(bug.threads))  // the first may be joining the others
      if (thread.standing == Standing::ready && thread.place.line) return thread.place;
  if (bug.kind != "deadlock") return of_thread(bug, noticed);
  const ThreadState* culprit = find_culprit(bug.threads);
  if (culprit && culprit->place.line) return culprit->place;
  for (const ThreadState& thread : bug.threads)
    if (thread.standing == Standing::blocked && thread.place.line && thread.id != 0)
      return thread.place;
  return noticed;
}

Schedule other_schedule_of(const Run& found, const BugRecord& record) {
  return schedule_of(found, record.other_schedule, record.other_schedule_stretches);
}

llvm::Error compare_orders(const Schedule& schedule, const Schedule& other,
                           const Replayer& replayer, Bug& bug) {
  auto one = replayer.replay(schedule, Replayer::events_and_memory);
  if (!one) return one.takeError();
  auto again = replayer.replay(schedule, Replayer::events_and_memory);
  if (!again) return again.takeError();
  auto two = replayer.replay(other, Replayer::events_and_memory);
  if (!two) return two.takeError();
  Replay shown(two->run());
  bug.other_schedule = schedule_text(other);
  bug.other_steps = describe_steps(shown);
  bug.differences = compare_memory(one->run(), again->run(), two->run(), shown.symbols);
  if (bug.differences.empty()) return llvm::Error::success();
  const Difference& first = bug.differences[0];
  bug.message = fmt::format("{} is {} or {}, though every thread has executed the same statements",
                            first.variable, first.first, first.second);
  if (bug.differences.size() > 1)
    bug.message += fmt::format(" ({} differences)", bug.differences.size());
  return llvm::Error::success();
}

// A bug counts even where it cannot be replayed.
Bug without_replay(const Run& found, const BugRecord& record, const Schedule& schedule,
                   llvm::Error why) {
  Bug bug = describe_bug(found, found, record, schedule);
  bug.count = record.count;
  bug.message += fmt::format(" (not replayed: {})", llvm::toString(std::move(why)));
  return bug;
}

}  // namespace

const BugRecord* find_bug(const Run& run, uint64_t identity) {
  for (uint32_t i = 0; i < run.bug_count; i++)
    if (run.bugs[i].identity == identity) return &run.bugs[i];
  return nullptr;
}

const BugRecord& last_bug(const Run& run) {
  auto rank = [&](const BugRecord& record) {
    size_t steps = schedule_of(run, record.schedule, record.schedule_stretches).size();
    return std::pair(steps, record.kind != BugKind::data_race);  // other kinds end an execution
  };
  const BugRecord* last = &run.bugs[0];
  for (uint32_t i = 1; i < run.bug_count; i++)
    if (rank(run.bugs[i]) > rank(*last)) last = &run.bugs[i];
  return *last;
}

std::string selector_of(const Run& run, const BugRecord& bug) {
  if (&bug == &last_bug(run)) return {};
  unsigned place = 0, of_kind = 0;
  for (uint32_t i = 0; i < run.bug_count; i++) {
    of_kind += run.bugs[i].kind == bug.kind;
    if (&run.bugs[i] == &bug) place = of_kind;
  }
  const char* kind = bug_kind_names[static_cast<unsigned>(bug.kind)];
  return of_kind == 1 ? std::string(kind) : fmt::format("{}:{}", kind, place);
}

const BugRecord* find_selected(const Run& run, const std::string& selector) {
  auto [kind, number] = llvm::StringRef(selector).split(':');
  unsigned place = 1;
  if (!number.empty() && number.getAsInteger(10, place)) return nullptr;
  for (uint32_t i = 0; i < run.bug_count; i++)
    if (kind == bug_kind_names[static_cast<unsigned>(run.bugs[i].kind)] && !--place)
      return &run.bugs[i];
  return nullptr;
}

std::vector<std::string> bugs_on_the_way(const Run& run, const BugRecord* shown,
                                         const Schedule& schedule) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < run.bug_count; i++) {
    if (&run.bugs[i] == shown) continue;
    Bug other = describe_bug(run, run, run.bugs[i], schedule);
    out.push_back(fmt::format("{}: {}: {}", short_place(other.place), other.kind, other.message));
  }
  return out;
}

llvm::Expected<Bug> investigate(const Run& found, const BugRecord& record, const Replayer& replayer,
                                TimeBudget& budget) {
  // Order races and livelocks are found by comparing schedules: one replay shows no bug.
  bool order_race = record.kind == BugKind::order_race;
  bool alone = !order_race && record.kind != BugKind::livelock;
  Schedule schedule = schedule_of(found, record.schedule, record.schedule_stretches);
  Staleness stale;
  if (alone) {
    stale = fewest_stale(schedule, record.identity, replayer, budget);
    Replayer bounded = replayer;
    if (!stale.bound.empty()) bounded.options += ":" + stale.bound;
    schedule = fewest_preemptions(schedule, record.identity, bounded, budget);
    MinimizeLimits limits;
    limits.seconds = std::min(limits.seconds, budget.left());
    schedule = minimize(schedule, oracle_for(replayer, record.identity, budget), limits);
  }
  if (Schedule loop = other_schedule_of(found, record);
      record.kind == BugKind::livelock && !loop.empty()) {
    auto bug = livelock(schedule, loop, replayer);
    if (!bug) return bug.takeError();
    if (*bug) return std::move(**bug);
    if (record.takes_turns) return Bug{};
  }
  // A race is found in a state where both steps are enabled. Taken in turn, the second may differ.
  bool is_race = record.kind == BugKind::data_race;
  auto replayed =
      replayer.replay(schedule, Replayer::events, is_race ? record.accesses[0].address : 0);
  if (!replayed) return without_replay(found, record, schedule, replayed.takeError());
  const BugRecord* shown = find_bug(replayed->run(), record.identity);
  Bug bug = describe_bug(replayed->run(), shown ? replayed->run() : found, shown ? *shown : record,
                         schedule);
  bug.count = record.count;
  if (Replay replay(replayed->run()); replayer.has_weak_memory())
    describe_weak_memory(replay, stale, bug);
  if (shown) bug.selector = selector_of(replayed->run(), *shown);
  // One data race often causes others: for a race, the others are left out.
  if (record.kind != BugKind::data_race)
    bug.on_the_way = bugs_on_the_way(replayed->run(), shown, schedule);
  bug.is_replayed = shown || !alone || is_race;
  if (shown) find_turning_point(schedule, replayer, budget, bug);
  if (!bug.is_replayed) bug.message += " (a replay did not show it again)";
  if (record.kind == BugKind::exit_status) describe_exit(found, replayed->run(), record, bug);
  if (order_race)
    if (llvm::Error error =
            compare_orders(schedule, other_schedule_of(found, record), replayer, bug))
      return error;
  return bug;
}

llvm::Expected<std::optional<Bug>> livelock(const Schedule& schedule, const Schedule& loop,
                                            const Replayer& replayer) {
  auto replayed = replayer.replay_loop(schedule, loop);
  if (!replayed) return replayed.takeError();
  const Run& run = replayed->run();
  for (uint32_t i = 0; i < run.bug_count; i++) {
    if (run.bugs[i].kind != BugKind::livelock) continue;
    Bug bug = describe_bug(run, run, run.bugs[i], schedule);
    bug.loop = schedule_text(loop);
    bug.on_the_way = bugs_on_the_way(run, &run.bugs[i], schedule);
    return bug;
  }
  return std::nullopt;
}

llvm::Expected<Bug> order_race(const Schedule& schedule, const Schedule& other,
                               const Replayer& replayer) {
  auto replayed = replayer.replay(schedule, Replayer::events);
  if (!replayed) return replayed.takeError();
  BugRecord record;
  record.kind = BugKind::order_race;
  if (!schedule.empty()) record.thread = schedule.back().thread;
  Bug bug = describe_bug(replayed->run(), replayed->run(), record, schedule);
  if (llvm::Error error = compare_orders(schedule, other, replayer, bug)) return error;
  return bug;
}

// The program's own frames: those of the C library and of the runtime are left out.
static void describe_stack(const Run& found, const BugRecord& record, Symbols& symbols, Bug& bug) {
  const auto* frames = at<FilePlace>(found, record.frames);
  for (uint32_t i = 0; i < record.frame_count; i++) {
    if (record.frames_left_out && i + 4 == record.frame_count)
      bug.stack.push_back(fmt::format("… {} more …", record.frames_left_out));
    if (!frames[i].path) continue;
    Place place = symbols.code_place(at<char>(found, frames[i].path), frames[i].offset);
    if (place.function.empty() || !place.line || llvm::StringRef(place.file).starts_with("/usr/"))
      continue;
    bug.stack.push_back(fmt::format("{} at {}", place.function, short_place(place)));
    if (!bug.place.line) bug.place = place;  // the thread reached no statement
  }
}

Bug describe_bug(const Run& run, const Run& found, const BugRecord& record,
                 const Schedule& schedule) {
  Replay replay(run);
  Bug bug;
  bug.kind = bug_kind_names[static_cast<unsigned>(record.kind)];
  bug.schedule = schedule_text(schedule);
  bug.steps = describe_steps(replay);
  bug.threads = describe_threads(replay);
  if (record.kind == BugKind::deadlock) {
    explain_deadlock(replay, bug.threads);
    bug.cycle = find_cycle(bug.threads);
    bug.hint = deadlock_hint(replay, bug.threads);
  }
  bug.thread = record.thread;
  bug.place = best_place(bug, replay.symbols.place(found, record.site));
  bug.message = describe_message(replay, found, record, bug.threads);
  describe_stack(found, record, replay.symbols, bug);
  bug.places = places_of(bug);
  if (record.kind == BugKind::data_race) describe_race(replay, found, record, schedule, bug);
  if (record.kind == BugKind::memory) describe_memory_error(replay, found, record, bug);
  return bug;
}

}  // namespace omc::driver
