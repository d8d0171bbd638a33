// Why each thread of a deadlock waits for ever, from events made by hand.
// COVERS: driver/explain/deadlock

#include <catch2/catch.hpp>

#include "explain/deadlock.h"
#include "explain/story.h"
#include "fake_replay.h"

using namespace omc;
using namespace omc::driver;

namespace {

using Cycle = std::vector<unsigned>;

std::vector<ThreadState> explained(FakeReplay& fake) {
  Replay replay(fake.run());
  std::vector<ThreadState> threads = describe_threads(replay);
  explain_deadlock(replay, threads);
  return threads;
}

// Blocked threads 0, 1, …, each with those that are in its way.
std::vector<ThreadState> chain(const std::vector<Cycle>& waits_on) {
  std::vector<ThreadState> threads;
  for (const Cycle& others : waits_on) {
    ThreadState thread;
    thread.id = static_cast<unsigned>(threads.size());
    thread.standing = Standing::blocked;
    thread.waits_on = others;
    threads.push_back(thread);
  }
  return threads;
}

}  // namespace

TEST_CASE("the shortest cycle is found, and nothing but cycles") {
  CHECK(find_cycle(chain({})).empty());
  CHECK(find_cycle(chain({{1}, {2}, {}})).empty());
  CHECK(find_cycle(chain({{0}})) == Cycle{0});
  CHECK(find_cycle(chain({{1}, {2}, {1}})) == Cycle{1, 2});
  CHECK(find_cycle(chain({{1}, {2}, {3}, {1, 4}, {3}})) == Cycle{3, 4});
  CHECK(find_cycle(chain({{1}, {2, 3}, {}, {4}, {0}})) == Cycle{0, 1, 3, 4});
  // A thread that is not there, or has ended, is in no cycle.
  CHECK(find_cycle(chain({{7}})).empty());
}

TEST_CASE("the culprit waits for nobody who waits") {
  std::vector<ThreadState> threads = chain({{1}, {2}, {}});
  CHECK(find_culprit(threads)->id == 2);
  CHECK(find_culprit(chain({})) == nullptr);
}

TEST_CASE("a lock is held since it was taken last") {
  FakeReplay replay;
  replay.event(1, 1, Op::lock, mutex_a, 0, 30);
  replay.event(2, 1, Op::unlock, mutex_a, 0, 31);
  replay.event(3, 1, Op::lock, mutex_a, 0, 32);
  replay.event(4, 2, Op::lock, mutex_b, 0, 33);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::lock, mutex_b, 2);
  replay.thread(2, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  auto threads = explained(replay);
  CHECK(threads[0].why == "it waits for b");
  CHECK(threads[1].why == "held by thread 2 since prog.cpp:33");
  CHECK(threads[2].why == "held by thread 1 since prog.cpp:32");
  CHECK(find_cycle(threads) == Cycle{1, 2});
}

TEST_CASE("a holder that has ended") {
  FakeReplay replay;
  replay.event(1, 1, Op::trylock, mutex_a, 1, 30);
  replay.thread(0, ThreadStatus::blocked, Op::lock, mutex_a, 1);
  replay.thread(1, ThreadStatus::ended, Op::none, 0, nobody);
  CHECK(explained(replay)[0].why == "thread 1 ended while holding it (taken at prog.cpp:30)");
}

TEST_CASE("several readers, of which one closes the cycle") {
  FakeReplay replay;
  replay.event(1, 1, Op::read_lock, mutex_a, 1, 41);
  replay.event(2, 2, Op::read_lock, mutex_a, 1, 42);
  replay.event(3, 3, Op::lock, mutex_b, 0, 43);
  replay.thread(1, ThreadStatus::blocked, Op::sem_wait, condition, nobody);
  replay.thread(2, ThreadStatus::blocked, Op::lock, mutex_b, 3);
  replay.thread(3, ThreadStatus::blocked, Op::write_lock, mutex_a, nobody);
  auto threads = explained(replay);
  CHECK(threads[2].why == "held by thread 1 since prog.cpp:41, and by 1 more");
  CHECK(threads[2].waits_on == Cycle{1, 2});
  CHECK(find_cycle(threads) == Cycle{2, 3});
}

TEST_CASE("a reader behind a writer that waits") {
  FakeReplay replay;
  replay.event(1, 1, Op::read_lock, mutex_a, 1, 41);
  replay.thread(1, ThreadStatus::blocked, Op::read_lock, mutex_a, nobody);
  replay.thread(2, ThreadStatus::blocked, Op::write_lock, mutex_a, nobody);
  auto threads = explained(replay);
  CHECK(threads[0].why == "thread 2 waits to write and goes first");
  CHECK(!threads[0].held_by);
  CHECK(threads[1].why == "held by thread 1 since prog.cpp:41");
}

