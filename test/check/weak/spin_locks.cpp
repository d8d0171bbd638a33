// Loops that spin on weak memory come back to a state, so the search ends.
//
// RUN: %build && %verdict ok --races --outcomes 2 -- --memory-model c11 %t test_and_set
// RUN: %verdict ok --races --outcomes 2 -- --memory-model c11 %t seq_cst
// RUN: %verdict ok --races --outcomes 2 -- --memory-model c11 %t compare
// RUN: %verdict ok --races --outcomes 2 -- --memory-model c11 %t ticket
// RUN: %verdict data-race --races -- --memory-model c11 %t relaxed_unlock
// COVERS: races/memory_model/tidy races/memory_model/sc_order
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>

using enum std::memory_order;

std::atomic<int> lock, next, serving, relaxed_count;
int shared;

template <std::memory_order take, std::memory_order give>
void by_exchange() {
  while (lock.exchange(1, take)) {
  }
  shared++;
  lock.store(0, give);
  relaxed_count.fetch_add(1, relaxed);
}

void by_compare() {
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1, acquire, relaxed)) expected = 0;
  shared++;
  lock.store(0, release);
}

void by_ticket() {
  int mine = next.fetch_add(1, relaxed);
  while (serving.load(acquire) != mine) {
  }
  shared++;
  serving.store(mine + 1, release);
}

int main(int, char** words) {
  std::string_view which = words[1];
  auto work = which == "test_and_set" ? by_exchange<acquire, release>
              : which == "seq_cst"    ? by_exchange<seq_cst, seq_cst>
              : which == "compare"    ? by_compare
              : which == "ticket"     ? by_ticket
                                      : by_exchange<acquire, relaxed>;
  std::thread a(work), b(work);
  a.join();
  b.join();
  printf("%d", shared);
}
