// CLI11, as code of the project: its headers get hooks too. Built plain and through omc, the program does the same.
// RUN: rm -rf %t.d && mkdir %t.d && for name in CLI; do ln -s /usr/include/$name %t.d || exit 1; done
// RUN: %clangxx -std=c++17 -g0 -I%t.d %s -o %t.plain -pthread 2> %t.expected-said
// RUN: %omc-cxx -std=c++17 -g0 -I%t.d %s -o %t -pthread 2> %t.said && diff %t.expected-said %t.said
// RUN: %t.plain > %t.expected && %t > %t.out && diff %t.expected %t.out && test -s %t.out
// RUN: %omc doctor %t | grep -E 'instrumented  *1 of 1 sources, [0-9]{3,} hooks'
#include <CLI/CLI.hpp>

#include <iostream>

int main() {
  CLI::App app("an example");
  int count = 1;
  std::vector<std::string> files;
  app.add_option("-n,--count", count, "how many")->check(CLI::Range(1, 9));
  app.add_option("files", files)->required();
  app.add_subcommand("run", "runs")->add_flag("--fast");
  for (std::vector<std::string> words : {std::vector<std::string>{"b", "a", "-n", "3"}, {"-n", "12"}, {}, {"--help"}}) {
    std::reverse(words.begin(), words.end());
    try {
      app.parse(words);
      std::cout << count << ' ' << CLI::detail::join(files) << '\n';
    } catch (const CLI::ParseError& error) {
      std::cout << error.get_name() << ": " << error.what() << '\n';
    }
  }
  std::cout << app.help();
}
// COVERS: instrumenter/source/statements
