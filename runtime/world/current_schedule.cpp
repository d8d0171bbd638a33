#include "world/current_schedule.h"

#include <cstring>

#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

Stretch* path;

}  // namespace

void open_path(uint64_t most) {
  path = static_cast<Stretch*>(checker_memory((most + kept_at_end) * sizeof(Stretch)));
}

void extend_path(Choice choice, uint64_t times) {
  PathEnd& end = world().path;
  if (!times) return;
  end.steps += times;
  if (end.stretches && path[end.stretches - 1].choice == choice) return void(end.last += times);
  seal_path();
  path[end.stretches++].choice = choice;
  end.last = times;
}

void record_deferred_hooks(Thread& thread) {
  extend_path({thread.number, 0}, thread.deferred_hooks);
  world().extra_steps += thread.deferred_hooks;
  thread.deferred_hooks = 0;
  thread.at_deferred_hook = false;
}

void shorten_path(uint64_t times) {
  PathEnd& end = world().path;
  end.steps -= times;
  end.last -= times;
  if (end.last || !end.stretches) return;
  end.stretches--;
  if (end.stretches) end.last = path[end.stretches - 1].count;
}

void seal_path() {
  const PathEnd& end = world().path;
  if (end.stretches) path[end.stretches - 1].count = end.last;
}

Choice next_on_path() {
  const PathEnd& end = world().path;
  bool goes_on = end.stretches && end.last < path[end.stretches - 1].count;
  return path[goes_on ? end.stretches - 1 : end.stretches].choice;
}

uint64_t end_of_next() {
  const PathEnd& end = world().path;
  bool goes_on = end.stretches && end.last < path[end.stretches - 1].count;
  return goes_on ? end.steps - end.last + path[end.stretches - 1].count
                 : end.steps + path[end.stretches].count;
}

KeptSchedule keep_schedule() {
  seal_path();
  uint64_t n = world().path.stretches, offset = keep_bytes(path, n * sizeof(Stretch));
  return {offset, offset ? n : 0};
}

void set_path(const Stretch* stretches, uint64_t count) {
  memcpy(path, stretches, count * sizeof(Stretch));
}
const Stretch* path_stretches() { return path; }

PathKeeper::PathKeeper() : end_(world().path) {
  seal_path();
  first_ = end_.stretches > 2 ? end_.stretches - 2 : 0;
  memcpy(kept_, path + first_, sizeof kept_);
}

PathKeeper::~PathKeeper() {
  world().path = end_;
  memcpy(path + first_, kept_, sizeof kept_);
}

}  // namespace omc
