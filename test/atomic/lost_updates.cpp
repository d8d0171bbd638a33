// No update is lost: each statement is a critical section, by function, member and template.
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O0 -g %s -o %t.0 && %t.0 300000
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O2 %s -o %t.2 && %t.2 2000000
// RUN: OMC_ATOMIC_SLICE=3 %t.2 3000
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O2 -flto %s -o %t.lto && %t.lto 200000
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O2 -fno-exceptions -no-pie %s -o %t.fixed && %t.fixed 200000
// COVERS: atomic/lock atomic/section instrumenter/atomic/plugin instrumenter/atomic/sections driver/compile/mode
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

static long sum, checks;
static std::map<int, long> table;
static std::string text;
struct Account {
  long balance = 0;
  void deposit(long amount) { balance = balance + amount; }
  long read() const { return balance; }
};
static Account account;
template <typename T>
void add(T& to, T n) {
  to = to + n;
}

static void work(long rounds) {
  for (long i = 0; i < rounds; i++) {
    sum = sum + 1;
    add(checks, 2L);
    account.deposit(account.read() * 0 + 3);
    if (i % 64 == 0) table[static_cast<int>(i % 7)]++;
    if (i % 1024 == 0) text += 'x';
  }
}

int main(int argc, char** argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 0, in_table = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(work, rounds);
  for (std::thread& thread : threads) thread.join();
  for (auto& [key, count] : table) in_table += count;
  printf("%ld %ld %ld %ld %zu\n", sum, checks, account.balance, in_table, text.size());
  bool right = sum == 3 * rounds && checks == 6 * rounds && account.balance == 9 * rounds &&
               in_table == 3 * ((rounds + 63) / 64) &&
               text.size() == static_cast<size_t>(3 * ((rounds + 1023) / 1024));
  return right ? 0 : 1;
}
