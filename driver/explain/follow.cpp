#include "explain/follow.h"

#include <algorithm>

#include "explain/story.h"
#include "explain/time_budget.h"

namespace omc::driver {
namespace {

constexpr double most_seconds = 8;

// Steps of one thread in a row, up to the m-th that stands at the last statement.
struct Stretch {
  unsigned thread;
  size_t first, last;  // in the trace
  unsigned times = 0;  // how many of them stand at the last statement
};

std::vector<Stretch> stretches_of(const Trace& trace) {
  std::vector<Stretch> out;
  for (size_t i = 0; i < trace.steps.size(); i++) {
    if (out.empty() || out.back().thread != trace.steps[i].thread)
      out.push_back({trace.steps[i].thread, i, i});
    out.back().last = i;
  }
  for (Stretch& stretch : out)
    for (size_t i = stretch.first; i <= stretch.last; i++)
      stretch.times += trace.steps[i].text == trace.steps[stretch.last].text;
  return out;
}

Schedule extended(Schedule schedule, unsigned thread, size_t steps) {
  schedule.insert(schedule.end(), steps, Choice{static_cast<uint16_t>(thread), 0});
  return schedule;
}

// The steps that the program takes now, if the thread goes on behind the schedule.
std::vector<Step> steps_behind(const Schedule& schedule, unsigned thread, size_t most,
                               const Replayer& replayer) {
  auto launched = replayer.replay(extended(schedule, thread, most), Replayer::events);
  if (!launched) return llvm::consumeError(launched.takeError()), std::vector<Step>();
  Replay replay(launched->run());
  std::vector<Step> steps = describe_steps(replay);
  std::erase_if(
      steps, [&](const Step& step) { return step.n <= schedule.size() || step.thread != thread; });
  return steps;
}

// After how many steps the thread has been so often at the statement; 0: never.
size_t steps_to(const std::vector<Step>& steps, const std::string& text, unsigned times,
                size_t before) {
  unsigned met = 0;
  size_t last = 0;
  for (const Step& step : steps) {
    if (step.text != text) continue;
    last = step.n - before;
    if (++met == times) break;
  }
  return last;
}

}  // namespace

Followed follow_trace(const Trace& trace, const Replayer& replayer) {
  Followed out;
  for (const Stretch& stretch : stretches_of(trace)) {
    const TraceStep& end = trace.steps[stretch.last];
    size_t taken = end.n - (stretch.first ? trace.steps[stretch.first - 1].n : 0);
    std::vector<Step> steps = steps_behind(out.schedule, stretch.thread, 2 * taken + 16, replayer);
    size_t n = steps_to(steps, end.text, stretch.times, out.schedule.size());
    if (!n && !out.lost) out.lost = &end;
    // As far as the thread comes.
    size_t possible = steps.empty() ? 0 : steps.back().n - out.schedule.size();
    if (!n) n = std::min(taken, possible);
    out.schedule = extended(std::move(out.schedule), stretch.thread, n);
  }
  return out;
}

static bool shows(const Schedule& schedule, const std::string& kind, const Replayer& replayer) {
  auto launched = replayer.replay(schedule, Replayer::nothing);
  if (!launched) return llvm::consumeError(launched.takeError()), false;
  const Run& run = launched->run();
  for (uint32_t i = 0; i < run.bug_count; i++)
    if (kind == bug_kind_names[static_cast<unsigned>(run.bugs[i].kind)]) return true;
  return false;
}

std::optional<Schedule> find_again(const Trace& trace, const Schedule& schedule,
                                   const Replayer& replayer, Followed& followed) {
  followed.schedule = schedule;
  if (shows(schedule, trace.kind, replayer)) return schedule;
  followed = follow_trace(trace, replayer);
  if (shows(followed.schedule, trace.kind, replayer)) return followed.schedule;
  return std::nullopt;
}

std::optional<Schedule> search_near(const Schedule& schedule, const std::string& kind,
                                    const Replayer& replayer) {
  TimeBudget budget(most_seconds);
  size_t n = schedule.size();
  for (size_t stride = 1;; stride *= 2) {
    if (budget.left() <= 0) return std::nullopt;
    Schedule beginning(schedule.begin(), schedule.begin() + static_cast<long>(n));
    auto launched = replayer.search_from(std::move(beginning), budget.left());
    if (!launched) return llvm::consumeError(launched.takeError()), std::nullopt;
    const Run& run = launched->run();
    for (uint32_t i = 0; i < run.bug_count; i++)
      if (kind == bug_kind_names[static_cast<unsigned>(run.bugs[i].kind)])
        return schedule_of(run, run.bugs[i].schedule, run.bugs[i].schedule_stretches);
    if (launched->interrupted || !n) return std::nullopt;
    n = n > stride ? n - stride : 0;
  }
}

}  // namespace omc::driver
