// A freed block is not used again while anything points to it, however many were freed before: here a thread keeps a pointer
// in one of many forms, and its block is freed and another of the same size made, all under one lock, so that nothing
// but the use of freed memory is wrong. The argument says what is kept.
// RUN: %build
// RUN: %verdict memory --message 'read of freed memory' -- %t pointer
// RUN: %verdict memory --message 'read of freed memory' -- %t member
// RUN: %verdict memory --message 'read of freed memory' -- %t end
// RUN: %verdict memory --message 'read of freed memory' -- %t low_bits
// RUN: %verdict memory --message 'read of freed memory' -- %t high_bits
// RUN: %verdict memory --message 'read of freed memory' -- %t on_heap
// RUN: %verdict memory --message 'read of freed memory' -- %t thread_local
// RUN: %verdict memory --message 'read of freed memory' -- %t own
// RUN: %verdict memory --message 'read of freed memory' -- %t result
// RUN: %verdict ok --races -- %t nothing
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread %s -o %t.2
// RUN: %verdict memory --message 'read of freed memory' -- %t.2 pointer
// RUN: %verdict memory --message 'read of freed memory' -- %t.2 own
#include <pthread.h>

#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

struct Node {
  long before;
  long value;
};

std::mutex mutex;
Node* shared;
int found;
const char* kept;
thread_local Node* last_seen;

bool keeps(const char* what) { return !std::strcmp(kept, what); }

// Many blocks of the size have been freed before; they live for longer than a statement.
void free_many() {
  std::vector<Node*> nodes;
  for (int i = 0; i < 40; i++) nodes.push_back(new Node{});
  for (Node* node : nodes) delete node;
}

void replace() {
  std::lock_guard held(mutex);
  delete shared;
  shared = nullptr;
  for (int i = 0; i < 3; i++) {
    delete shared;
    shared = new Node{i, i};
  }
}

Node* get() {
  std::lock_guard held(mutex);
  return shared;
}

void use(long* value) {
  std::lock_guard held(mutex);
  found += *value == 1;
}

// What is kept is volatile, so that the compiler does not keep the pointer itself beside it.
void keep_and_use() {
  if (keeps("pointer")) {
    Node* node = get();
    use(&node->value);
  } else if (keeps("member")) {
    long* volatile value = &get()->value;
    use(value);
  } else if (keeps("end")) {
    Node* volatile end = get() + 1;
    use(&end[-1].value);
  } else if (keeps("low_bits")) {
    volatile uintptr_t marked = reinterpret_cast<uintptr_t>(get()) | 5;
    use(&reinterpret_cast<Node*>(marked & ~uintptr_t{7})->value);
  } else if (keeps("high_bits")) {
    volatile uintptr_t marked = reinterpret_cast<uintptr_t>(get()) | uintptr_t{0xabcd} << 48;
    use(&reinterpret_cast<Node*>(marked << 16 >> 16)->value);
  } else if (keeps("on_heap")) {
    std::vector<Node*> list(1000, get());
    use(&list[999]->value);
  } else if (keeps("thread_local")) {
    last_seen = get();
    use(&last_seen->value);
  }
}

// No other thread has it.
void use_own() {
  Node* volatile mine = new Node{};
  delete mine;
  { std::lock_guard held(mutex); }
  Node* other = new Node{1, 1};
  found += mine->value == 1;
  delete other;
}

void* give_freed(void*) {
  Node* node = new Node{};
  delete node;
  return node;
}

void use_result() {
  pthread_t thread;
  pthread_create(&thread, nullptr, give_freed, nullptr);
  for (int i = 0; i < 5; i++) delete new Node{1, 1};
  void* result;
  pthread_join(thread, &result);
  found += static_cast<Node*>(result)->value == 1;
}

int main(int, char** arguments) {
  kept = arguments[1];
  free_many();
  shared = new Node{1, 1};
  if (keeps("own")) use_own();
  if (keeps("result")) use_result();
  std::thread reader(keep_and_use);
  replace();
  reader.join();
  delete shared;
}
// COVERS: heap/reachability heap/heap
