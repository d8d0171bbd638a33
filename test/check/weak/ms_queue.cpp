// The queue of Michael and Scott, with the weakest orders that are right: a node is released when it
// is linked, and acquired before it is read. One of them weakened is a data race.
//
// RUN: %build && %verdict ok --races -- --memory-model c11 %t 0
// RUN: %verdict data-race --races -- --memory-model c11 %t 1
// RUN: %verdict data-race --races -- --memory-model c11 %t 2
// COVERS: races/memory_model/tidy races/memory_model/choices
#include <atomic>
#include <cstdlib>
#include <thread>

using enum std::memory_order;

struct Node {
  std::atomic<Node*> next{nullptr};
  int value = 0;
};
Node nodes[3];
std::atomic<Node*> head{&nodes[2]}, tail{&nodes[2]};

template <std::memory_order link>
void enqueue(Node* node, int value) {
  node->value = value;
  for (;;) {
    Node* last = tail.load(acquire);
    Node* next = last->next.load(acquire);
    if (next) {
      tail.compare_exchange_strong(last, next, release, relaxed);
      continue;
    }
    if (!last->next.compare_exchange_strong(next, node, link, relaxed)) continue;
    tail.compare_exchange_strong(last, node, release, relaxed);
    return;
  }
}

template <std::memory_order follow>
int dequeue() {
  for (;;) {
    Node* first = head.load(acquire);
    Node* last = tail.load(acquire);
    Node* next = first->next.load(follow);
    if (!next) return 0;
    if (first == last) {
      tail.compare_exchange_strong(last, next, release, relaxed);
      continue;
    }
    int value = next->value;
    if (head.compare_exchange_strong(first, next, release, relaxed)) return value;
  }
}

int main(int, char** words) {
  int weakened = atoi(words[1]);
  std::thread producer([=] {
    weakened == 1 ? enqueue<relaxed>(&nodes[0], 1) : enqueue<release>(&nodes[0], 1);
  });
  std::thread consumer([=] { weakened == 2 ? dequeue<relaxed>() : dequeue<acquire>(); });
  enqueue<release>(&nodes[1], 2);
  producer.join();
  consumer.join();
}
