// The cases of a doctest program.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %clangxx -c %S/Inputs/doctest_main.cpp -o main.o
// RUN: %omc-cxx -std=c++17 -g -O1 %s main.o -I%S/Inputs -o tests -pthread && %expect-exit 1 %omc test ./tests | FileCheck %s
// CHECK:      adds, of course no bugs
// CHECK-NEXT: adds badly      BUG exit
// CHECK-NEXT: alone           skipped          starts no thread
// CHECK-NOT:  later
// CHECK:      doctest.cpp:[[#@LINE+16]]:{{[0-9]+}}: error: exit: CHECK( c.n == 2 ) is NOT correct! values: CHECK( 1 == 2 ) [omc-exit]
// CHECK:      omc: 1 bug in 1 of 2 test cases (
// COVERS: driver/launch/frameworks driver/explain/failed_check
#include <doctest/doctest.h>

#include "counter.h"

TEST_CASE("adds, of course") {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  CHECK(c.n == 2);
}

TEST_CASE("adds badly") {
  Counter c;
  both([&] { c.add_badly(); }, [&] { c.add_badly(); });
  CHECK(c.n == 2);
}

TEST_CASE("alone") {
  Counter c;
  c.add();
  CHECK(c.n == 1);
}

TEST_CASE("later" * doctest::skip()) { CHECK(false); }
