#include <cstdio>
#include <thread>

#include "account.h"

int main() {
  Account account;
  bool done[2];
  std::thread other([&] { done[0] = account.put(60); });
  done[1] = account.put(70);
  other.join();
  std::puts(done[0] ? "60" : "70");
}
