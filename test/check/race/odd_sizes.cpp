// Atomics of sizes that the processor has none for: libatomic does them, and orders threads by doing so. Each is a step. The
// argument says which.
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s -latomic -o %t
// RUN: %verdict ok --races -- %t three
// RUN: %verdict ok --races -- %t many
// RUN: %verdict data-race --message 'shared is' -- %t three late
// RUN: %verdict data-race --message 'shared is' -- %t many late
#include <atomic>
#include <cstring>
#include <thread>

template <int size>
struct Bytes {
  char bytes[size];
};

int shared;
std::atomic<int> weak;  // with it, orders are followed

template <int size>
void run(bool late) {
  static std::atomic<Bytes<size>> flag;
  std::thread writes([=] {
    if (!late) shared = 1;
    flag.store({{1}});
    if (late) shared = 1;
  });
  weak.load(std::memory_order_relaxed);
  if (flag.load().bytes[0]) shared = 2;
  writes.join();
}

int main(int count, char** arguments) {
  bool late = count > 2;
  if (!std::strcmp(arguments[1], "three")) run<3>(late);
  else run<24>(late);
}
// COVERS: sharing/instrumented_code races/external_libraries races/happens_before
