// A test program with GoogleTest whose cases explore, with a fixture and with parameters; dormant outside.
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %s -lgtest -lgtest_main -o %t
// RUN: %t | FileCheck %s
// CHECK: [  PASSED  ] 7 tests.
// Repeated and in another order: nothing is left from the searches before.
// RUN: %t --gtest_repeat=3 --gtest_shuffle --gtest_brief=1 > %t.out
// RUN: %t --gtest_filter='Account.*' | FileCheck %s --check-prefix=SOME
// SOME: [  PASSED  ] 3 tests.
// RUN: %expect-exit 1 %t --gtest_also_run_disabled_tests --gtest_filter='*Fails' | FileCheck %s --check-prefix=FAILS
// FAILS: Expected equality of these values
// FAILS: [  FAILED  ] Failing.DISABLED_Fails
#include <gtest/gtest.h>
#include <omc.h>

#include <mutex>
#include <thread>

namespace {

omc_result explore(void (*fn)(void*), void* argument = nullptr) {
  omc_result result;
  omc_explore(nullptr, fn, argument, &result);
  return result;
}

class Account : public testing::Test {
 protected:
  void SetUp() override { balance = 100; }

  bool withdraw(int amount) {
    std::lock_guard lock(m);
    return withdraw_locked(amount);
  }
  bool withdraw_carelessly(int amount) {
    if (balance < amount) return false;
    return withdraw_locked(amount);
  }
  bool withdraw_locked(int amount) {
    if (balance < amount) return false;
    int before = balance;
    balance = before - amount;
    return true;
  }

  std::mutex m;
  int balance = 0;
};

TEST_F(Account, IsNeverOverdrawn) {
  auto result = explore([](void* p) {
    auto* account = static_cast<Account_IsNeverOverdrawn_Test*>(p);
    bool got[2];
    std::thread one([&] { got[0] = account->withdraw(60); }), two([&] { got[1] = account->withdraw(60); });
    one.join();
    two.join();
    omc_assert(got[0] != got[1] && account->balance == 40);
  }, this);
  EXPECT_EQ(result.verdict, 0) << result.message;
  EXPECT_EQ(balance, 100);
}

TEST_F(Account, IsOverdrawnCarelessly) {
  auto result = explore([](void* p) {
    auto* account = static_cast<Account_IsOverdrawnCarelessly_Test*>(p);
    bool got[2];
    std::thread one([&] { got[0] = account->withdraw_carelessly(60); });
    std::thread two([&] { got[1] = account->withdraw_carelessly(60); });
    one.join();
    two.join();
    omc_assert(got[0] != got[1]);
  }, this);
  EXPECT_STREQ(result.kind, "assert");
  EXPECT_EQ(balance, 100);
}

TEST_F(Account, StartsAnew) { EXPECT_EQ(balance, 100); }

class Threads : public testing::TestWithParam<int> {};

// n threads that each lock once: n! orders, each an outcome.
TEST_P(Threads, ComeInEveryOrder) {
  static int n;
  n = GetParam();
  auto result = explore([](void*) {
    static std::mutex m;
    static std::string order;
    std::vector<std::thread> threads;
    for (int i = 0; i < n; i++)
      threads.emplace_back([i] { std::lock_guard lock(m); order += static_cast<char>('a' + i); });
    for (auto& thread : threads) thread.join();
    std::fputs(order.c_str(), stdout);
  });
  EXPECT_EQ(result.verdict, 0) << result.message;
  unsigned long long factorial = 1;
  for (int i = 2; i <= n; i++) factorial *= static_cast<unsigned>(i);
  EXPECT_EQ(result.outcomes, factorial);
}

INSTANTIATE_TEST_SUITE_P(OneToThree, Threads, testing::Values(1, 2, 3));

TEST(Dormant, ThreadsAreReal) {
  std::mutex m;
  int sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) threads.emplace_back([&] { std::lock_guard lock(m); sum++; });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(sum, 8);
}

TEST(Failing, DISABLED_Fails) {
  auto result = explore([](void*) {
    static std::mutex m;
    std::thread other([] { m.lock(); m.lock(); });
    other.join();
  });
  EXPECT_EQ(result.verdict, 0);
}

}  // namespace
// COVERS: entry/api entry/session
