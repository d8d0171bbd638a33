// What passes an order on, and what does not, by the rules of C++20.
// COVERS: races/happens_before

#include "races/happens_before.h"

#include <catch2/catch.hpp>

#include "fixture.h"
#include "world/assumptions.h"

using namespace omc;

namespace {

int atomic, other, mutex;

// What a thread has done so far.
uint32_t now(unsigned thread) { return clock_of(thread).ticks[thread]; }
bool knows(unsigned thread, unsigned who, uint32_t tick) {
  return clock_of(thread).ticks[who] >= tick;
}

struct Orders : TestWorld {
  explicit Orders(unsigned threads = 4) : TestWorld(threads) {
    for (unsigned i = 1; i < threads; i++) fork_clock(world().threads[i]);
    done = now(0);
  }
  void load(unsigned thread, int order) {
    run(thread);
    acquire_atomic(&atomic, sizeof atomic, AtomicOp::load, order);
  }
  void store(unsigned thread, int order) {
    run(thread);
    release_atomic(&atomic, sizeof atomic, AtomicOp::store, order);
  }
  void update(unsigned thread, int order) {
    run(thread);
    acquire_atomic(&atomic, sizeof atomic, AtomicOp::update, order);
    release_atomic(&atomic, sizeof atomic, AtomicOp::update, order);
  }
  void fence(unsigned thread, int order) {
    run(thread);
    if (ThreadClocks* clocks = begin_fence(order)) end_fence(*clocks, order);
  }
  void event(unsigned thread, Op op, const void* object, uint64_t value = 0) {
    run(thread);
    advance_clocks(op, object, value);
  }
  // What thread 0 did before it released anything.
  bool is_known_to(unsigned thread) { return knows(thread, 0, done); }

  uint32_t done;
};

}  // namespace

TEST_CASE("a thread knows what its creator did before, and not what it did after") {
  TestWorld w(2);
  uint32_t before = now(0);
  fork_clock(world().threads[1]);
  CHECK(knows(1, 0, before));
  CHECK_FALSE(knows(1, 0, now(0)));
  CHECK_FALSE(knows(0, 1, now(1)));
}

TEST_CASE("a join knows all that the thread did") {
  Orders w;
  w.event(0, Op::join, nullptr, 1);
  CHECK(knows(0, 1, now(1)));
  CHECK_FALSE(knows(0, 2, now(2)));
}

TEST_CASE("a load that acquires knows what came with the value") {
  Orders w;
  w.store(0, __ATOMIC_RELEASE);
  w.load(1, __ATOMIC_ACQUIRE);
  w.load(2, __ATOMIC_RELAXED);
  w.load(3, __ATOMIC_CONSUME);  // compilers take it for acquire
  CHECK(w.is_known_to(1));
  CHECK_FALSE(w.is_known_to(2));
  CHECK(w.is_known_to(3));
  CHECK_FALSE(knows(1, 0, now(0)));
}

TEST_CASE("a relaxed store passes nothing on") {
  Orders w;
  w.store(0, __ATOMIC_RELAXED);
  w.load(1, __ATOMIC_SEQ_CST);
  CHECK_FALSE(w.is_known_to(1));
}

TEST_CASE("an update goes on with a release sequence, and a store ends it") {
  Orders w;
  w.store(0, __ATOMIC_RELEASE);
  SECTION("an update") {
    uint32_t of_updater = now(1);
    w.update(1, __ATOMIC_RELAXED);
    w.load(2, __ATOMIC_ACQUIRE);
    CHECK(w.is_known_to(2));
    CHECK_FALSE(knows(2, 1, of_updater));
  }
  SECTION("a store") {
    w.store(1, __ATOMIC_RELAXED);
    w.load(2, __ATOMIC_ACQUIRE);
    CHECK_FALSE(w.is_known_to(2));
  }
}

