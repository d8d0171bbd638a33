// The cases of a Catch2 program. Names may have what filters of Catch2 give a meaning to. Its main is compiled as usual.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %clangxx -c %S/Inputs/catch_main.cpp -o main.o
// RUN: %omc-cxx -std=c++17 -g -O1 %s main.o -I%S/Inputs -o tests -pthread && %expect-exit 1 %omc test ./tests | FileCheck %s
// CHECK:      adds, and [more] no bugs
// CHECK-NEXT: adds badly       BUG exit
// CHECK-NEXT: alone            skipped          starts no thread
// CHECK-NOT:  hidden
// CHECK:      catch2.cpp:[[#@LINE+19]]:{{[0-9]+}}: error: exit: CHECK( c.n == 2 ) with expansion: 1 == 2 [omc-exit]
// CHECK-NEXT: {{^}}  | {{.*}}catch2.cpp:[[#@LINE+18]]: FAILED:
// CHECK-NEXT: {{^}}  |   CHECK( c.n == 2 )
// CHECK:      omc: 1 bug in 1 of 2 test cases (
// RUN: %expect-exit 0 %omc test -q -o - ./tests 'adds, and [more]' | grep 'no bugs in 1 test case'
// COVERS: driver/launch/frameworks driver/explain/failed_check
#include <catch2/catch.hpp>

#include "counter.h"

TEST_CASE("adds, and [more]", "[good]") {
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

TEST_CASE("hidden", "[.]") { CHECK(false); }
