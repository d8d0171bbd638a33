// The schedules of bugs as trace events, which ui.perfetto.dev and chrome://tracing open. A bug is
// a process, a thread a track, a step a slice of a millisecond: what counts is the order.
#include <fmt/format.h>

#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

constexpr int64_t microseconds = 1000;  // that a step is shown for

Object event(const char* phase, int64_t process, unsigned thread, const std::string& name) {
  // Track 0 means the idle thread to some viewers.
  return Object{{"ph", phase}, {"pid", process}, {"tid", thread + 1}, {"name", as_utf8(name)}};
}

Object naming(const char* what, int64_t process, unsigned thread, const std::string& name) {
  Object out = event("M", process, thread, what);
  out["args"] = Object{{"name", as_utf8(name)}};
  return out;
}

Object slice(int64_t process, unsigned thread, const std::string& name, size_t begin, size_t end) {
  Object out = event("X", process, thread, name);
  out["ts"] = static_cast<int64_t>(begin) * microseconds;
  out["dur"] = static_cast<int64_t>(end - begin) * microseconds;
  return out;
}

Object arguments_of(const Step& step) {
  Object out;
  if (step.place.line) out["at"] = as_utf8(short_place(step.place));
  if (step.n) out["step"] = step.n;
  std::string effects;
  for (const std::string& effect : step.effects) effects += (effects.empty() ? "" : ", ") + effect;
  if (!effects.empty()) out["effect"] = as_utf8(effects);
  for (const auto& [name, value] : step.values) out[as_utf8(name)] = as_utf8(value);
  return out;
}

// A blocked thread waits from its last step to the end.
size_t steps_until_last_of(const Bug& bug, unsigned thread) {
  for (size_t i = bug.steps.size(); i; i--)
    if (bug.steps[i - 1].thread == thread) return i;
  return 0;
}

void add_bug_events(const FoundBug& found, int64_t process, Array& events) {
  const Bug& bug = *found.bug;
  events.push_back(naming("process_name", process, 0, bug.kind + ": " + bug.message));
  for (const ThreadState& thread : bug.threads)
    events.push_back(naming("thread_name", process, thread.id, thread_title(thread)));
  for (size_t i = 0; i < bug.steps.size(); i++) {
    const Step& step = bug.steps[i];
    std::string name = step.text.empty() ? "step" : step.text;
    Object shown = slice(process, step.thread, name, i, i + 1);
    shown["args"] = arguments_of(step);
    events.push_back(std::move(shown));
  }
  for (const ThreadState& thread : bug.threads)
    if (thread.standing == Standing::blocked)
      events.push_back(slice(process, thread.id, "waits for " + thread.waits_for,
                             steps_until_last_of(bug, thread.id), bug.steps.size() + 1));
}

}  // namespace

std::string render_perfetto(const Report& report) {
  Array events;
  int64_t process = 0;
  for (const FoundBug& found : all_bugs(report)) add_bug_events(found, ++process, events);
  Object root{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}};
  return llvm::formatv("{0:2}\n", Value(std::move(root)));
}

}  // namespace omc::driver
