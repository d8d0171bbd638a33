// Whatever blocks gives the lock up: in each case a thread waits for what another one does next, so
// the program ends only if that one can run.
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g %s -o %t && %t
// RUN: OMC_ATOMIC_SLICE=1 %t
// COVERS: atomic/section atomic/calls instrumenter/atomic/calls
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int turn, value;

template <typename Wait, typename Wake>
static void pair(const char* name, Wait wait, Wake wake) {
  std::thread waiter(wait);
  std::this_thread::yield();
  wake();
  waiter.join();
  puts(name);
}

static int& slow_static() {
  struct Slow {
    int n;
    Slow() {
      for (int i = 0; i < 50; i++) value = value + 1;
      n = 7;
    }
  };
  static Slow slow;
  return slow.n;
}

int main() {
  mutex.lock();
  pair("mutex", [] { std::lock_guard held(mutex); turn = turn + 1; },
       [] { for (int i = 0; i < 100; i++) value = value + 1; mutex.unlock(); });
  pair("condition variable",
       [] {
         std::unique_lock held(mutex);
         while (turn != 5) changed.wait(held);
       },
       [] { { std::lock_guard held(mutex); turn = 5; } changed.notify_one(); });
  static sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  pair("semaphore", [] { sem_wait(&semaphore); }, [] { sem_post(&semaphore); });
  static std::counting_semaphore<4> counting(0);
  pair("counting_semaphore", [] { counting.acquire(); }, [] { counting.release(); });
  static std::atomic<int> word(0);
  pair("atomic::wait", [] { word.wait(0); }, [] { word.store(1); word.notify_all(); });
  static std::atomic<bool> flag(false);
  pair("spin on an atomic", [] { while (!flag.load()); }, [] { flag.store(true); });
  static int plain = 0;
  pair("spin on a variable", [] { while (plain == 0) { } }, [] { plain = 1; });
  static int fds[2];
  assert(pipe(fds) == 0);
  pair("read", [] { char c; assert(read(fds[0], &c, 1) == 1); }, [] { assert(write(fds[1], "x", 1) == 1); });
  pair("poll", [] { pollfd wanted{fds[0], POLLIN, 0}; assert(poll(&wanted, 1, -1) == 1); },
       [] { assert(write(fds[1], "x", 1) == 1); });
  static std::barrier both(2);
  pair("barrier", [] { both.arrive_and_wait(); }, [] { both.arrive_and_wait(); });
  static std::latch latch(1);
  pair("latch", [] { latch.wait(); }, [] { latch.count_down(); });
  static std::promise<int> promise;
  pair("future", [] { assert(promise.get_future().get() == 3); }, [] { promise.set_value(3); });
  static std::shared_mutex shared;
  shared.lock();
  pair("shared_mutex", [] { std::shared_lock held(shared); }, [] { shared.unlock(); });
  pthread_spinlock_t spin;
  pthread_spin_init(&spin, 0);
  static pthread_spinlock_t* lock = &spin;
  pthread_spin_lock(lock);
  pair("spin lock", [] { pthread_spin_lock(lock); }, [] { pthread_spin_unlock(lock); });
  static mtx_t c11;
  mtx_init(&c11, mtx_plain);
  mtx_lock(&c11);
  pair("mtx_t", [] { mtx_lock(&c11); }, [] { mtx_unlock(&c11); });
  pair("static local", [] { assert(slow_static() == 7); }, [] { assert(slow_static() == 7); });
  pair("sleep", [] { std::this_thread::sleep_for(std::chrono::microseconds(1)); }, [] {});
  FILE* stream = fdopen(fds[1], "w");
  flockfile(stream);
  static FILE* locked = stream;
  pair("locked stream", [] { fprintf(locked, "%d\n", turn); },
       [] { for (int i = 0; i < 100; i++) value = value + 1; funlockfile(locked); });
}
