// The standard library on weak memory: its own atomics are acquire, release and relaxed, and right.
//
// RUN: %build && %verdict ok --races --outcomes '7_1_3' -- --memory-model c11 %t
// COVERS: races/memory_model/tidy races/memory_model/weak_atomics sync/futex
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool is_ready;
std::once_flag once;
std::atomic<int> count, made, gate;

int initial() {
  static int value = 1;  // the guard is an atomic that libomc sets
  return value;
}

int main() {
  auto value = std::make_shared<int>(7);
  auto result = std::async(std::launch::async, [value] {
    std::call_once(once, [] { made.fetch_add(1, std::memory_order_relaxed); });
    gate.wait(0, std::memory_order_acquire);
    count.fetch_add(initial(), std::memory_order_relaxed);
    return *value;
  });
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return is_ready; });
    count.fetch_add(1 + initial(), std::memory_order_relaxed);
  });
  std::call_once(once, [] { made.fetch_add(1, std::memory_order_relaxed); });
  gate.store(1);
  gate.notify_one();
  {
    std::lock_guard lock(mutex);
    is_ready = true;
  }
  changed.notify_one();
  int got = result.get();
  waiter.join();
  printf("%d %d %d", got, made.load(), count.load());
}
