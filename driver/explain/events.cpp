// Which operations take and release locks is read from run/operations.def: a new kind of lock needs
// no change here.
#include "explain/events.h"

#include <algorithm>

#include "llvm/ADT/StringRef.h"

namespace omc::driver {
namespace {

// Whether the thread holds a lock from this event on.
bool takes_lock(const Event& event) {
  const Operation& row = operation(event.op);
  if (!concerns_lock(event.op) || row.mover == Mover::left) return false;
  bool may_fail =
      row.order == Order::acquire_if_taken || row.order == Order::acquire_write_if_taken;
  return !may_fail || event.value != 0;
}

// Of a lock taken several times, the last holding ends first.
void release(std::vector<Holding>& held, uint64_t object, unsigned thread) {
  auto same = [&](const Holding& h) { return h.object == object && h.thread == thread; };
  auto last = std::find_if(held.rbegin(), held.rend(), same);
  if (last != held.rend()) held.erase(std::next(last).base());
}

}  // namespace

llvm::ArrayRef<Event> events_of(const Run& run) {
  return {at<Event>(run, run.events), static_cast<size_t>(run.event_count)};
}

llvm::ArrayRef<ThreadRecord> final_threads(const Run& run) {
  return {at<ThreadRecord>(run, run.standing), static_cast<size_t>(run.standing_count)};
}

bool concerns_lock(Op op) {
  llvm::StringRef kind = operation(op).kind;
  for (const Operation& row : operations)
    if (row.mover == Mover::right && kind == row.kind) return true;
  return false;
}

bool has_address(Op op) {
  Object object = operation(op).object;
  return object == Object::memory || object == Object::waited || object == Object::variable;
}

std::vector<Holding> holdings(const Run& run, uint64_t events) {
  std::vector<Holding> held;
  uint64_t n = std::min<uint64_t>(events, run.event_count);
  for (const Event& event : events_of(run).take_front(n)) {
    const Operation& row = operation(event.op);
    if (takes_lock(event)) held.push_back({event.object, event.thread, event.site});
    if (row.mover == Mover::left) release(held, event.object, event.thread);
    if (row.order == Order::release_other) release(held, event.value, event.thread);
  }
  return held;
}

}  // namespace omc::driver
