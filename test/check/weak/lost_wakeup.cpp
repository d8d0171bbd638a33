// libstdc++ 12 sends no wake-up when it sees no waiter. Between the program's store and that look it has
// no fence, so a store that is only released may come too late: on x86 as well.
//
// RUN: %build && %verdict deadlock --message 'wake-up on gate' -- --memory-model c11 %t release
// RUN: %verdict ok -- --memory-model c11 %t seq_cst
// RUN: %verdict ok -- --memory-model sc %t release
// COVERS: races/memory_model/weak_atomics races/memory_model/sc_order sync/futex
#include <atomic>
#include <cstring>
#include <thread>

std::atomic<int> gate;

int main(int, char** words) {
  std::thread waiter([] { gate.wait(0, std::memory_order_acquire); });
  if (!strcmp(words[1], "seq_cst"))
    gate.store(1);
  else
    gate.store(1, std::memory_order_release);
  gate.notify_one();
  waiter.join();
}
