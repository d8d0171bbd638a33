#pragma once
#include <mutex>
#include <thread>

// A counter with a lock. add_badly forgets the lock between reading and writing.
struct Counter {
  std::mutex m;
  int n = 0;
  void add() {
    std::lock_guard<std::mutex> lock(m);
    n++;
  }
  void add_badly() {
    int seen;
    {
      std::lock_guard<std::mutex> lock(m);
      seen = n;
    }
    std::lock_guard<std::mutex> lock(m);
    n = seen + 1;
  }
};

template <class First, class Second>
void both(First first, Second second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
