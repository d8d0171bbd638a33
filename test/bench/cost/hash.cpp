// A function of three statements for each byte, which plain programs inline.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "beside.h"

uint8_t buffer[1 << 14];

uint32_t mix(uint32_t hash, uint8_t byte) {
  hash ^= byte;
  hash *= 16777619u;
  return hash;
}

uint32_t hash_of(const uint8_t* bytes, size_t n) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < n; i++) hash = mix(hash, bytes[i]);
  return hash;
}

int main(int, char** argv) {
  Beside beside;
  uint32_t all = 0;
  for (int round = std::atoi(argv[1]); round; round--) {
    buffer[round % 1000]++;
    all += hash_of(buffer, sizeof buffer);
  }
  std::printf("%u\n", all);
}
