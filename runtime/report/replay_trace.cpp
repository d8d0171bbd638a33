#include "report/replay_trace.h"

#include <cstring>

#include "races/happens_before.h"
#include "threads/scheduler.h"

namespace omc {
namespace {

constexpr uint64_t most_events = 1 << 20;

// Paths that were copied already, by the address of the literal.
struct KeptPath {
  const char* path;
  uint64_t offset;
};
KeptPath kept_paths[256];

uint64_t keep_path(const char* path) {
  if (!path) return 0;
  KeptPath& kept = kept_paths[(reinterpret_cast<uintptr_t>(path) * 0x9e3779b97f4a7c15u) >> 56];
  if (kept.path != path) kept = {path, keep_text(path)};
  return kept.offset;
}

}  // namespace

void begin_trace() {
  Run& run = *checker.run;
  if (!run.keep_events) return;
  uint64_t room = (run.pool_end - run.pool_next) / 4 / sizeof(Event);
  run.event_capacity = room < most_events ? room : most_events;
  run.events = pool_take(run, run.event_capacity * sizeof(Event));
}

void trace(Op op, const void* object, uint64_t value) {
  if (checker.follows_order)
    order_event(op, object, value);
  else if (is_failure(op, value))
    follow_order();
  trace_alone(op, object, value);
}

void trace_alone(Op op, const void* object, uint64_t value) {
  if (!checker.is_replay || !checker.run->keep_events) return;
  Run& run = *checker.run;
  if (run.event_count >= run.event_capacity) return;
  const Thread& thread = self();
  auto* events = at<Event>(run, run.events);
  events[run.event_count++] = {
      static_cast<uint32_t>(world().path.steps), thread.number, op,
      reinterpret_cast<uint64_t>(object),        value,         site_of(thread.place)};
}

void trace_step() {
  if (!inside() || !checker.is_replay || !checker.run->keep_events) return;
  const Run& run = *checker.run;
  const Event* last = run.event_count ? at<Event>(run, run.events) + run.event_count - 1 : nullptr;
  bool is_told = last && last->step == world().path.steps && last->thread == self().number;
  if (!is_told) trace_alone(Op::hook, nullptr);
}

Site site_of(const Place& place) {
  return {keep_path(place.file), place.line, place.column, reinterpret_cast<uint64_t>(place.pc)};
}

uint64_t keep_text(const char* text) { return text ? keep_bytes(text, strlen(text) + 1) : 0; }

uint64_t keep_bytes(const void* bytes, size_t n) {
  uint64_t offset = pool_take(*checker.run, n ? n : 1);
  if (offset && n) memcpy(at<char>(*checker.run, offset), bytes, n);
  return offset;
}

}  // namespace omc
