// The ABA problem. A node is protected while its successor is read. `early` gives the protection up
// before the exchange: the node may be freed and come back with another successor, and the exchange
// succeeds wrongly. `late` protects it until after the exchange, and `tagged` counts the changes.
// COVERS: heap/reuse heap/heap heap/reachability
//
// RUN: %build
// RUN: %verdict ok -- %t early
// RUN: %verdict memory --message 'freed memory' -- --reuse 1 %t early
// RUN: %verdict ok -- --reuse 1 %t late
// RUN: %verdict ok -- --reuse 1 %t tagged
// RUN: %omc check -o - %t early | FileCheck --check-prefix NAMED %s
// RUN: %expect-exit 1 %omc check -o - --reuse 1 %t early | FileCheck %s
// NAMED: omc: not checked: freed blocks and thread ids that come back (--reuse 1)
// CHECK: gets back a freed block
// CHECK: replay: omc replay --reuse 1
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

struct Node {
  std::atomic<Node*> next;
  std::atomic<int> value;
};

// In `tagged` the upper 16 bits count.
static std::atomic<uint64_t> head;
static std::atomic<Node*> hazard;
static bool tagged, early;
constexpr uint64_t one_change = uint64_t{1} << 48;

static Node* node_of(uint64_t word) { return reinterpret_cast<Node*>(word & (one_change - 1)); }

static uint64_t changed(uint64_t from, Node* to) {
  uint64_t count = tagged ? (from & ~(one_change - 1)) + one_change : 0;
  return count | reinterpret_cast<uint64_t>(to);
}

static void push(Node* node) {
  uint64_t top = head;
  do node->next = node_of(top);
  while (!head.compare_exchange_strong(top, changed(top, node)));
}

// The only thread that others protect their nodes from.
static Node* pop_alone() {
  uint64_t top = head;
  while (node_of(top) && !head.compare_exchange_strong(top, changed(top, node_of(top)->next))) {
  }
  return node_of(top);
}

// Freed if nobody has protected it; else it is left behind.
static void release(Node* node) {
  if (node && hazard != node) delete node;
}

static void popper() {
  uint64_t top = head;
  hazard = node_of(top);
  if (!node_of(top) || head != top) return;
  Node* next = node_of(top)->next;
  if (early || tagged) hazard = nullptr;
  head.compare_exchange_strong(top, changed(top, next));
}

static void changer() {
  Node* a = pop_alone();
  Node* b = pop_alone();
  release(a);
  if (b) release(b);
  push(new Node{nullptr, 3});
}

int main(int, char** arguments) {
  tagged = !strcmp(arguments[1], "tagged");
  early = !strcmp(arguments[1], "early");
  push(new Node{nullptr, 1});
  push(new Node{nullptr, 2});
  std::thread a(popper), b(changer);
  a.join();
  b.join();
  for (Node* node = node_of(head); node; node = node->next) node->value.load();  // <- memory
}
