#include "account.h"

#include "limit.h"

bool Account::put(int amount) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (money_ + amount > LIMIT) return false;
  money_ += amount;
  return true;
}
