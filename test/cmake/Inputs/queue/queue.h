#pragma once
#include <mutex>

// Two counters that go together, each with its lock.
class Queue {
 public:
  void put();
  void take();           // locks in the other order
  void put_unlocked();   // another thread may come in between
  int size();

 private:
  std::mutex head_, tail_;
  int size_ = 0;
};
