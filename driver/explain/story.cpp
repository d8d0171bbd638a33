// Events of one step at one statement become one Step, with their effects in order.
#include "explain/story.h"

#include <algorithm>

#include "explain/effects.h"
#include "explain/events.h"
#include "explain/values.h"

namespace omc::driver {
namespace {

std::string thread_name(Replay& replay, const ThreadRecord& record) {
  if (record.name) return at<char>(replay.run, record.name);
  std::string name = replay.symbols.function(record.entry.pc ? record.entry.pc - 1 : 0);
  if (name.empty() && record.number == 0) return "main";
  return name;
}

Standing standing_of(ThreadStatus status) {
  switch (status) {
    case ThreadStatus::ready:
      return Standing::ready;
    case ThreadStatus::blocked:
      return Standing::blocked;
    case ThreadStatus::ended:
      return Standing::ended;
  }
  return Standing::ready;
}

// Who holds what the blocked thread waits for, and since when.
void find_holder(Replay& replay, const std::vector<Holding>& held, const ThreadRecord& record,
                 ThreadState& thread) {
  if (record.owner != nobody && operation(record.op).object != Object::thread)
    thread.held_by = record.owner;
  if (!has_address(record.op)) return;
  for (const Holding& holding : held) {
    if (holding.object != record.object) continue;
    // A lock for reading has no owner of record. Each reader blocks a writer, none blocks a reader.
    if (!thread.held_by && record.op == Op::read_lock) continue;
    if (!thread.held_by) thread.held_by = holding.thread;
    if (thread.held_by == holding.thread)
      thread.held_since = replay.symbols.place(replay.run, holding.since);
  }
}

}  // namespace

std::vector<Step> describe_steps(Replay& replay) {
  std::vector<Step> steps;
  Event before;
  uint64_t written = 0;
  for (const Event& event : events_of(replay.run)) {
    // Before the first choice one step executes many statements; each is an entry of its own.
    Place place = replay.symbols.place(replay.run, event.site);
    bool fresh = steps.empty() || steps.back().n != event.step ||
                 steps.back().thread != event.thread || steps.back().place != place;
    if (fresh) {
      Step step;
      step.n = event.step;
      step.thread = event.thread;
      step.place = place;
      step.text = replay.statement(place);
      steps.push_back(std::move(step));
    }
    // One printf may make many writes: they become one effect.
    bool goes_on = !fresh && event.op == Op::output && before.op == Op::output &&
                   before.object == event.object;
    written = event.op == Op::output ? event.value + (goes_on ? written : 0) : 0;
    Event whole = event;
    if (goes_on) {
      whole.value = written;
      steps.back().effects.pop_back();
    }
    std::string effect = effect_of(whole, replay.names);
    if (!effect.empty()) steps.back().effects.push_back(std::move(effect));
    before = event;
  }
  add_values(replay, steps);
  return steps;
}

std::vector<ThreadState> describe_threads(Replay& replay) {
  std::vector<ThreadState> threads;
  std::vector<Holding> held = holdings(replay.run);
  for (const ThreadRecord& record : final_threads(replay.run)) {
    ThreadState thread;
    thread.id = record.number;
    thread.name = thread_name(replay, record);
    thread.standing = standing_of(record.status);
    thread.place = replay.symbols.place(replay.run, record.site);
    thread.text = replay.statement(thread.place);
    for (const Holding& holding : held)
      if (holding.thread == record.number) thread.holds.push_back(replay.names(holding.object));
    if (thread.standing == Standing::blocked) {
      thread.waits_for = awaited(record, replay.names);
      find_holder(replay, held, record, thread);
    }
    threads.push_back(std::move(thread));
  }
  for (ThreadState& thread : threads) {
    auto is_holder = [&](const ThreadState& other) { return thread.held_by == other.id; };
    auto holder = std::find_if(threads.begin(), threads.end(), is_holder);
    thread.holder_ended = holder != threads.end() && holder->standing == Standing::ended;
  }
  return threads;
}

}  // namespace omc::driver
