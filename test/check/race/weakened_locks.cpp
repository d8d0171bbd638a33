// Locks, semaphores, flags and barriers that programs build from atomics, with the orders that they need; and the same
// with one of them relaxed, by which what is guarded is not ordered any more.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/orders.h"

#include <array>
#include <mutex>

namespace {

int x;  // what is guarded

// ---- Locks ----

template <class O>
class SpinLock {
 public:
  void lock() { while (taken.test_and_set(O::acquire)) {} }
  void unlock() { taken.clear(O::release); }

 private:
  std::atomic_flag taken;
};

template <class O>
class ExchangeLock {
 public:
  void lock() {
    int expected = 0;
    while (!state.compare_exchange_weak(expected, 1, O::acquire, O::relaxed)) expected = 0;
  }
  void unlock() { state.store(0, O::release); }

 private:
  std::atomic<int> state{0};
};

template <class O>
class TicketLock {
 public:
  void lock() {
    unsigned mine = next.fetch_add(1, O::relaxed);
    while (serving.load(O::acquire) != mine) {}
  }
  void unlock() { serving.store(serving.load(O::relaxed) + 1, O::release); }

 private:
  std::atomic<unsigned> next{0}, serving{0};
};

template <class Lock>
  requires requires(Lock l) { l.lock(); }
void use_it(Lock*) {
  static Lock mutex;
  auto work = [] { std::lock_guard lock(mutex); x++; };
  both(work, work);
}

// ---- Locks for two: which of them is said with each call ----

template <class O>
class Peterson {
 public:
  void lock(int me) {
    wants[me].store(true, O::seq_cst);
    turn.store(1 - me, O::seq_cst);
    while (wants[1 - me].load(O::seq_cst) && turn.load(O::seq_cst) == 1 - me) {}
  }
  void unlock(int me) { wants[me].store(false, O::release); }

 private:
  std::array<std::atomic<bool>, 2> wants{};
  std::atomic<int> turn{0};
};

template <class O>
class Dekker {
 public:
  void lock(int me) {
    wants[me].store(true, O::seq_cst);
    while (wants[1 - me].load(O::seq_cst)) {
      if (turn.load(O::seq_cst) == me) continue;
      wants[me].store(false, O::seq_cst);
      while (turn.load(O::seq_cst) != me) {}
      wants[me].store(true, O::seq_cst);
    }
  }
  void unlock(int me) {
    turn.store(1 - me, O::seq_cst);
    wants[me].store(false, O::release);
  }

 private:
  std::array<std::atomic<bool>, 2> wants{};
  std::atomic<int> turn{0};
};

template <class Lock>
  requires requires(Lock l) { l.lock(1); }
void use_it(Lock*) {
  static Lock mutex;
  auto work = [](int me) { mutex.lock(me); x++; mutex.unlock(me); };
  both([=] { work(0); }, [=] { work(1); });
}

// ---- Many readers or one writer ----

template <class O>
class ReaderWriterLock {
 public:
  void lock_shared() {
    int seen = readers.load(O::relaxed);
    while (seen < 0 || !readers.compare_exchange_weak(seen, seen + 1, O::acquire, O::relaxed)) seen = readers.load(O::relaxed);
  }
  void unlock_shared() { readers.fetch_sub(1, O::release); }
  void lock_alone() {
    int free = 0;
    while (!readers.compare_exchange_weak(free, -1, O::acquire, O::relaxed)) free = 0;
  }
  void unlock_alone() { readers.store(0, O::release); }

 private:
  std::atomic<int> readers{0};
};

template <class Lock>
  requires requires(Lock l) { l.lock_shared(); }
void use_it(Lock*) {
  static Lock mutex;
  both([] { mutex.lock_alone(); x = 1; mutex.unlock_alone(); },
       [] { mutex.lock_shared(); std::printf("%d", x); mutex.unlock_shared(); });
}

// ---- Semaphores, events, latches: one thread waits for the other ----

template <class O>
class Semaphore {
 public:
  void signal() { count.fetch_add(1, O::release); }
  void wait() {
    int seen = count.load(O::relaxed);
    while (seen == 0 || !count.compare_exchange_weak(seen, seen - 1, O::acquire, O::relaxed)) seen = count.load(O::relaxed);
  }

