// Everything the C++ library offers to wait for, and what POSIX and C have besides: each case by itself, with all
// of its outcomes. What is random in a real run (who is first, whether a time limit expires) is an outcome here.
// RUN: %build
// Readers see the write or not, each for itself.
// RUN: %verdict ok --outcomes '0 1 10 11' -- %t shared_mutex
// RUN: %verdict ok --outcomes '2' -- %t recursive
// RUN: %verdict ok --outcomes '2' -- %t spin
// A timed lock may expire while the other holds the mutex.
// RUN: %verdict ok --outcomes '0 1' -- %t timed_mutex
// RUN: %verdict ok --outcomes '1' -- %t condition_any
// RUN: %verdict ok --outcomes '0 1' -- %t wait_for
// Any waiter may win a notify_one.
// RUN: %verdict ok --outcomes '1 2' -- %t notify_one
// RUN: %verdict ok --outcomes '1' -- %t semaphore
// RUN: %verdict ok --outcomes '1' -- %t posix_semaphore
// RUN: %verdict deadlock -- %t posix_semaphore_down
// RUN: %verdict ok --outcomes '1' -- %t latch
// RUN: %verdict ok --outcomes '11' -- %t posix_barrier
// RUN: %verdict ok --outcomes '78' -- %t async
// RUN: %verdict ok --outcomes '4' -- %t promise
// RUN: %verdict ok --outcomes '0 1' -- %t future_wait_for
// RUN: %verdict ok --outcomes '1' -- %t call_once
// An exception out of call_once lets the next one try.
// RUN: %verdict ok --outcomes '12' -- %t call_once_throws
// RUN: %verdict ok --outcomes '6' -- %t static_local
// RUN: %verdict ok --outcomes '1' -- %t jthread
// RUN: %verdict ok --outcomes '1' -- %t atomic_wait
// RUN: %verdict ok --outcomes '4' -- %t c11
// RUN: %verdict ok --outcomes '5' -- %t key
// pthread_exit runs the destructors on its way out.
// RUN: %verdict ok --outcomes '10' -- %t thread_exit
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <latch>
#include <map>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>

using namespace std::chrono_literals;

// Runs the two at the same time.
template <class A, class B>
void both(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

int shared_mutex() {
  std::shared_mutex m;
  int x = 0, seen = 0;
  std::thread writer([&] {
    std::unique_lock lock(m);
    x = 1;
  });
  int one = 0, two = 0;
  both([&] { std::shared_lock lock(m); one = x; }, [&] { std::shared_lock lock(m); two = x; });
  writer.join();
  seen = one + 10 * two;
  return seen;
}

int recursive() {
  std::recursive_mutex m;
  int n = 0;
  auto work = [&] {
    std::lock_guard outer(m);
    std::lock_guard inner(m);
    n++;
  };
  both(work, work);
  return n;
}

int spin() {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  int n = 0;
  auto work = [&] {
    pthread_spin_lock(&lock);
    n++;
    pthread_spin_unlock(&lock);
  };
  both(work, work);
  return n;
}

int timed_mutex() {
  std::timed_mutex m;
  int got = 0;
  both([&] { std::lock_guard lock(m); },
       [&] {
         if (!m.try_lock_for(10ms)) return;
         got = 1;
         m.unlock();
       });
  return got;
}

int condition_any() {
  std::shared_mutex m;
  std::condition_variable_any changed;
  bool ready = false;
  std::thread other([&] {
    { std::unique_lock lock(m); ready = true; }
    changed.notify_all();
  });
  { std::unique_lock lock(m); changed.wait(lock, [&] { return ready; }); }
  other.join();
  return ready;
}

int wait_for() {
  std::mutex m;
  std::condition_variable changed;
  bool ready = false;
  std::thread other([&] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  int result;
  { std::unique_lock lock(m); result = changed.wait_for(lock, 5ms, [&] { return ready; }); }
  other.join();
  return result;
}

int notify_one() {
  std::mutex m;
  std::condition_variable changed, counted;
  int waiting = 0, winner = 0;
  auto waiter = [&](int me) {
    std::unique_lock lock(m);
    waiting++;
    counted.notify_one();
    changed.wait(lock);
    if (!winner) winner = me;
  };
  std::thread a(waiter, 1), b(waiter, 2);
  { std::unique_lock lock(m); counted.wait(lock, [&] { return waiting == 2; }); }
  changed.notify_one();
  changed.notify_one();
  a.join();
  b.join();
  return winner;
}

int semaphore() {
  std::counting_semaphore<2> s(0);
  int n = 0;
  both([&] { s.release(); }, [&] { s.acquire(); n = 1; });
  return n;
}

int posix_semaphore(int posts) {
  sem_t s;
  sem_init(&s, 0, 0);
  int n = 0;
  both([&] { if (posts) sem_post(&s); }, [&] { sem_wait(&s); n = 1; });
  return n;
}

int latch() {
  std::latch l(2);
  int n = 0;
  both([&] { l.count_down(); }, [&] { l.arrive_and_wait(); n = 1; });
  return n;
}

int posix_barrier() {
  pthread_barrier_t b;
  pthread_barrier_init(&b, nullptr, 2);
  int n = 0;
  both([&] { pthread_barrier_wait(&b); n++; pthread_barrier_wait(&b); },
       [&] { pthread_barrier_wait(&b); pthread_barrier_wait(&b); n += 10; });
  return n;
}

int async() {
  auto seven = std::async(std::launch::async, [] { return 7; });
  auto eight = std::async(std::launch::async, [] { return 8; });
  int tens = 10 * seven.get();
  return tens + eight.get();
}

int promise() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread other([&] { p.set_value(4); });
  int n = f.get();
  other.join();
  return n;
}

int future_wait_for() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread other([&] { p.set_value(4); });
  int ready = f.wait_for(1ms) == std::future_status::ready;
  other.join();
  return ready;
}

