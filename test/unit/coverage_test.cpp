// Coverage as text and for lcov, and the list of statements in an object.
// COVERS: driver/render/coverage driver/debuginfo/statements

#include "render/coverage.h"

#include <catch2/catch.hpp>

#include "debuginfo/statements.h"

using namespace omc::driver;

static Report run_with(std::vector<CoveredFile> files) {
  Report run;
  run.counts_coverage = true;
  run.directory = "/src";
  run.coverage = std::move(files);
  return run;
}

TEST_CASE("the summary names lines that never ran, neighbours together") {
  Report run = run_with(
      {{"a/queue.cpp", {{3, 1, true}, {5, 1, false}, {7, 2, false}, {9, 1, true}, {12, 1, false}}},
       {"log.cpp", {{1, 1, false}, {1, 9, true}}}});
  CHECK(render_coverage(run, false) ==
        "omc: coverage: 3 of 7 statements ran in some schedule (42 %); never: queue.cpp:5-7, 12\n");
}

TEST_CASE("what ran in one case of a suite ran") {
  Report suite;
  suite.framework = "GoogleTest";
  suite.cases = {run_with({{"q.cpp", {{3, 1, true}, {5, 1, false}}}}),
                 run_with({{"q.cpp", {{3, 1, false}, {5, 1, false}, {6, 1, true}}}})};
  std::vector<CoveredFile> files = merged_coverage(suite);
  REQUIRE(files.size() == 1);
  CHECK(count_coverage(files).ran == 2);
  CHECK(count_coverage(files).all == 3);
  CHECK(render_lcov(suite) ==
        "TN:\nSF:/src/q.cpp\nDA:3,1\nDA:5,0\nDA:6,1\nLF:3\nLH:2\nend_of_record\n");
}

TEST_CASE("a hundred percent means every statement") {
  CHECK(CoverageCount{999, 1000}.percent() == 99);
  CHECK(CoverageCount{0, 0}.percent() == 100);
}

TEST_CASE("a run that counts no coverage says nothing of it") {
  CHECK(render_coverage(Report{}, true).empty());
}

TEST_CASE("the list of statements is read, and a damaged one refused") {
  using namespace std::string_literals;
  StatementList list;
  REQUIRE(read_statements("a.cpp\0\x03\x05\x84\x01\x02\0b.h\0\x01\x01\0"s, list));
  CHECK(list == StatementList{{"a.cpp", {{3, 5}, {132, 2}}}, {"b.h", {{1, 1}}}});
  CHECK_FALSE(read_statements("a.cpp\0\x03\x85"s, list));
  CHECK_FALSE(read_statements("a.cpp"s, list));
}
