// A frame that is larger than what lies between two stacks is a stack overflow as well, told at the function that has it.
// RUN: %build && not %omc check -o - %t | FileCheck %s
// CHECK: large_frame.cpp:[[#@LINE+7]]:{{.*}} error: crash: SIGSEGV at address {{0x[0-9a-f]+}}: stack overflow of thread 2 [omc-crash]
// CHECK: omc: 1 bug: crash
#include <cstddef>
#include <thread>

int sum;

void fill() {
  volatile char room[40 << 20];
  for (std::size_t i = 0; i < sizeof room; i += 4096) room[i] = 1;
  sum += room[4096];
}

int main() {
  std::thread small([] { sum = *new int(1); });
  small.join();
  std::thread large(fill);
  large.join();
}
// COVERS: search/crash
