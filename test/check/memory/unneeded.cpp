// Blocks that only one function knows, and whose content nobody needs: an optimiser does without them, and so without what
// is wrong with them. The argument says which.
// RUN: %build
// RUN: %verdict memory --message 'write to freed memory: byte 0 of a block of 16 bytes' -- %t freed
// RUN: %verdict memory --message 'write beyond a heap block: just behind a block of 8 bytes' -- %t beside
// RUN: %verdict memory --message 'freed' -- %t twice
// RUN: %verdict memory --message 'read of freed memory' -- %t deleted
// RUN: %verdict ok -- %t fine
#include <cstdlib>
#include <cstring>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
  ~Node() { value = -1; }
};

void freed() {
  auto* node = new Node;
  delete node;
  node->value = 2;
}

void beside() {
  auto* pair = static_cast<int*>(std::malloc(2 * sizeof(int)));
  pair[2] = 1;
  std::free(pair);
}

void twice() {
  void* block = std::malloc(24);
  std::free(block);
  std::free(block);
}

void deleted() {
  auto* node = new Node;
  delete node;
  [[maybe_unused]] int value = node->value;
}

void fine() {
  auto* node = new Node;
  node->value = 1;
  delete node;
  std::free(std::malloc(24));
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  auto* does = is("freed") ? freed : is("beside") ? beside : is("twice") ? twice : is("deleted") ? deleted : fine;
  std::thread(does).join();
}
// COVERS: instrumenter/pass/dead_accesses
