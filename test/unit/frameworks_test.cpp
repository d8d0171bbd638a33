// What test programs print: their lists of cases, and a failed check.
// COVERS: driver/launch/frameworks

#include <catch2/catch.hpp>

#include "explain/failed_check.h"
#include "launch/frameworks.h"

using namespace omc::driver;

namespace {

std::vector<std::string> names_of(const std::vector<TestCase>& cases) {
  std::vector<std::string> names;
  for (const TestCase& each : cases)
    names.push_back(each.name + (each.skipped.empty() ? "" : ": " + each.skipped));
  return names;
}

Bug failed(const char* out) {
  Bug bug;
  bug.kind = "exit";
  bug.message = "exit status 1";
  bug.out = out;
  name_failed_check(bug);
  return bug;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the cases of GoogleTest") {
  auto cases = read_google_list(
      "Running main() from ./googletest/src/gtest_main.cc\n"
      "Queue.\n  Push\n  DISABLED_Pop\n"
      "Typed/0.  # TypeParam = int\n  Works\n"
      "In/Range.\n  Each/0  # GetParam() = 4\n"
      "QueueDeathTest.\n  Dies\nIn/OtherDeathTest/1.\n  Dies\n"
      "a last line.\n  that is none\n");
  CHECK(names_of(cases) == Names{"Queue.Push", "Queue.DISABLED_Pop: disabled", "Typed/0.Works",
                                 "In/Range.Each/0", "QueueDeathTest.Dies: death test",
                                 "In/OtherDeathTest/1.Dies: death test"});
  CHECK(cases[3].arguments == Words{"--gtest_filter=In/Range.Each/0"});
}

TEST_CASE("the cases of Catch2") {
  auto cases = read_catch_list("one, two\nthe [third]\n\"#4\"\none, two\n");
  CHECK(names_of(cases) == Names{"one, two", "the [third]", "#4"});
  CHECK(cases[0].arguments == Words{"one\\, two"});
  CHECK(cases[1].arguments == Words{"the \\[third\\]"});
}

TEST_CASE("the cases of doctest") {
  auto cases = read_doctest_list(
      "[doctest] listing all test case names\n=====\none, two\n  Scenario: x\n=====\n[doctest] "
      "2\n");
  CHECK(names_of(cases) == Names{"one, two", "  Scenario: x"});
  CHECK(cases[0].arguments == Words{"--case-sensitive=1", "--test-case=one\\, two"});
}

TEST_CASE("the cases of Boost.Test") {
  auto cases = read_boost_list(
      "Outer*\n    Inner*\n        one*: what it does\n        two\n    three*\nfour*\n");
  CHECK(names_of(cases) ==
        Names{"Outer/Inner/one", "Outer/Inner/two: disabled", "Outer/three", "four"});
}

TEST_CASE("a filter is a name, a pattern or a part of names") {
  auto cases = read_google_list("A.\n  b\n  bc\nB[x].\n  bc\n");
  CHECK(names_of(select_cases(cases, {})).size() == 3);
  CHECK(names_of(select_cases(cases, {"A.b"})) == Names{"A.b"});
  CHECK(names_of(select_cases(cases, {"*.bc"})) == Names{"A.bc", "B[x].bc"});
  CHECK(names_of(select_cases(cases, {"[x].b?"})).empty());
  CHECK(names_of(select_cases(cases, {"B[x]", "A.b"})) == Names{"A.b", "B[x].bc"});
}

// COVERS: driver/explain/failed_check
TEST_CASE("a failed check is the message of its bug, with its place") {
  Bug google = failed(
      "[ RUN      ] Q.P\nsrc/q.cpp:12: Failure\nExpected equality of these values:\n  n\n"
      "    Which is: 1\n  2\nnot two\n[  FAILED  ] Q.P (0 ms)\n");
  CHECK(google.message == "Expected equality of these values: n Which is: 1 2 not two");
  CHECK(google.place.file == "src/q.cpp");
  CHECK(google.place.line == 12);
  CHECK(google.out.find("[") == std::string::npos);
  CHECK(
      failed("q.cpp:5: FAILED:\n  CHECK( n == 2 )\nwith expansion:\n  1 == 2\n\n====\n").message ==
      "CHECK( n == 2 ) with expansion: 1 == 2");
  CHECK(failed("q.cpp:5: FATAL ERROR: REQUIRE( n == 2 ) is NOT correct!\n").message ==
        "REQUIRE( n == 2 ) is NOT correct!");
  CHECK(failed("q.cpp(6): error: in \"A/b\": check n == 2 has failed [1 != 2]\n*** 1 failure\n")
            .message == "check n == 2 has failed [1 != 2]");
  CHECK(failed("q.cpp:5: note\n").message == "exit status 1");
}
