// A test program with Catch2 whose cases explore: each case a search of its own, again and again in one process, and the
// program is dormant in between. Run as it is, without omc check.
// RUN: %clangxx -std=c++17 -O0 -g0 -c %S/Inputs/catch_main.cpp -o %t.main.o
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %s %t.main.o -o %t
// RUN: %t | FileCheck %s
// CHECK: All tests passed ({{[0-9]+}} assertions in 6 test cases)
// One case alone, as an editor would run it, and one that is told to fail.
// RUN: %t 'a deadlock is found' | FileCheck %s --check-prefix=ONE
// ONE: All tests passed ({{[0-9]+}} assertions in 1 test case)
// RUN: %expect-exit 1 %t '[fails]' | FileCheck %s --check-prefix=FAILS
// FAILS: REQUIRE( result.bugs == 0 )
// FAILS: 1 == 0
#include <catch2/catch.hpp>
#include <omc.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex first, second;
std::atomic<int> value;

void deadlock(void*) {
  std::thread one([] { std::lock_guard a(first); std::lock_guard b(second); });
  std::thread two([] { std::lock_guard b(second); std::lock_guard a(first); });
  one.join();
  two.join();
}

void clean(void*) {
  std::thread one([] { std::scoped_lock both(first, second); value++; });
  std::thread two([] { std::scoped_lock both(second, first); value++; });
  one.join();
  two.join();
  omc_assert(value == 2);
}

void lost_update(void* amount) {
  auto add = [=] {
    int seen = value;
    value = seen + *static_cast<int*>(amount);
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  omc_assert(value == 2 * *static_cast<int*>(amount));
}

omc_result explore(void (*fn)(void*), void* argument = nullptr) {
  omc_result result;
  omc_explore(nullptr, fn, argument, &result);
  return result;
}

}  // namespace

TEST_CASE("a deadlock is found") {
  auto result = explore(deadlock);
  REQUIRE(result.verdict == 1);
  REQUIRE(std::string(result.kind) == "deadlock");
  REQUIRE_FALSE(std::string(result.schedule).empty());
}

TEST_CASE("a clean one is clean, and leaves nothing") {
  value = 0;
  auto result = explore(clean);
  REQUIRE(result.verdict == 0);
  REQUIRE(value.load() == 0);
}

TEST_CASE("again and again the same") {
  value = 0;
  auto once = explore(clean);
  for (int i = 0; i < 20; i++) {
    auto again = explore(clean);
    REQUIRE(again.verdict == 0);
    REQUIRE(again.states == once.states);
    REQUIRE(again.executions == once.executions);
  }
}

TEST_CASE("in sections, with an argument") {
  value = 0;
  int amount = GENERATE(1, 2, 3);
  SECTION("lost update") {
    auto result = explore(lost_update, &amount);
    REQUIRE(std::string(result.kind) == "assert");
  }
  SECTION("adding nothing loses nothing") {
    amount = 0;
    REQUIRE(explore(lost_update, &amount).verdict == 0);
  }
}

TEST_CASE("what is allocated, captured and named outside is there inside") {
  static std::vector<int> numbers(1000, 1);
  static std::string name = Catch::getResultCapture().getCurrentTestName();
  auto result = explore([](void*) {
    std::thread other([] { numbers.push_back(2); name += "!"; });
    other.join();
    omc_assert(numbers.size() == 1001 && name.back() == '!');
  });
  REQUIRE(result.verdict == 0);
  REQUIRE(numbers.size() == 1000);
  REQUIRE(name == "what is allocated, captured and named outside is there inside");
}

// Outside of omc_explore the threads are the system's own, and really run at the same time.
TEST_CASE("dormant outside") {
  std::atomic<int> here = 0;
  auto meet = [&] {
    here++;
    while (here < 2) std::this_thread::yield();
  };
  std::thread one(meet), two(meet);
  one.join();
  two.join();
  REQUIRE(here == 2);
  // And after threads of the system, a search still works.
  REQUIRE(explore(deadlock).bugs == 1);
}

TEST_CASE("told to fail", "[.][fails]") {
  auto result = explore(deadlock);
  REQUIRE(result.bugs == 0);
}
// COVERS: entry/api entry/session world/world
