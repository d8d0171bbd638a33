// A Peterson lock needs sequential consistency: with acquire and release both threads may get in. One
// fence is too few, since nothing orders the stores to `last` with those to `wants`.
//
// RUN: %build && %verdict data-race --races -- --memory-model c11 %t release
// RUN: %verdict ok --races -- --memory-model sc %t release
// RUN: %verdict ok --races -- --memory-model c11 %t seq_cst
// RUN: %verdict data-race --races -- --memory-model c11 %t fence
// RUN: %verdict ok --races -- --memory-model c11 %t fences
// COVERS: races/memory_model/choices races/memory_model/sc_order races/atomics
#include <atomic>
#include <cstring>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> last;
int shared;

template <std::memory_order load, std::memory_order store, int fences>
void visit(int me) {
  wants[me].store(true, store);
  if (fences > 1) std::atomic_thread_fence(std::memory_order_seq_cst);
  last.store(me, store);
  if (fences > 0) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (wants[1 - me].load(load) && last.load(load) == me) return;  // it does not wait
  shared++;
  wants[me].store(false, store);
}

template <std::memory_order load, std::memory_order store, int fences = 0>
void both() {
  std::thread other(visit<load, store, fences>, 1);
  visit<load, store, fences>(0);
  other.join();
}

int main(int, char** words) {
  using enum std::memory_order;
  if (!strcmp(words[1], "release")) both<acquire, release>();
  if (!strcmp(words[1], "seq_cst")) both<seq_cst, seq_cst>();
  if (!strcmp(words[1], "fence")) both<acquire, release, 1>();
  if (!strcmp(words[1], "fences")) both<acquire, release, 2>();
}
