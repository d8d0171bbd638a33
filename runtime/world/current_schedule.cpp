#include "world/current_schedule.h"

#include <cstring>

#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

Stretch* stretches;

}  // namespace

void open_current_schedule(uint64_t most) {
  stretches = static_cast<Stretch*>(checker_memory((most + saved_at_end) * sizeof(Stretch)));
}

void extend_schedule(Choice choice, uint64_t times) {
  ScheduleEnd& end = world().schedule;
  if (!times) return;
  end.steps += times;
  if (end.stretches && stretches[end.stretches - 1].choice == choice)
    return void(end.last += times);
  seal_schedule();
  stretches[end.stretches++].choice = choice;
  end.last = times;
}

void record_deferred_hooks(Thread& thread) {
  extend_schedule({thread.number, 0}, thread.deferred_hooks);
  world().extra_steps += thread.deferred_hooks;
  thread.deferred_hooks = 0;
  thread.at_deferred_hook = false;
}

void shorten_schedule(uint64_t times) {
  ScheduleEnd& end = world().schedule;
  end.steps -= times;
  end.last -= times;
  if (end.last || !end.stretches) return;
  end.stretches--;
  if (end.stretches) end.last = stretches[end.stretches - 1].count;
}

void seal_schedule() {
  const ScheduleEnd& end = world().schedule;
  if (end.stretches) stretches[end.stretches - 1].count = end.last;
}

Choice next_choice() {
  const ScheduleEnd& end = world().schedule;
  bool goes_on = end.stretches && end.last < stretches[end.stretches - 1].count;
  return stretches[goes_on ? end.stretches - 1 : end.stretches].choice;
}

uint64_t end_of_next_stretch() {
  const ScheduleEnd& end = world().schedule;
  bool goes_on = end.stretches && end.last < stretches[end.stretches - 1].count;
  return goes_on ? end.steps - end.last + stretches[end.stretches - 1].count
                 : end.steps + stretches[end.stretches].count;
}

StoredSchedule store_schedule() {
  seal_schedule();
  uint64_t n = world().schedule.stretches, offset = store_bytes(stretches, n * sizeof(Stretch));
  return {offset, offset ? n : 0};
}

void set_schedule(const Stretch* from, uint64_t count) {
  memcpy(stretches, from, count * sizeof(Stretch));
}
const Stretch* current_stretches() { return stretches; }

ScheduleRestorer::ScheduleRestorer() : end_(world().schedule) {
  seal_schedule();
  first_ = end_.stretches > 2 ? end_.stretches - 2 : 0;
  memcpy(saved_, stretches + first_, sizeof saved_);
}

ScheduleRestorer::~ScheduleRestorer() {
  world().schedule = end_;
  memcpy(stretches + first_, saved_, sizeof saved_);
}

}  // namespace omc
