// Objects with atomics are made, passed on and freed, and others are made in their place.
//
// RUN: %build && %verdict ok --races --outcomes '3' -- --memory-model c11 %t
// COVERS: races/memory_model/stores races/memory_model/sc_order report/events
#include <atomic>
#include <cstdio>
#include <thread>

struct Message {
  std::atomic<int> state{0};
  std::atomic<int> readers{1};
};

std::atomic<Message*> slot;
std::atomic<int> received;

void release(Message* message) {
  if (message->readers.fetch_sub(1, std::memory_order_acq_rel) == 1) delete message;
}

void receive() {
  for (int i = 0; i < 2;) {
    Message* message = slot.exchange(nullptr);
    if (!message) continue;
    received.fetch_add(message->state.load(), std::memory_order_relaxed);
    message->state = 0;
    release(message);
    i++;
  }
}

int main() {
  std::thread receiver(receive);
  for (int i = 1; i <= 2; i++) {
    auto* message = new Message;
    message->state = i;
    while (slot.load()) {
    }
    slot = message;
  }
  receiver.join();
  printf("%d", received.load());
}
