// The cases of a Boost.Test program, in a tree of suites; the framework is a shared library.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %omc-cxx -std=c++17 -g -O1 -DBOOST_TEST_DYN_LINK %s -I%S/Inputs -o tests -lboost_unit_test_framework -pthread
// RUN: %expect-exit 1 %omc test ./tests | FileCheck %s
// CHECK:      Counters/Good/adds      no bugs
// CHECK-NEXT: Counters/Bad/adds_badly BUG exit
// CHECK-NEXT: alone                   skipped          starts no thread
// CHECK-NEXT: later                   skipped          disabled
// CHECK:      boost_test.cpp:[[#@LINE+20]]:{{[0-9]+}}: error: exit: check c.n == 2 has failed [1 != 2] [omc-exit]
// CHECK:      omc: 1 bug in 1 of 2 test cases (
// COVERS: driver/launch/frameworks driver/explain/failed_check
#define BOOST_TEST_MODULE counter
#include <boost/test/unit_test.hpp>

#include "counter.h"

BOOST_AUTO_TEST_SUITE(Counters)
BOOST_AUTO_TEST_SUITE(Good)
BOOST_AUTO_TEST_CASE(adds) {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  BOOST_TEST(c.n == 2);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE(Bad)
BOOST_AUTO_TEST_CASE(adds_badly) {
  Counter c;
  both([&] { c.add_badly(); }, [&] { c.add_badly(); });
  BOOST_TEST(c.n == 2);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(alone) {
  Counter c;
  c.add();
  BOOST_TEST(c.n == 1);
}
BOOST_AUTO_TEST_CASE(later, *boost::unit_test::disabled()) { BOOST_TEST(false); }
