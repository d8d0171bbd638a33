// A template in a header of the user's.
#pragma once
#include <array>
#include <mutex>

enum class Locking { none, mutex };

template <class T>
class Registry {
 public:
  void add(T value, Locking locking) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (locking == Locking::mutex) lock.lock();
    values_[size_] = value;
    size_++;
  }

  int size() {
    std::lock_guard lock(mutex_);
    return size_;
  }

 private:
  std::mutex mutex_;
  std::array<T, 8> values_;
  int size_ = 0;
};
