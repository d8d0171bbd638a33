// A loop that does nothing but read: what the compiler makes vectors of.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "beside.h"

long sum(const std::vector<int>& values) {
  long all = 0;
  for (int value : values) all += value;
  return all;
}

int main(int, char** argv) {
  Beside beside;
  std::vector<int> values(10'000, 7);
  long all = 0;
  for (int round = std::atoi(argv[1]); round; round--) {
    values[static_cast<size_t>(round % 100)] = round;
    all += sum(values);
  }
  std::printf("%ld\n", all);
}