TEST_CASE("signals that do not help") {
  FakeReplay replay;
  auto why = [&] {
    replay.thread(1, ThreadStatus::blocked, Op::wait, condition, nobody);
    replay.thread(2, ThreadStatus::ended, Op::none, 0, nobody);
    return explained(replay)[0].why;
  };
  SECTION("none") {
    replay.event(1, 1, Op::wait, condition, mutex_a);
    CHECK(why() == "no thread ever signalled it; all other threads have ended");
  }
  SECTION("too early") {
    replay.event(1, 2, Op::signal, condition, 0, 51);
    replay.event(2, 1, Op::wait, condition, mutex_a);
    CHECK(why() == "thread 2 signalled it at prog.cpp:51 (step 1), when nobody waited");
  }
  SECTION("before the first step") {
    replay.event(0, 0, Op::broadcast, condition, 0, 51);
    CHECK(why() == "thread 0 broadcast it at prog.cpp:51, when nobody waited");
  }
  SECTION("to another") {
    replay.event(1, 1, Op::wait, condition, mutex_a);
    replay.event(2, 2, Op::signal, condition, 4, 51);
    CHECK(why() == "thread 2 signalled it at prog.cpp:51 (step 2), which woke thread 3 instead");
  }
  SECTION("to another, before this wait") {
    replay.event(1, 2, Op::signal, condition, 4, 51);
    replay.event(2, 1, Op::wait, condition, mutex_a);
    CHECK(why() ==
          "thread 2 signalled it at prog.cpp:51 (step 1), which woke thread 3, before this wait");
  }
  SECTION("to this thread, which waited again") {
    replay.event(1, 1, Op::wait, condition, mutex_a);
    replay.event(2, 2, Op::signal, condition, 2, 51);
    replay.event(3, 1, Op::relock, mutex_a);
    replay.event(4, 1, Op::wait, condition, mutex_a);
    CHECK(why() ==
          "thread 2 signalled it at prog.cpp:51 (step 2), which woke this thread, but it "
          "waited again");
  }
  SECTION("to all, before this wait") {
    replay.event(1, 2, Op::broadcast, condition, 3, 51);
    replay.event(2, 1, Op::wait, condition, mutex_a);
    CHECK(why() ==
          "thread 2 broadcast it at prog.cpp:51 (step 1), which woke 3 threads, before this wait");
  }
  SECTION("on something else") {
    replay.event(1, 1, Op::wait, condition, mutex_a);
    replay.event(2, 2, Op::signal, mutex_b, 0, 51);
    CHECK(why() == "no thread ever signalled it; all other threads have ended");
  }
}

TEST_CASE("a futex") {
  FakeReplay replay;
  replay.event(1, 1, Op::futex_wait, condition);
  replay.event(2, 0, Op::futex_wake, condition, 1, 51);
  replay.thread(1, ThreadStatus::blocked, Op::futex_wait, condition, nobody);
  CHECK(explained(replay)[0].why ==
        "thread 0 sent a wake-up at prog.cpp:51 (step 2), which woke 1 "
        "thread, but not this one");
}

TEST_CASE("a semaphore counts what was posted and taken") {
  FakeReplay replay;
  replay.event(1, 0, Op::sem_post, condition);
  replay.event(2, 1, Op::sem_wait, condition, 1);
  replay.event(3, 1, Op::sem_wait, condition, 0);
  replay.thread(0, ThreadStatus::blocked, Op::join, 1, 1);
  replay.thread(1, ThreadStatus::blocked, Op::sem_wait, condition, nobody);
  CHECK(explained(replay)[1].why ==
        "it is at 0, posted 1 time and taken 1 time; all other threads wait themselves");
}

TEST_CASE("a barrier counts who came in this round") {
  FakeReplay replay;
  auto why = [&] {
    replay.thread(1, ThreadStatus::blocked, Op::barrier, condition, nobody);
    return explained(replay)[0].why;
  };
  SECTION("the first round") {
    replay.event(1, 1, Op::barrier, condition, 0);
    CHECK(why() == "1 arrived; there is no other thread");
  }
  SECTION("a later round") {
    for (unsigned i = 1; i <= 5; i++) replay.event(i, i % 3, Op::barrier, condition, i == 3);
    CHECK(why() == "2 arrived, the round before took 3; there is no other thread");
  }
}

TEST_CASE("the routine of a once flag does not come to an end") {
  FakeReplay replay;
  replay.event(1, 1, Op::once, condition, 1, 61);
  replay.thread(1, ThreadStatus::blocked, Op::join, 2, 2);
  replay.thread(2, ThreadStatus::blocked, Op::once, condition, nobody);
  auto threads = explained(replay);
  CHECK(threads[1].why ==
        "thread 1 runs the routine since prog.cpp:61, and waits for thread 2 to end");
  CHECK(find_cycle(threads) == Cycle{1, 2});
}

TEST_CASE("a thread that waits for all others, and the paper's semaphores") {
  FakeReplay replay;
  replay.event(1, 2, Op::sem_up, 0, 0, 71);
  replay.thread(0, ThreadStatus::blocked, Op::join, 0, nobody);
  replay.thread(1, ThreadStatus::blocked, Op::sem_up, 0, nobody);
  auto threads = explained(replay);
  CHECK(threads[0].waits_for == "all other threads to end");
  CHECK(threads[0].why == "thread 1 waits for semaphore 0 to go down");
  CHECK(threads[1].why ==
        "thread 2 raised it at prog.cpp:71 (step 1); all other threads wait themselves");
}
