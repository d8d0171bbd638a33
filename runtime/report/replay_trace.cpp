#include "report/replay_trace.h"

#include "world/current.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t max_events = 1 << 20;

}  // namespace

void begin_trace() {
  Run& run = *checker.run;
  if (!run.wants_events) return;
  uint64_t room = (run.pool_end - run.pool_next) / 4 / sizeof(Event);
  run.event_capacity = room < max_events ? room : max_events;
  run.events = pool_take(run, run.event_capacity * sizeof(Event));
}

void record_event(Op op, const void* object, uint64_t value) {
  if (!checker.is_replay || !checker.run->wants_events) return;
  Run& run = *checker.run;
  if (run.event_count >= run.event_capacity) return;
  const Thread& thread = current_thread();
  auto* events = at<Event>(run, run.events);
  events[run.event_count++] = {static_cast<uint32_t>(world().schedule.steps),
                               thread.number,
                               op,
                               reinterpret_cast<uint64_t>(object),
                               value,
                               site_of(thread.place)};
}

void trace_step() {
  if (!inside() || !checker.is_replay || !checker.run->wants_events) return;
  const Run& run = *checker.run;
  const Event* last = run.event_count ? at<Event>(run, run.events) + run.event_count - 1 : nullptr;
  bool is_recorded =
      last && last->step == world().schedule.steps && last->thread == current_thread().number;
  if (!is_recorded) record_event(Op::hook, nullptr);
}

}  // namespace omc
