#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>
std::atomic<int> balance{100};

void withdraw(int amount) {
  if (balance >= amount)
    balance -= amount;
}

int main(int, char** argv) {
  std::thread a(withdraw, atoi(argv[1])), b(withdraw, atoi(argv[2]));
  a.join();
  b.join();
  assert(balance >= 0);
}
