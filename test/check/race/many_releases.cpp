// What a thread did is kept only as far as it can still be in a race: a lock may be given back any number of times.
// RUN: %build && %verdict ok -- --check data-race %t
// RUN: %verdict data-race -- --check data-race %t broken
#include <atomic>
#include <mutex>
#include <thread>

int main(int argc, char**) {
  static std::mutex mutex;
  static std::atomic<int> rounds;
  static int total, first;
  std::thread counter([] {
    first = 1;
    for (int i = 0; i < 200; i++) {
      std::lock_guard lock(mutex);
      total++;
      rounds.fetch_add(1, std::memory_order_relaxed);
    }
  });
  int seen = 0;
  if (argc > 1) {
    if (rounds == 200) seen = first;
  } else {
    std::lock_guard lock(mutex);
    total++;
  }
  counter.join();
  return seen;
}
// COVERS: races/access_history
