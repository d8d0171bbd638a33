// Events of a replay, made by hand, as steps and threads of a report.
// COVERS: driver/explain/story driver/explain/events driver/explain/message

#include <csignal>

#include <catch2/catch.hpp>

#include "explain/deadlock.h"
#include "explain/message.h"
#include "explain/story.h"
#include "fake_replay.h"

using namespace omc;
using namespace omc::driver;

namespace {

struct LoggedBlock {
  std::vector<Step> steps;
  std::vector<ThreadState> threads;
  std::string message;
};

LoggedBlock logged_block(FakeReplay& fake, const BugRecord& bug) {
  Replay replay(fake.run());
  LoggedBlock story;
  story.steps = describe_steps(replay);
  story.threads = describe_threads(replay);
  if (bug.kind == BugKind::deadlock) explain_deadlock(replay, story.threads);
  story.message = describe_message(replay, fake.run(), bug, story.threads);
  return story;
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
  LoggedBlock story = logged_block(replay, {});
  REQUIRE(story.steps.size() == 3);
  CHECK(story.steps[0].effects == Words{"starts 1"});
  CHECK(story.steps[1].effects == Words{"locks a"});
  CHECK(story.steps[2].effects == Words{"unlocks a", "ends"});
  CHECK(story.steps[2].thread == 1);
  CHECK(story.steps[2].n == 3);
}

TEST_CASE("a cycle of two") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a, 0, 31);
  replay.event(2, 2, Op::lock, mutex_b, 0, 32);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::lock, mutex_b, 2);
  replay.thread(2, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  LoggedBlock story = logged_block(replay, {});
  CHECK(story.message == "thread 1 (worker) and thread 2 (worker) wait for each other");
  CHECK(story.threads[0].waits_for == "thread 1 to end");
  CHECK(!story.threads[0].held_by);
  CHECK(story.threads[1].waits_for == "b");
  CHECK(story.threads[1].held_by == 2u);
  CHECK(story.threads[1].held_since.line == 32);
  CHECK(story.threads[1].holds == Words{"a"});
}

TEST_CASE("waiting for a mutex that an ended thread has kept") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.thread(0, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  replay.thread(1, ThreadStatus::ended, Op::none, 0, 0xffff);
  LoggedBlock story = logged_block(replay, {});
  CHECK(story.message ==
        "thread 0 (worker) waits for ever for a, held by thread 1, which has ended");
}

TEST_CASE("waiting for a signal that never comes") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.event(2, 1, Op::wait, condition, mutex_a);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::wait, condition, 0xffff);
  LoggedBlock story = logged_block(replay, {});
  CHECK(story.message == "thread 1 (worker) waits for ever for a signal on cv");
  CHECK(story.threads[1].holds.empty());
  CHECK(story.steps[1].effects == Words{"waits on cv, unlocks a"});
}

TEST_CASE("readers stand in a writer's way") {
  FakeReplay replay;
  replay.event(1, 1, Op::read_lock, mutex_a, 1, 41);
  replay.event(2, 2, Op::read_lock, mutex_a, 1, 42);
  replay.event(3, 1, Op::unlock, mutex_a);
  replay.event(4, 3, Op::write_lock, mutex_a, 0);
  replay.thread(2, ThreadStatus::blocked, Op::sem_wait, mutex_b, 0xffff);
  replay.thread(3, ThreadStatus::blocked, Op::write_lock, mutex_a, 0xffff);
  LoggedBlock story = logged_block(replay, {});
  CHECK(story.steps[0].effects == Words{"locks for reading a"});
  CHECK(story.steps[3].effects == Words{"does not get a"});
  CHECK(story.threads[0].waits_for == "b to be posted");
  CHECK(story.threads[0].holds == Words{"a"});
  CHECK(story.threads[1].held_by == 2u);
  CHECK(story.threads[1].held_since.line == 42);
}

TEST_CASE("writes of one statement are one effect") {
  FakeReplay replay;
  replay.event(1, 0, Op::hook);
  replay.event(1, 0, Op::output, 1, 3);
  replay.event(1, 0, Op::output, 1, 4);
  replay.event(1, 0, Op::output, 2, 1);
  CHECK(logged_block(replay, {}).steps[0].effects ==
        Words{"writes 7 bytes to stdout", "writes 1 byte to stderr"});
}

TEST_CASE("locking twice") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a);
  replay.thread(1, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  CHECK(logged_block(replay, {}).message == "thread 1 (worker) waits for what it holds itself: a");
}

TEST_CASE("messages of the other kinds") {
  FakeReplay replay;
  BugRecord bug;
  bug.kind = BugKind::crash;
  bug.signal = SIGSEGV;
  bug.address = 0x10;
  CHECK(logged_block(replay, bug).message == "SIGSEGV at address 0x10");
  bug = {};
  bug.kind = BugKind::assertion;
  bug.text = replay.text("x == 2");
  CHECK(logged_block(replay, bug).message == "assertion 'x == 2' failed");
  bug = {};
  bug.kind = BugKind::assertion;
  bug.signal = SIGABRT;
  bug.text = replay.text("abort() was called");
  CHECK(logged_block(replay, bug).message == "abort() was called");
}
