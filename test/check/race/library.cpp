// More of the thread library, as constructs.cpp: a program in which it orders, and the same without it.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <pthread.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>

namespace {

int x;

void packaged_task() {
  std::packaged_task<void()> task([] { x = 1; });
  std::future<void> done = task.get_future();
  std::thread worker(std::move(task));
  if (!broken) done.wait();
  x++;
  worker.join();
}

void shared_future() {
  std::promise<void> promise;
  std::shared_future<void> go = promise.get_future().share();
  std::thread reader([go] { if (!broken) go.wait(); std::printf("%d", x); });
  x = 1;
  promise.set_value();
  reader.join();
}

void exception_of_a_future() {
  auto result = std::async(std::launch::async, [] { x = 1; throw 1; });
  try {
    if (!broken) result.get();
    x++;
  } catch (int) {
    x++;
  }
}

// A deferred task runs in the thread that asks for it.
void deferred() {
  auto result = std::async(broken ? std::launch::async : std::launch::deferred, [] { x++; });
  std::thread other([] {});
  x++;
  result.get();
  other.join();
}

void jthread() {
  auto work = [] { x++; };
  if (broken) {
    std::jthread one(work), two(work);
    return;
  }
  { std::jthread one(work); }
  { std::jthread two(work); }
}

void stop_token() {
  std::jthread worker([](std::stop_token token) {
    if (broken || token.stop_requested()) std::printf("%d", x);
  });
  x = 1;
  worker.request_stop();
}

void stop_callback() {
  std::stop_source source;
  x = broken ? 0 : 1;
  std::thread other([&] { source.request_stop(); });
  std::stop_callback called(source.get_token(), [] { x++; });
  if (broken) x = 1;
  other.join();
}

void atomic_wait() {
  static std::atomic<int> turn;
  both([] { x = 1; turn = 1; turn.notify_one(); }, [] { if (!broken) turn.wait(0); x++; });
}

void atomic_flag_wait() {
  static std::atomic_flag done;
  both([] { x = 1; done.test_and_set(); done.notify_all(); }, [] { if (!broken) done.wait(false); x++; });
}

void counting_semaphore() {
  static std::counting_semaphore<2> one_place(1), two_places(2);
  auto work = [] {
    auto& places = broken ? two_places : one_place;
    places.acquire();
    x++;
    places.release();
  };
  both(work, work);
}

void barrier_completion() {
  static auto sum = []() noexcept { x++; };
  static std::barrier<decltype(sum)> phase(2, sum);
  both([] { phase.arrive_and_wait(); std::printf("%d", x); },
       [] { auto token = phase.arrive(); if (!broken) phase.wait(std::move(token)); std::printf("%d", x); });
}

void latch_arrive() {
  static std::latch ready(2);
  static int parts[2];
  auto work = [](int i) {
    parts[i] = 1;
    if (broken) ready.count_down(); else ready.arrive_and_wait();
    std::printf("%d", parts[1 - i]);
  };
  both([=] { work(0); }, [=] { work(1); });
}

void condition_any() {
  static std::condition_variable_any changed;
  static std::shared_mutex mutex;
  static bool ready;
  both([] {
         x = 1;
         std::unique_lock lock(mutex);
         ready = true;
         changed.notify_all();
       },
       [] {
         std::shared_lock lock(mutex);
         if (!broken) changed.wait(lock, [] { return ready; });
         std::printf("%d", x);
       });
}

template <class Mutex>
void with_mutex() {
  static Mutex mutex;
  auto work = [] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    x++;
  };
  both(work, work);
}

void scoped_lock_of_two() {
  static std::mutex a, b;
  both([] { std::scoped_lock lock(a, b); x++; },
       [] { if (broken) x++; else { std::scoped_lock lock(b, a); x++; } });
}

void try_lock() {
  static std::mutex mutex;
  auto work = [] {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (broken || lock) x++;
  };
  both(work, work);
}

void timed_lock() {
  static std::timed_mutex mutex;
  auto work = [] {
    std::unique_lock lock(mutex, std::chrono::milliseconds(1));
    if (broken || lock) x++;
  };
  both(work, work);
}

void posix_rwlock() {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  both([] { pthread_rwlock_wrlock(&lock); x = 1; pthread_rwlock_unlock(&lock); },
       [] {
         if (!broken) pthread_rwlock_rdlock(&lock);
         std::printf("%d", x);
         if (!broken) pthread_rwlock_unlock(&lock);
       });
}

void posix_spin() {
  static pthread_spinlock_t lock;
  pthread_spin_init(&lock, 0);
  auto work = [] { if (!broken) pthread_spin_lock(&lock); x++; if (!broken) pthread_spin_unlock(&lock); };
  both(work, work);
}

void posix_barrier() {
  static pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 2);
  both([] { if (!broken) x = 1; pthread_barrier_wait(&barrier); if (broken) x = 1; },
       [] { pthread_barrier_wait(&barrier); std::printf("%d", x); });
}

void posix_once() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  auto use = [] { if (broken) x = 1; else pthread_once(&once, [] { x = 1; }); std::printf("%d", x); };
  both(use, use);
}

void posix_key_destructor() {
  static pthread_key_t key;
  pthread_key_create(&key, [](void*) { x++; });
  std::thread one([] { pthread_setspecific(key, &x); });
  if (!broken) one.join();
  std::thread two([] { pthread_setspecific(key, &x); });
  if (broken) one.join();
  two.join();
}

void at_thread_exit() {
  static std::mutex mutex;
  static std::condition_variable ended;
  static bool has_ended;
  both([] {
         std::unique_lock lock(mutex);
         has_ended = true;
         if (!broken) x = 1;
         std::notify_all_at_thread_exit(ended, std::move(lock));
         if (broken) x = 1;
       },
       [] {
         std::unique_lock lock(mutex);
         if (broken) lock.unlock(); else ended.wait(lock, [] { return has_ended; });
         x++;
       });
}

const Case cases[] = {
    {"packaged_task", packaged_task}, {"shared_future", shared_future}, {"exception_of_a_future", exception_of_a_future},
    {"deferred", deferred}, {"jthread", jthread}, {"stop_token", stop_token}, {"stop_callback", stop_callback},
    {"atomic_wait", atomic_wait}, {"atomic_flag_wait", atomic_flag_wait}, {"counting_semaphore", counting_semaphore},
    {"barrier_completion", barrier_completion}, {"latch_arrive", latch_arrive}, {"condition_any", condition_any},
    {"recursive_mutex", with_mutex<std::recursive_mutex>}, {"timed_mutex", with_mutex<std::timed_mutex>},
    {"shared_mutex", with_mutex<std::shared_mutex>}, {"shared_timed_mutex", with_mutex<std::shared_timed_mutex>},
    {"scoped_lock_of_two", scoped_lock_of_two}, {"try_lock", try_lock}, {"timed_lock", timed_lock},
    {"posix_rwlock", posix_rwlock}, {"posix_spin", posix_spin}, {"posix_barrier", posix_barrier},
    {"posix_once", posix_once}, {"posix_key_destructor", posix_key_destructor}, {"at_thread_exit", at_thread_exit}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/happens_before libc/cxx_future
