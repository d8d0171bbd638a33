// A queue for one producer and one consumer. Each of its four orders is needed, and with one of them
// relaxed there is a data race. The loads of a thread's own index need none.
//
// RUN: %build && %verdict ok --races -- --memory-model c11 %t 0
// RUN: %verdict data-race --races -- --memory-model c11 %t 1
// RUN: %verdict data-race --races -- --memory-model c11 %t 2
// RUN: %verdict data-race --races -- --memory-model c11 %t 3
// RUN: %verdict data-race --races -- --memory-model c11 %t 4
// COVERS: races/memory_model/weak_atomics races/access_history
#include <atomic>
#include <cstdlib>
#include <thread>

using enum std::memory_order;

std::atomic<unsigned> head, tail;
int slots[1];

template <std::memory_order load, std::memory_order store>
void put() {
  for (int i = 0; i < 2; i++) {
    unsigned t = tail.load(relaxed);
    if (t - head.load(load) == 1) return;
    slots[t % 1] = i;
    tail.store(t + 1, store);
  }
}

template <std::memory_order load, std::memory_order store>
void take() {
  unsigned h = head.load(relaxed);
  if (h == tail.load(load)) return;
  int item = slots[h % 1];
  (void)item;
  head.store(h + 1, store);
}

int main(int, char** words) {
  constexpr void (*producers[])() = {put<acquire, release>, put<relaxed, release>, put<acquire, relaxed>};
  constexpr void (*consumers[])() = {take<acquire, release>, take<relaxed, release>, take<acquire, relaxed>};
  int weakened = atoi(words[1]);
  std::thread producer(producers[weakened < 3 ? weakened : 0]);
  std::thread consumer(consumers[weakened < 3 ? 0 : weakened - 2]);
  producer.join();
  consumer.join();
}
