// omc check --weaken tries each memory order one step weaker.
//
// RUN: %build && %omc check -o - --memory-model c11 --weaken %t right | FileCheck --check-prefix=RIGHT %s
// RUN: %expect-exit 1 %omc check -o - --memory-model c11 --weaken %t wrong | FileCheck --check-prefix=WRONG %s
// RIGHT: omc: each memory order one step weaker:
// RIGHT: weaken.cpp:{{[0-9]+}} acquire → relaxed needed: data-race at weaken.cpp
// RIGHT: weaken.cpp:{{[0-9]+}} release → relaxed needed: data-race at weaken.cpp
// RIGHT: weaken.cpp:{{[0-9]+}} seq_cst → acq_rel not needed by this test: no bug in {{[0-9]+}} states
// RIGHT: omc: no bugs with weak memory (c11)
// WRONG: omc: each memory order one step stronger:
// WRONG: relaxed → acquire {{ *}}too weak: no bug in {{[0-9]+}} states
// COVERS: driver/explain/order_trials races/atomic_sites
#include <atomic>
#include <cstring>
#include <thread>

using enum std::memory_order;

std::atomic<bool> ready;
std::atomic<int> count;
int value, seen;

template <std::memory_order order>
void receive() {
  if (ready.load(order)) seen = value;
}

int main(int, char** words) {
  std::thread reader(!strcmp(words[1], "right") ? receive<acquire> : receive<relaxed>);
  value = 1;
  ready.store(true, release);
  count++;
  reader.join();
}
