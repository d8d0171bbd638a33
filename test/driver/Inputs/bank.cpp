#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex m;
  int balance;
};
namespace bank {
Account accounts[2];
}

void transfer(Account& from, Account& to) {
  std::lock_guard<std::mutex> source(from.m);
  std::lock_guard<std::mutex> destination(to.m);
  from.balance -= 1;
  to.balance += 1;
}

int main() {
  std::thread one(transfer, std::ref(bank::accounts[0]), std::ref(bank::accounts[1]));
  std::thread two(transfer, std::ref(bank::accounts[1]), std::ref(bank::accounts[0]));
  one.join();
  two.join();
}
