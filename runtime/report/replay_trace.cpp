#include "report/replay_trace.h"

#include <sys/uio.h>

#include <cstring>

#include "platform/raw_syscall.h"
#include "world/current.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t max_events = 1 << 20;
constexpr uint64_t max_values = 1 << 16;

ValueRecord* written;  // by the last write; null: its value is known

bool is_traced() { return checker.is_replay && checker.run->wants_events; }

// Fails where the program cannot read.
bool read_value(uint64_t address, size_t n, uint64_t& value) {
  value = 0;
  iovec to{&value, n}, from{reinterpret_cast<void*>(address), n};
  long self = raw_syscall(SYS_getpid);
  return raw_syscall(SYS_process_vm_readv, self, as_long(&to), 1, as_long(&from), 1, 0) ==
         static_cast<long>(n);
}

}  // namespace

void complete_value() {
  if (!written) return;
  read_value(written->address, written->size, written->after);
  written = nullptr;
}

void record_value(const void* p, size_t n, bool is_write) {
  if (!is_traced() || !inside() || n > sizeof(uint64_t)) return;
  complete_value();
  Run& run = *checker.run;
  const Thread& thread = current_thread();
  auto address = reinterpret_cast<uintptr_t>(p);
  bool is_own = address >= thread.stack_begin && address < thread.stack_end;
  if (is_own || world().thread_count == 1 || run.value_count >= run.value_capacity) return;
  auto& record = at<ValueRecord>(run, run.values)[run.value_count];
  record = {};
  record.step = static_cast<uint32_t>(world().schedule.steps);
  record.thread = thread.number;
  record.size = static_cast<uint8_t>(n);
  record.is_write = is_write;
  record.address = address;
  record.site = site_of(thread.place);
  if (!read_value(address, n, record.before)) return;
  record.after = record.before;
  run.value_count++;
  if (is_write) written = &record;
}

void record_stale_value(const void* p, size_t n, const StaleAccess& access) {
  if (!is_traced() || !inside() || n > sizeof(uint64_t)) return;
  complete_value();
  Run& run = *checker.run;
  if (run.value_count >= run.value_capacity) return;
  const Thread& thread = current_thread();
  ValueRecord& record = at<ValueRecord>(run, run.values)[run.value_count++];
  record = {};
  record.step = static_cast<uint32_t>(world().schedule.steps);
  record.thread = thread.number;
  record.size = static_cast<uint8_t>(n);
  record.is_write = access.written != nullptr;
  record.address = reinterpret_cast<uintptr_t>(p);
  record.site = site_of(thread.place);
  if (access.read) memcpy(&record.before, access.read, n);
  if (access.written) memcpy(&record.after, access.written, n);
  record.newer = access.newer;
  record.order = static_cast<uint8_t>(access.order);
  memcpy(&record.newest, access.newest, n);
  record.newest_order = static_cast<uint8_t>(access.newest_order);
  if (!access.newest_by) return;
  record.newest_thread = access.newest_by->number;
  record.newest_site = site_of(access.newest_place);
}

void begin_trace() {
  Run& run = *checker.run;
  if (!run.wants_events) return;
  uint64_t room = (run.pool_end - run.pool_next) / 4 / sizeof(Event);
  run.event_capacity = room < max_events ? room : max_events;
  run.events = pool_take(run, run.event_capacity * sizeof(Event));
  room = (run.pool_end - run.pool_next) / 4 / sizeof(ValueRecord);
  run.value_capacity = room < max_values ? room : max_values;
  run.values = pool_take(run, run.value_capacity * sizeof(ValueRecord));
}

void record_event(Op op, const void* object, uint64_t value) {
  if (!is_traced()) return;
  complete_value();
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
  if (!inside() || !is_traced()) return;
  complete_value();
  const Run& run = *checker.run;
  const Event* last = run.event_count ? at<Event>(run, run.events) + run.event_count - 1 : nullptr;
  bool is_recorded =
      last && last->step == world().schedule.steps && last->thread == current_thread().number;
  if (!is_recorded) record_event(Op::hook, nullptr);
}

}  // namespace omc
