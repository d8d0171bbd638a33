// Searches near the end of a schedule are short, and one passing schedule ends a search, so most
// take milliseconds. A search that is not complete proves nothing, and then nothing is claimed.
#include "explain/turning_point.h"

#include <algorithm>
#include <set>

#include "explain/replay.h"
#include "explain/story.h"
#include "run/options.h"

namespace omc::driver {
namespace {

constexpr double most_seconds = 3;      // for one bug
constexpr double seconds_a_search = 1;  // more of them say more than one long one

Continuations continuations_of(const Schedule& beginning, const Replayer& replayer,
                               double seconds) {
  auto launched = replayer.seek_right_ending(beginning, std::min(seconds, seconds_a_search));
  if (!launched) return llvm::consumeError(launched.takeError()), Continuations{};
  const Run& run = launched->run();
  if (!run.finished || run.replay_diverged) return {};
  Options options;
  char error[256];
  if (!parse_options(replayer.options.c_str(), options, error, sizeof error)) return {};
  for (uint32_t i = 0; i < run.outcome_count; i++) {
    const OutcomeRecord& outcome = run.outcomes[i];
    bool is_right =
        !outcome.signal && static_cast<uint32_t>(outcome.exit_status) == options.expected_exit;
    if (!is_right || !outcome.schedule) continue;
    return {Continuations::Kind::one_passes,
            schedule_of(run, outcome.schedule, outcome.schedule_stretches)};
  }
  // Where there are data races, a statement is more than one step, and the search has missed some.
  bool is_complete = !run.incomplete && !run.stop && !run.met_race && run.bug_count &&
                     !run.bugs_dropped && !launched->interrupted;
  return {is_complete ? Continuations::Kind::all_fail : Continuations::Kind::unknown, {}};
}

Schedule first_steps(const Schedule& schedule, size_t n) {
  return {schedule.begin(), schedule.begin() + static_cast<long>(n)};
}

bool can_turn(const Bug& bug) {
  // Of a data race both orders are wrong; the others are compared with other schedules as they are.
  return bug.is_replayed && bug.kind != "data-race" && bug.kind != "order-race" &&
         bug.kind != "livelock";
}

// What the passing schedule does in its n-th step, or in the first after it that has a statement.
std::optional<Step> step_instead(const Schedule& passing, size_t n, const Replayer& replayer) {
  auto launched = replayer.replay(passing, Replayer::events);
  if (!launched) return llvm::consumeError(launched.takeError()), std::nullopt;
  if (launched->run().bug_count || launched->run().replay_diverged) return std::nullopt;
  Replay replay(launched->run());
  for (Step& step : describe_steps(replay))
    if (step.n >= n && step.thread == passing[n - 1].thread) return std::move(step);
  return std::nullopt;
}

// The passing schedule may begin with steps that do not matter. Those of a thread matter if after
// them alone the step that turned the other schedule does no harm. Gives the number of the last of
// them, with a schedule that begins so; without any, the first step of the passing one.
size_t choose_what_matters(const Schedule& schedule, const Continue& continuations,
                           LastPassing& last) {
  constexpr unsigned most_steps = 4;
  Choice turning = schedule[last.steps];
  std::set<unsigned> tried{turning.thread};
  for (size_t i = last.steps; i < last.passing.size(); i++) {
    Choice choice = last.passing[i];
    if (choice.thread == turning.thread) break;
    if (!tried.insert(choice.thread).second) continue;
    Schedule beginning = first_steps(schedule, last.steps);
    for (unsigned n = 1; n <= most_steps; n++) {
      beginning.push_back(choice);
      Schedule turned = beginning;
      turned.push_back(turning);
      Continuations after = continuations(turned);
      if (after.kind == Continuations::Kind::unknown) break;
      if (after.kind != Continuations::Kind::one_passes) continue;
      last.passing = std::move(after.passing);
      return last.steps + n;
    }
  }
  return last.steps + 1;
}

}  // namespace

LastPassing find_last_passing(const Schedule& schedule, const Continue& continuations) {
  LastPassing best;
  size_t fails = schedule.size();  // the shortest beginning that is known to fail
  for (size_t stride = 1; fails && best.kind != LastPassing::Kind::found; stride *= 2) {
    size_t n = fails > stride ? fails - stride : 0;
    Continuations after = continuations(first_steps(schedule, n));
    if (after.kind == Continuations::Kind::unknown) return {};
    if (after.kind == Continuations::Kind::one_passes)
      best = {LastPassing::Kind::found, n, std::move(after.passing)};
    else
      fails = n;
  }
  if (best.kind != LastPassing::Kind::found) return {LastPassing::Kind::none, 0, {}};
  while (best.steps + 1 < fails) {
    size_t n = best.steps + (fails - best.steps) / 2;
    Continuations after = continuations(first_steps(schedule, n));
    if (after.kind == Continuations::Kind::unknown) return {};
    if (after.kind == Continuations::Kind::one_passes)
      best = {LastPassing::Kind::found, n, std::move(after.passing)};
    else
      fails = n;
  }
  return best;
}

void find_turning_point(const Schedule& schedule, const Replayer& replayer, TimeBudget& budget,
                        Bug& bug) {
  using Found = TurningPoint::Found;
  if (!can_turn(bug)) return;
  TimeBudget own(std::min(most_seconds, budget.left()));
  auto continuations = [&](const Schedule& beginning) {
    double left = own.left();
    return left > 0 ? continuations_of(beginning, replayer, left) : Continuations{};
  };
  LastPassing last = find_last_passing(schedule, continuations);
  TurningPoint& point = bug.turning_point;
  point.found = Found::unknown;
  if (last.kind == LastPassing::Kind::none) point.found = Found::every_schedule_fails;
  if (last.kind != LastPassing::Kind::found || last.passing.size() <= last.steps) return;
  size_t what_matters = choose_what_matters(schedule, continuations, last);
  auto instead = step_instead(last.passing, what_matters, replayer);
  if (!instead) return;
  point = {Found::at_step, static_cast<unsigned>(last.steps + 1), std::move(*instead),
           schedule_text(last.passing)};
}

}  // namespace omc::driver
