// nlohmann-json, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in nlohmann; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{3,} hooks'
#include <nlohmann/json.hpp>

#include <iostream>
#include <thread>

int main() {
  nlohmann::json text = nlohmann::json::parse(R"({"name": "omc", "list": [1, 2.5, null, true], "deep": {"a": {"b": [[]]}}})");
  std::string dumped;
  std::thread([&] { dumped = text.dump(2); }).join();
  text["list"].push_back("more");
  std::cout << dumped << '\n' << text << '\n' << text["list"][1].get<double>() << '\n';
  try {
    (void)nlohmann::json::parse("[1, 2");
  } catch (const nlohmann::json::parse_error& error) {
    std::cout << error.what() << '\n';
  }
}
// COVERS: instrumenter/source/statements
