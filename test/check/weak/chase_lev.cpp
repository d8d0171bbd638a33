// The work-stealing deque of Chase and Lev in the form of Le and others (PPoPP 2013). Without the
// seq_cst fence in take(), the owner and a thief may get the same element.
//
// RUN: %build && %verdict ok -- --memory-model c11 %t fences
// RUN: %verdict assert -- --memory-model c11 %t without
// RUN: %verdict ok -- --memory-model sc %t without
// COVERS: races/memory_model/sc_order races/memory_model/tidy
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

using enum std::memory_order;

struct Deque {
  std::atomic<int> top{0}, bottom{0};
  std::atomic<int> items[2];

  void push(int item) {
    int b = bottom.load(relaxed);
    items[b % 2].store(item, relaxed);
    std::atomic_thread_fence(release);
    bottom.store(b + 1, relaxed);
  }
  int take(bool has_fence) {
    int b = bottom.load(relaxed) - 1;
    bottom.store(b, relaxed);
    if (has_fence) std::atomic_thread_fence(seq_cst);
    int t = top.load(relaxed);
    if (t > b) return bottom.store(b + 1, relaxed), 0;
    int item = items[b % 2].load(relaxed);
    if (t < b) return item;
    if (!top.compare_exchange_strong(t, t + 1, seq_cst, relaxed)) item = 0;
    bottom.store(b + 1, relaxed);
    return item;
  }
  int steal(bool has_fence) {
    int t = top.load(acquire);
    if (has_fence) std::atomic_thread_fence(seq_cst);
    int b = bottom.load(acquire);
    if (t >= b) return 0;
    int item = items[t % 2].load(relaxed);
    return top.compare_exchange_strong(t, t + 1, seq_cst, relaxed) ? item : 0;
  }
};

int main(int, char** words) {
  bool has_fence = !strcmp(words[1], "fences");
  Deque deque;
  deque.push(1);
  deque.push(2);
  std::atomic<int> taken[3];
  std::thread thief([&] {
    for (int i = 0; i < 2; i++) taken[deque.steal(has_fence)].fetch_add(1, relaxed);
  });
  for (int i = 0; i < 1; i++) taken[deque.take(has_fence)].fetch_add(1, relaxed);
  thief.join();
  assert(taken[1] <= 1 && taken[2] <= 1);
}
