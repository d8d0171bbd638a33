// The cases of a GoogleTest program, each explored by itself; the framework is Debian's, as it is.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %omc-cxx -std=c++17 -g -O1 %s -I%S/Inputs -o tests -lgtest -lgtest_main -pthread
// RUN: %expect-exit 1 %omc test ./tests --format junit,sarif -j 2 > said.txt && FileCheck %s < said.txt
// CHECK:      case                   verdict                states   seconds
// CHECK-NEXT: CounterDeathTest.Dies  skipped          death test
// CHECK-NEXT: Counter.Adds           no bugs          {{ *[1-9][0-9]*  *[0-9.]+$}}
// CHECK-NEXT: Counter.AddsBadly      BUG exit
// CHECK-NEXT: Counter.Alone          skipped          starts no thread
// CHECK-NEXT: Counter.FailsAlone     BUG exit
// CHECK-NEXT: Counter.DISABLED_Later skipped          disabled
// CHECK-NEXT: Locks.InTwoOrders      BUG deadlock
// CHECK-NEXT: Two/Each.Adds/0        no bugs
// CHECK-NEXT: Two/Each.Adds/1        no bugs
// CHECK:      {{^}}Counter.AddsBadly
// CHECK-NEXT: googletest.cpp:[[#@LINE+61]]:{{[0-9]+}}: error: exit: Expected equality of these values: c.n Which is: 1 2 an update is lost [omc-exit]
// CHECK:      replay: omc replay -s '{{[0-9 *]+}}' ./tests --gtest_filter=Counter.AddsBadly
// CHECK:      {{^}}googletest.cpp:{{[0-9]+}}: exit: Value of: false{{.*}} (Counter.FailsAlone)
// CHECK:      {{^}}googletest.cpp:{{[0-9]+}}: deadlock: thread {{.*}} (Locks.InTwoOrders)
// CHECK-NEXT: omc replay -s '{{[0-9 *]+}}' ./tests --gtest_filter=Locks.InTwoOrders
// CHECK:      omc: not instrumented: gtest-all.cc.o, gtest_main.cc.o
// CHECK: omc: skipped: 1 case (death test), 1 case (disabled), 1 case (starts no thread)
// CHECK-NEXT: omc: 3 bugs in 3 of 6 test cases (
//
// The run is kept whole: shown again, for other tools, and each bug replayed by its number.
// RUN: %omc report | diff said.txt - && %python %S/../driver/Inputs/formats.py run omc-out/latest/run.json
// RUN: %python %S/../driver/Inputs/formats.py junit omc-out/latest/junit.xml && %python %S/../driver/Inputs/formats.py sarif omc-out/latest/report.sarif
// RUN: FileCheck --check-prefix=JUNIT %s < omc-out/latest/junit.xml
// JUNIT: <testsuite name="./tests" tests="9" failures="3" errors="0" skipped="3"
// JUNIT: <testcase classname="./tests" name="Counter.AddsBadly"
// JUNIT-NEXT: <failure type="omc-exit" message="Expected equality
// RUN: %expect-exit 1 %omc replay --bug 3 omc-out/latest | grep 'error: deadlock'
// RUN: %expect-exit 2 %omc replay --bug 4 omc-out/latest 2>&1 | grep 'has 3 bugs; choose one with --bug 1 to --bug 3'
//
// Filters: a name, a pattern, a part of names. The exit code is that of the worst case.
// RUN: %expect-exit 0 %omc test -o - ./tests Counter.Adds > one.txt && FileCheck --check-prefix=ONE %s < one.txt && not grep AddsBadly one.txt
// ONE: omc: no bugs in 1 test case, in what omc-c++ compiled: all {{[0-9]+}} states explored (
// RUN: %expect-exit 0 %omc test -q -o - ./tests 'Two/*/?' Counter.Adds | grep 'no bugs in 3 test cases'
// RUN: %expect-exit 4 %omc test -o - ./tests Counter.Alone | FileCheck --check-prefix=ALONE %s
// ALONE: omc: NOTHING CHECKED: no test case starts a thread
// RUN: %expect-exit 0 %omc test -q -o - ./tests Counter.Alone --allow-vacuous
// RUN: %expect-exit 3 %omc test -o - --max-states 4 ./tests Two/ | FileCheck --check-prefix=CUT %s
// CUT: Two/Each.Adds/0 INCOMPLETE
// CUT: omc: Two/Each.Adds/0: INCOMPLETE:
// CUT: omc: INCOMPLETE: 2 of 2 test cases; no bug so far
// RUN: %omc test --list ./tests Counter. | FileCheck --match-full-lines --check-prefix=LIST %s
// LIST:      Counter.Adds
// LIST-NEXT: Counter.AddsBadly
// LIST-NEXT: Counter.Alone
//
// JSON on stdout stays alone there, GitHub gets an annotation for each bug, and none for what is skipped.
// RUN: %expect-exit 1 %omc test -o - --json - ./tests > suite.json 2> verdict.txt && %python %S/../driver/Inputs/formats.py run suite.json && grep '3 bugs in 3 of 6' verdict.txt
// RUN: GITHUB_ACTIONS=1 %expect-exit 1 %omc test -q -o - ./tests > annotations.txt && test $(grep -c ^::error annotations.txt) = 3 && not grep ^::warning annotations.txt
//
// Mistakes.
// RUN: %expect-exit 2 %omc test ./tests Nothing 2>&1 | grep 'omc: error: no test case matches Nothing; omc test --list ./tests shows all 9'
// RUN: %expect-exit 2 %omc test 2>&1 | grep 'omc test needs a test program; for example: omc test ./queue_test'
// RUN: %expect-exit 2 %omc test %s 2>&1 | grep 'is a source; build a test program of it'
// RUN: %expect-exit 2 %omc test ./tests --expect deadlock 2>&1 | grep 'expect is for one program'
// RUN: %expect-exit 2 %omc test ./tests --tmie 3s 2>&1 | grep 'unknown option --tmie; did you mean --time?'
// RUN: %omc-cxx %source/docs/examples/bank.cpp -std=c++20 -pthread -o bank && %expect-exit 2 %omc test ./bank 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: omc: error: ./bank is no test program of GoogleTest, Catch2, doctest or Boost.Test; check it as one program: omc check ./bank
// COVERS: driver/verbs/test driver/verbs/test_arguments driver/launch/frameworks driver/launch/children driver/explain/failed_check driver/render/suite driver/verbs/recorded_run
#include <gtest/gtest.h>

#include "counter.h"

TEST(Counter, Adds) {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  EXPECT_EQ(c.n, 2);
}

TEST(Counter, AddsBadly) {
  Counter c;
  both([&] { c.add_badly(); }, [&] { c.add_badly(); });
  EXPECT_EQ(c.n, 2) << "an update is lost";
}

TEST(Counter, Alone) {
  Counter c;
  c.add();
  EXPECT_EQ(c.n, 1);
}

TEST(Counter, FailsAlone) { EXPECT_TRUE(false); }

TEST(Counter, DISABLED_Later) { FAIL(); }

TEST(CounterDeathTest, Dies) { EXPECT_DEATH(abort(), ""); }

TEST(Locks, InTwoOrders) {
  Counter a, b;
  auto take = [](Counter& first, Counter& second) {
    std::lock_guard<std::mutex> one(first.m);
    std::lock_guard<std::mutex> two(second.m);
  };
  both([&] { take(a, b); }, [&] { take(b, a); });
}

class Each : public testing::TestWithParam<int> {};
TEST_P(Each, Adds) {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  EXPECT_EQ(c.n, 2);
}
INSTANTIATE_TEST_SUITE_P(Two, Each, testing::Values(1, 2));
