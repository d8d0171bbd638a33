// fmt, headers only, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in fmt; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++20 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++20 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{3,} hooks'
#define FMT_HEADER_ONLY
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers = {1, 2, 3};
  fmt::print("{:>10}|{:<6.2f}|{:#x}|{}\n", "right", 3.14159, 255, numbers);
  std::thread([&] { fmt::print("{} and {:%M:%S}\n", fmt::join(numbers, "+"), std::chrono::seconds(75)); }).join();
  try {
    (void)fmt::format(fmt::runtime("{:d}"), "text");
  } catch (const fmt::format_error& error) {
    fmt::print("{}\n", error.what());
  }
}
// COVERS: instrumenter/source/statements
