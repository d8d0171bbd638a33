// Operations in words: every row of run/operations.def, and what its placeholders become.
// COVERS: driver/explain/effects

#include <csignal>

#include <catch2/catch.hpp>

#include "explain/effects.h"
#include "explain/events.h"
#include "explain/replay.h"
#include "fake_replay.h"

using namespace omc;
using namespace omc::driver;

namespace {

std::string effect(Op op, uint64_t object = mutex_a, uint64_t value = 0) {
  FakeReplay fake;
  fake.event(1, 1, op, object, value);
  Replay replay(fake.run());
  return effect_of(events_of(fake.run())[0], replay.names);
}

std::string waits_for(Op op, uint64_t object = mutex_a, uint16_t owner = nobody) {
  FakeReplay fake;
  fake.thread(1, ThreadStatus::blocked, op, object, owner);
  Replay replay(fake.run());
  return awaited(final_threads(fake.run())[0], replay.names);
}

bool is_whole(const std::string& text) { return text.find_first_of("{}|") == text.npos; }

}  // namespace

TEST_CASE("every row of the table of operations can be rendered") {
  for (unsigned i = 0; i < static_cast<unsigned>(Op::count); i++) {
    auto op = static_cast<Op>(i);
    INFO(operation(op).name);
    for (uint64_t value : {0, 1, 2, 3}) {
      std::string text = effect(op, mutex_a, value);
      CHECK(is_whole(text));
      CHECK(text.empty() == !*operation(op).effect);
    }
    std::string text = waits_for(op);
    CHECK(is_whole(text));
    // Operations on a lock may wait for it.
    if (concerns_lock(op)) CHECK(text == "a");
  }
}

TEST_CASE("effects of operations on objects") {
  CHECK(effect(Op::lock) == "locks a");
  CHECK(effect(Op::trylock, mutex_a, 0) == "try_lock fails: a is taken");
  CHECK(effect(Op::trylock, mutex_a, 1) == "locks a");
  CHECK(effect(Op::relock, mutex_a, 1) == "the wait times out; locks a again");
  CHECK(effect(Op::wait, condition, mutex_b) == "waits on cv, unlocks 0x2000");
  CHECK(effect(Op::signal, condition, 0) == "signals cv: nobody waits");
  CHECK(effect(Op::signal, condition, 3) == "wakes thread 2");
  CHECK(effect(Op::broadcast, condition, 1) == "wakes 1 thread");
  CHECK(effect(Op::futex_wake, mutex_a, 2) == "wakes 2 threads on a");
  CHECK(effect(Op::atomic, mutex_a, 0) == "loads a");
  CHECK(effect(Op::atomic, mutex_a, 2) == "updates a");
  CHECK(effect(Op::access, mutex_a, 1) == "writes a");
  CHECK(effect(Op::barrier, mutex_a, 1) == "completes a");
  CHECK(effect(Op::lock, 0x5000) == "locks mutex 0x5000");
}

TEST_CASE("effects of operations on what has a number") {
  CHECK(effect(Op::sem_up, 3) == "raises semaphore 3");
  CHECK(effect(Op::join, 2, 2) == "joins thread 2");
  CHECK(effect(Op::kill, SIGUSR1, 0) == "sends SIGUSR1 to the process");
  CHECK(effect(Op::kill, SIGUSR1, 2) == "sends SIGUSR1 to thread 1");
  CHECK(effect(Op::sigwait, 0, SIGTERM) == "takes SIGTERM");
  CHECK(effect(Op::handler, 40) == "handles signal 40");
  CHECK(effect(Op::read, 5, 1) == "reads 1 byte from descriptor 5");
  CHECK(effect(Op::poll, 0, 0) == "finds nothing ready");
  CHECK(effect(Op::poll, 0, 2) == "finds 2 descriptors ready");
  CHECK(effect(Op::output, 2, 7) == "writes 7 bytes to stderr");
  CHECK(effect(Op::exit, 0, static_cast<uint64_t>(-1)) == "the program ends with -1");
}

TEST_CASE("a once flag without a name belongs to a library") {
  CHECK(effect(Op::once, mutex_a, 1) == "runs the routine of a");
  CHECK(effect(Op::once, mutex_a, 0) == "finds a done");
  CHECK(effect(Op::once, 0x5000, 1).empty());
}

TEST_CASE("what a blocked thread waits for") {
  CHECK(waits_for(Op::lock, mutex_b) == "b");
  CHECK(waits_for(Op::wait, condition) == "a signal on cv");
  CHECK(waits_for(Op::sem_wait) == "a to be posted");
  CHECK(waits_for(Op::join, 2, 2) == "thread 2 to end");
  CHECK(waits_for(Op::join, 0, nobody) == "all other threads to end");
  CHECK(waits_for(Op::read, 5) == "something to read from descriptor 5");
  CHECK(waits_for(Op::sigwait, 0) == "a signal");
  uint64_t two = 1u << (SIGUSR1 - 1) | 1u << (SIGTERM - 1);
  CHECK(waits_for(Op::sigwait, two) == "a signal: SIGUSR1, SIGTERM");
  CHECK(waits_for(Op::sigwait, ~uint64_t{0}) == "a signal: any of many");
}

TEST_CASE("which operations take and release locks") {
  auto held = [](auto... events) {
    FakeReplay fake;
    (fake.event(1, 1, events.first, mutex_a, events.second), ...);
    return holdings(fake.run()).size();
  };
  using E = std::pair<Op, uint64_t>;
  for (Op op : {Op::lock, Op::relock, Op::spin_lock}) {
    CHECK(held(E(op, 0)) == 1);
    CHECK(held(E(op, 0), E(Op::unlock, 0)) == 0);
  }
  for (Op op : {Op::trylock, Op::read_lock, Op::write_lock}) {
    CHECK(held(E(op, 0)) == 0);
    CHECK(held(E(op, 1)) == 1);
  }
  CHECK(held(E(Op::lock, 0), E(Op::wait, mutex_a)) == 0);
  CHECK(held(E(Op::sem_wait, 1)) == 0);
  CHECK(held(E(Op::lock, 0), E(Op::lock, 0), E(Op::unlock, 0)) == 1);
}
