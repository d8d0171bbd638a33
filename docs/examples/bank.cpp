// Two accounts, and two transfers in opposite directions: each locks the account it takes from, then the
// one it gives to. Run it a thousand times and it works; one interleaving never ends.
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex m;
  int balance;
};

Account alice{{}, 100}, bob{{}, 50};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard<std::mutex> source(from.m);
  std::lock_guard<std::mutex> destination(to.m);
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
