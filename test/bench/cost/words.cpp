// Allocation, strings and pointers to follow.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "beside.h"

int main(int, char** argv) {
  Beside beside;
  unsigned seed = 1;
  size_t all = 0;
  for (int round = std::atoi(argv[1]); round; round--) {
    std::map<std::string, unsigned> counts;
    for (int i = 0; i < 3'000; i++) counts["a word " + std::to_string((seed = seed * 1664525u + 1013904223u) >> 20)]++;
    for (auto& [word, count] : counts) all += word.size() * count;
  }
  std::printf("%zu\n", all);
}
