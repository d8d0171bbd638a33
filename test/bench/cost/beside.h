// A second thread, which waits while the first one works: alone, a thread takes no steps and nothing is compared.
#pragma once

#include <mutex>
#include <thread>

class Beside {
 public:
  Beside() : held_(mutex_), other_([this] { std::lock_guard<std::mutex> held(mutex_); }) {}
  ~Beside() {
    held_.unlock();
    other_.join();
  }

 private:
  std::mutex mutex_;
  std::unique_lock<std::mutex> held_;
  std::thread other_;
};
