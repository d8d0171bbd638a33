// Text that has its hooks, as omc instrument writes it, gets no others.
// RUN: %omc-cxx -std=c++20 --omc-print %s > %t.cpp && grep __omc_hook %t.cpp
// RUN: %omc-cxx -std=c++20 -include %source/runtime/include/omc/hooks.h --omc-print %t.cpp | diff %t.cpp -
#include <thread>

int shared;
#define ADD(n) do { shared += n; shared++; } while (0)

int main() {
  std::thread other([] { if (shared) return; ADD(2); });
  for (int i = 0; i < 2; i++) shared--;
  other.join();
}
// COVERS: instrumenter/source/filter instrumenter/source/instrument
