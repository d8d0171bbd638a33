// Catch2 in one header, which tells Clang that it is no code of the project and so gets no hooks. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in catch2; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]+ hooks'
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <thread>

TEST_CASE("sections and threads") {
  int value = 0;
  SECTION("one") {
    std::thread([&] { value = 1; }).join();
    REQUIRE(value == 1);
  }
  SECTION("two") CHECK_THROWS_AS(throw std::runtime_error("x"), std::runtime_error);
  CHECK(value < 2);
}
TEST_CASE("matchers") { CHECK_THAT(std::string("omc"), Catch::StartsWith("o") && !Catch::Contains("x")); }
// COVERS: instrumenter/source/filter
