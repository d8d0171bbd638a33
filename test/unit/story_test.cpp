// Events of a replay, made by hand, told as steps and threads.
// COVERS: driver/explain/story driver/explain/effects

#include <csignal>

#include <catch2/catch.hpp>

#include "explain/explain.h"
#include "explain/story.h"
#include "fake_replay.h"

using namespace omc;

namespace {

struct Told {
  std::vector<Step> steps;
  std::vector<ThreadState> threads;
  std::string message;
};

Told tell(FakeReplay& replay, const BugRecord& bug) {
  Symbols symbols(replay.run());
  SourceText sources;
  ObjectNames names(replay.run(), symbols, sources);
  Told told;
  told.steps = tell_steps(replay.run(), symbols, sources, names);
  told.threads = tell_threads(replay.run(), symbols, sources, names);
  if (bug.kind == BugKind::deadlock) explain(replay.run(), symbols, told.threads);
  told.message = tell_message(replay.run(), bug, told.threads, symbols, names);
  return told;
}

}  // namespace

TEST_CASE("events of one step become its effects") {
  FakeReplay replay;
  replay.event(1, 0, Op::hook);
  replay.event(1, 0, Op::create, 0, 1);
  replay.event(2, 1, Op::lock, mutex_a);
  replay.event(3, 1, Op::hook);
  replay.event(3, 1, Op::unlock, mutex_a);
  replay.event(3, 1, Op::end);
  Told told = tell(replay, {});
  REQUIRE(told.steps.size() == 3);
  CHECK(told.steps[0].effects == Words{"starts 1"});
  CHECK(told.steps[1].effects == Words{"locks a"});
  CHECK(told.steps[2].effects == Words{"unlocks a", "ends"});
  CHECK(told.steps[2].thread == 1);
  CHECK(told.steps[2].n == 3);
}

TEST_CASE("a circle of two") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a, 0, 31);
  replay.event(2, 2, Op::lock, mutex_b, 0, 32);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::lock, mutex_b, 2);
  replay.thread(2, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  Told told = tell(replay, {});
  CHECK(told.message == "thread 1 (worker) and thread 2 (worker) wait for each other");
  CHECK(told.threads[0].waits_for == "thread 1 to end");
  CHECK(!told.threads[0].held_by);
  CHECK(told.threads[1].waits_for == "b");
  CHECK(told.threads[1].held_by == 2u);
  CHECK(told.threads[1].held_since.line == 32);
  CHECK(told.threads[1].holds == Words{"a"});
}

TEST_CASE("waiting for a mutex that an ended thread has kept") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.thread(0, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  replay.thread(1, ThreadStatus::ended, Op::none, 0, 0xffff);
  Told told = tell(replay, {});
  CHECK(told.message ==
        "thread 0 (worker) waits for ever for a, held by thread 1, which has ended");
}

TEST_CASE("waiting for a signal that never comes") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.event(2, 1, Op::wait, condition, mutex_a);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::wait, condition, 0xffff);
  Told told = tell(replay, {});
  CHECK(told.message == "thread 1 (worker) waits for ever for a signal on cv");
  CHECK(told.threads[1].holds.empty());
  CHECK(told.steps[1].effects == Words{"waits on cv, unlocks a"});
}

TEST_CASE("readers stand in a writer's way") {
  FakeReplay replay;
  replay.event(1, 1, Op::read_lock, mutex_a, 1, 41);
  replay.event(2, 2, Op::read_lock, mutex_a, 1, 42);
  replay.event(3, 1, Op::unlock, mutex_a);
  replay.event(4, 3, Op::write_lock, mutex_a, 0);
  replay.thread(2, ThreadStatus::blocked, Op::sem_wait, mutex_b, 0xffff);
  replay.thread(3, ThreadStatus::blocked, Op::write_lock, mutex_a, 0xffff);
  Told told = tell(replay, {});
  CHECK(told.steps[0].effects == Words{"locks for reading a"});
  CHECK(told.steps[3].effects == Words{"does not get a"});
  CHECK(told.threads[0].waits_for == "b to be posted");
  CHECK(told.threads[0].holds == Words{"a"});
  CHECK(told.threads[1].held_by == 2u);
  CHECK(told.threads[1].held_since.line == 42);
}

TEST_CASE("writes of one statement are one effect") {
  FakeReplay replay;
  replay.event(1, 0, Op::hook);
  replay.event(1, 0, Op::output, 1, 3);
  replay.event(1, 0, Op::output, 1, 4);
  replay.event(1, 0, Op::output, 2, 1);
  CHECK(tell(replay, {}).steps[0].effects ==
        Words{"writes 7 bytes to stdout", "writes 1 byte to stderr"});
}

TEST_CASE("locking twice") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.thread(1, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  CHECK(tell(replay, {}).message == "thread 1 (worker) waits for what it holds itself: a");
}

TEST_CASE("messages of the other kinds") {
  FakeReplay replay;
  BugRecord bug;
  bug.kind = BugKind::crash;
  bug.signal = SIGSEGV;
  bug.address = 0x10;
  CHECK(tell(replay, bug).message == "SIGSEGV at address 0x10");
  bug = {};
  bug.kind = BugKind::assertion;
  bug.text = replay.text("x == 2");
  CHECK(tell(replay, bug).message == "assertion 'x == 2' failed");
  bug = {};
  bug.kind = BugKind::assertion;
  bug.signal = SIGABRT;
  bug.text = replay.text("abort() was called");
  CHECK(tell(replay, bug).message == "abort() was called");
}