int call_once() {
  std::once_flag once;
  int n = 0;
  auto work = [&] { std::call_once(once, [&] { n++; }); };
  both(work, work);
  return n;
}

int call_once_throws() {
  std::once_flag once;
  int calls = 0, caught = 0;
  auto work = [&] {
    try {
      std::call_once(once, [&] { if (calls++ == 0) throw 1; });
    } catch (int) {
      caught += 10;
    }
  };
  both(work, work);
  return calls + caught;
}

struct Three {
  int value = 0;
  Three() { value = 3; }
};

int static_local() {
  std::atomic<int> sum = 0;
  auto work = [&] {
    static Three three;
    sum += three.value;
  };
  both(work, work);
  return sum;
}

int jthread() {
  int n = 0;
  std::jthread other([&](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    n = 1;
  });
  other.request_stop();
  other.join();
  return n;
}

int atomic_wait() {
  std::atomic<int> x = 0;
  std::thread other([&] { x = 1; x.notify_one(); });
  x.wait(0);
  other.join();
  return x;
}

int c11() {
  static mtx_t m;
  static int n = 0;
  mtx_init(&m, mtx_plain);
  thrd_t other;
  thrd_create(&other, [](void*) { mtx_lock(&m); n++; mtx_unlock(&m); return 3; }, nullptr);
  int result;
  thrd_join(other, &result);
  return n + result;
}

int key() {
  static int sum = 0;
  static pthread_key_t k;
  pthread_key_create(&k, [](void* value) { sum += *static_cast<int*>(value); });
  std::thread other([] { static int five = 5; pthread_setspecific(k, &five); });
  other.join();
  return sum;
}

struct CountsItsEnd {
  int* count;
  ~CountsItsEnd() { ++*count; }
};

int thread_exit() {
  static int ended = 0, nine = 9;
  pthread_t other;
  pthread_create(&other, nullptr, [](void*) -> void* { CountsItsEnd end{&ended}; pthread_exit(&nine); }, nullptr);
  void* result;
  pthread_join(other, &result);
  return ended + *static_cast<int*>(result);
}

int main(int, char** argv) {
  const std::map<std::string, int (*)()> cases = {
      {"shared_mutex", shared_mutex}, {"recursive", recursive}, {"spin", spin}, {"timed_mutex", timed_mutex},
      {"condition_any", condition_any}, {"wait_for", wait_for}, {"notify_one", notify_one}, {"semaphore", semaphore},
      {"posix_semaphore", [] { return posix_semaphore(1); }},
      {"posix_semaphore_down", [] { return posix_semaphore(0); }}, {"latch", latch},
      {"posix_barrier", posix_barrier}, {"async", async}, {"promise", promise}, {"future_wait_for", future_wait_for},
      {"call_once", call_once}, {"call_once_throws", call_once_throws}, {"static_local", static_local},
      {"jthread", jthread}, {"atomic_wait", atomic_wait}, {"c11", c11}, {"key", key}, {"thread_exit", thread_exit}};
  std::printf("%d\n", cases.at(argv[1])());
}
// COVERS: sync/pthread_sync_abi sync/pthread_abi sync/c11_abi
