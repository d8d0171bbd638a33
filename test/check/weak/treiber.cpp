// Treiber's stack. What is pushed must be released, and what is popped acquired.
//
// RUN: %build && %verdict ok --races -- --memory-model c11 %t 0
// RUN: %verdict data-race --races -- --memory-model c11 %t 1
// RUN: %verdict data-race --races -- --memory-model c11 %t 2
// COVERS: races/memory_model/weak_atomics races/memory_model/choices
#include <atomic>
#include <cstdlib>
#include <thread>

using enum std::memory_order;

struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> top;
Node nodes[2];

template <std::memory_order order>
void push(Node& node, int value) {
  node.value = value;
  node.next = top.load(relaxed);
  while (!top.compare_exchange_weak(node.next, &node, order, relaxed)) {
  }
}

template <std::memory_order order>
int pop() {
  Node* node = top.load(order);
  while (node && !top.compare_exchange_weak(node, node->next, order, order)) {
  }
  return node ? node->value : 0;
}

int main(int, char** words) {
  int weakened = atoi(words[1]);
  std::thread a([=] { weakened == 1 ? push<relaxed>(nodes[0], 1) : push<release>(nodes[0], 1); });
  std::thread b([=] { weakened == 2 ? pop<relaxed>() : pop<acquire>(); });
  push<release>(nodes[1], 2);
  a.join();
  b.join();
}
