// The bank without its deadlock: std::scoped_lock takes both locks or none.
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex m;
  int balance;
};

Account alice{{}, 100}, bob{{}, 50};

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock both(from.m, to.m);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::thread rent(transfer, std::ref(alice), std::ref(bob), 30);
  std::thread refund(transfer, std::ref(bob), std::ref(alice), 10);
  rent.join();
  refund.join();
  return alice.balance == 80 && bob.balance == 70 ? 0 : 1;
}