TEST_CASE("fences order relaxed operations around them") {
  Orders w;
  SECTION("both fences") {
    w.fence(0, __ATOMIC_RELEASE);
    w.store(0, __ATOMIC_RELAXED);
    w.load(1, __ATOMIC_RELAXED);
    CHECK_FALSE(w.is_known_to(1));
    w.fence(1, __ATOMIC_ACQUIRE);
    CHECK(w.is_known_to(1));
  }
  SECTION("a fence after the store is too late") {
    w.store(0, __ATOMIC_RELAXED);
    w.fence(0, __ATOMIC_RELEASE);
    w.load(1, __ATOMIC_ACQUIRE);
    CHECK_FALSE(w.is_known_to(1));
  }
  SECTION("a fence before the load is too early") {
    w.store(0, __ATOMIC_RELEASE);
    w.fence(1, __ATOMIC_ACQUIRE);
    w.load(1, __ATOMIC_RELAXED);
    CHECK_FALSE(w.is_known_to(1));
  }
}

TEST_CASE("a mutex passes on what its holders did") {
  Orders w;
  w.event(0, Op::unlock, &mutex);
  SECTION("locked") { w.event(1, Op::lock, &mutex); }
  SECTION("tried with success") { w.event(1, Op::trylock, &mutex, 1); }
  CHECK(w.is_known_to(1));
}

TEST_CASE("a failed try orders nothing") {
  Orders w;
  w.event(0, Op::unlock, &mutex);
  w.event(1, Op::trylock, &mutex, 0);
  w.event(2, Op::lock, &other);
  CHECK_FALSE(w.is_known_to(1));
  CHECK_FALSE(w.is_known_to(2));
  CHECK(is_failed_try(Op::trylock, 0));
  CHECK_FALSE(is_failed_try(Op::trylock, 1));
  CHECK_FALSE(is_failed_try(Op::lock, 0));
}

TEST_CASE("readers pass on to the next writer, and not to each other") {
  Orders w;
  w.event(0, Op::unlock, &mutex, 1);  // a reader's
  w.event(1, Op::read_lock, &mutex, 1);
  w.event(2, Op::write_lock, &mutex, 1);
  CHECK_FALSE(w.is_known_to(1));
  CHECK(w.is_known_to(2));
}

TEST_CASE("a barrier orders those who came before") {
  Orders w;
  w.event(0, Op::barrier, &mutex);
  w.event(1, Op::barrier, &mutex);
  CHECK(w.is_known_to(1));
}

TEST_CASE("a signal orders its sender before who takes it") {
  Orders w;
  w.event(0, Op::kill, nullptr, 1 + 1);  // to thread 1
  w.event(1, Op::sigwait, nullptr);
  w.event(2, Op::sigwait, nullptr);
  CHECK(w.is_known_to(1));
  CHECK_FALSE(w.is_known_to(2));
}

TEST_CASE("memory that was given back passes no order on") {
  Orders w;
  w.store(0, __ATOMIC_RELEASE);
  forget_clocks(reinterpret_cast<uintptr_t>(&atomic), sizeof atomic);
  w.load(1, __ATOMIC_ACQUIRE);
  CHECK_FALSE(w.is_known_to(1));
}

TEST_CASE("more objects than clocks can follow are reported") {
  Orders w;
  static char objects[20'000];
  for (const char& object : objects) w.event(0, Op::sem_post, &object);
  CHECK(checker.run->clocks_overflowed);
}

TEST_CASE("an atomic that is weaker than acquire and release refutes strong orders") {
  Orders w;
  checker.assumed = bit_of(Assumption::strong_orders);
  checker.options = Options{};
  auto is_weak = [](AtomicOp op, int order) {
    checker.run->refuted = 0;
    check_memory_order(op, order);
    return is_refuted(Assumption::strong_orders);
  };
  CHECK(is_weak(AtomicOp::load, __ATOMIC_RELAXED));
  CHECK(is_weak(AtomicOp::store, __ATOMIC_RELAXED));
  CHECK(is_weak(AtomicOp::update, __ATOMIC_ACQUIRE));
  CHECK(is_weak(AtomicOp::update, __ATOMIC_RELEASE));
  CHECK_FALSE(is_weak(AtomicOp::load, __ATOMIC_ACQUIRE));
  CHECK_FALSE(is_weak(AtomicOp::store, __ATOMIC_RELEASE));
  CHECK_FALSE(is_weak(AtomicOp::update, __ATOMIC_ACQ_REL));
  CHECK_FALSE(is_weak(AtomicOp::update, __ATOMIC_SEQ_CST));
}