 private:
  std::atomic<int> count{0};
};

template <class O>
class Flag {
 public:
  void signal() { raised.store(true, O::release); }
  void wait() { while (!raised.load(O::acquire)) {} }

 private:
  std::atomic<bool> raised{false};
};

template <class O>
class FlagWithFences {
 public:
  void signal() {
    std::atomic_thread_fence(O::release);
    raised.store(true, O::relaxed);
  }
  void wait() {
    while (!raised.load(O::relaxed)) {}
    std::atomic_thread_fence(O::acquire);
  }

 private:
  std::atomic<bool> raised{false};
};

template <class O>
class Event {
 public:
  void signal() {
    state.store(1, O::release);
    state.notify_one();
  }
  void wait() { state.wait(0, O::acquire); }

 private:
  std::atomic<int> state{0};
};

template <class O>
class Latch {
 public:
  void signal() { left.fetch_sub(1, O::release); }
  void wait() { while (left.load(O::acquire)) {} }

 private:
  std::atomic<int> left{1};
};

// A comparison that fails reads, in an order of its own.
template <class O>
class Claim {
 public:
  void signal() { state.store(2, O::release); }
  void wait() {
    int expected;
    do expected = 1;
    while (state.compare_exchange_strong(expected, 1, O::relaxed, O::acquire) || expected == 0);
  }

 private:
  std::atomic<int> state{0};
};

template <class Construct>
  requires requires(Construct c) { c.wait(); }
void use_it(Construct*) {
  static Construct done;
  both([] { x = 1; done.signal(); }, [] { done.wait(); x++; });
}

// ---- A barrier: both wait for each other ----

template <class O>
class Barrier {
 public:
  void meet() {
    int now = phase.load(O::relaxed);
    if (arrived.fetch_add(1, O::acq_rel) == 1) {
      arrived.store(0, O::relaxed);
      phase.store(now + 1, O::release);
    } else {
      while (phase.load(O::acquire) == now) {}
    }
  }

 private:
  std::atomic<int> arrived{0}, phase{0};
};

template <class Construct>
  requires requires(Construct c) { c.meet(); }
void use_it(Construct*) {
  static Construct barrier;
  static int parts[2];
  auto work = [](int i) { parts[i] = 1; barrier.meet(); std::printf("%d", parts[1 - i]); };
  both([=] { work(0); }, [=] { work(1); });
}

const Case cases[] = {
    {"spin_lock_acquire", weakened<SpinLock, NoAcquire>},
    {"spin_lock_release", weakened<SpinLock, NoRelease>},
    {"exchange_lock_acquire", weakened<ExchangeLock, NoAcquire>},
    {"exchange_lock_release", weakened<ExchangeLock, NoRelease>},
    {"ticket_lock_acquire", weakened<TicketLock, NoAcquire>},
    {"ticket_lock_release", weakened<TicketLock, NoRelease>}, {"peterson", weakened<Peterson, Relaxed>},
    {"dekker", weakened<Dekker, Relaxed>},
    {"reader_writer_lock_acquire", weakened<ReaderWriterLock, NoAcquire>},
    {"reader_writer_lock_release", weakened<ReaderWriterLock, NoRelease>},
    {"semaphore_acquire", weakened<Semaphore, NoAcquire>},
    {"semaphore_release", weakened<Semaphore, NoRelease>}, {"flag_acquire", weakened<Flag, NoAcquire>},
    {"flag_release", weakened<Flag, NoRelease>}, {"fence_acquire", weakened<FlagWithFences, NoAcquire>},
    {"fence_release", weakened<FlagWithFences, NoRelease>}, {"event_acquire", weakened<Event, NoAcquire>},
    {"event_release", weakened<Event, NoRelease>}, {"latch_acquire", weakened<Latch, NoAcquire>},
    {"latch_release", weakened<Latch, NoRelease>}, {"claim_acquire", weakened<Claim, NoAcquire>},
    {"claim_release", weakened<Claim, NoRelease>}, {"barrier_acquire", weakened<Barrier, NoAcquire>},
    {"barrier_release", weakened<Barrier, NoRelease>}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/happens_before races/atomics
