#pragma once
#include <mutex>

class Account {
 public:
  bool put(int amount);

 private:
  std::mutex mutex_;
  int money_ = 0;
};
