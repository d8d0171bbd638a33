// A replay made by hand: its events, and how its threads stood at the end.
#pragma once

#include <cstring>

#include "launch/launch.h"
#include "run/run.h"

namespace omc::driver {

constexpr uint64_t mutex_a = 0x1000, mutex_b = 0x2000, condition = 0x3000;

class FakeReplay {
 public:
  FakeReplay() : memory_(std::move(*RunMemory::make(16 << 20, Mode::replay))) {
    Run& run = memory_.run();
    file_ = text("/nowhere/prog.cpp");
    run.events = pool_take(run, 1000 * sizeof(Event));
    name(mutex_a, "a");
    name(mutex_b, "b");
    name(condition, "cv");
  }
  void event(uint32_t step, uint16_t thread, Op op, uint64_t object = 0, uint64_t value = 0,
             uint32_t line = 10) {
    Run& run = memory_.run();
    at<Event>(run, run.events)[run.event_count++] = {step,   thread, op,
                                                     object, value,  {file_, line, 3, 0}};
  }
  ThreadRecord& thread(uint16_t number, ThreadStatus status, Op op, uint64_t object,
                       uint16_t owner) {
    Run& run = memory_.run();
    if (!run.standing) run.standing = pool_take(run, 100 * sizeof(ThreadRecord));
    ThreadRecord& record = at<ThreadRecord>(run, run.standing)[run.standing_count++];
    record.number = number;
    record.status = status;
    record.op = op;
    record.object = object;
    record.owner = owner;
    record.site = {file_, 20u + number, 3, 0};
    record.name = text("worker");
    return record;
  }
  uint64_t text(const char* words) {
    size_t size = strlen(words) + 1;
    uint64_t offset = pool_take(memory_.run(), size);
    memcpy(at<char>(memory_.run(), offset), words, size);
    return offset;
  }
  void name(uint64_t address, const char* words) {
    Run& run = memory_.run();
    if (!run.names) run.names = pool_take(run, 100 * sizeof(NameRecord));
    at<NameRecord>(run, run.names)[run.name_count++] = {address, text(words)};
  }
  Run& run() { return memory_.run(); }

 private:
  RunMemory memory_;
  uint64_t file_ = 0;
};

}  // namespace omc::driver
