// Everything happens in one statement, in the templates of a library.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "beside.h"

int main(int, char** argv) {
  Beside beside;
  unsigned seed = 1, all = 0;
  for (int round = std::atoi(argv[1]); round; round--) {
    std::vector<unsigned> values(10'000);
    std::generate(values.begin(), values.end(), [&] { return seed = seed * 1664525u + 1013904223u; });
    std::sort(values.begin(), values.end());
    all += values[500];
  }
  std::printf("%u\n", all);
}
