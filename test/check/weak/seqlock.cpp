// A reader of a seqlock takes a value whose halves belong together. Without its acquire fence it may
// take halves of two writes.
//
// RUN: %build && %verdict ok -- --memory-model c11 %t fences
// RUN: %verdict assert -- --memory-model c11 %t without
// RUN: %verdict ok -- --memory-model sc %t without
// COVERS: races/memory_model/choices races/memory_model/weak_atomics
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

using enum std::memory_order;

std::atomic<unsigned> sequence;
std::atomic<int> first, second;

void set(int value) {
  unsigned s = sequence.load(relaxed);
  sequence.store(s + 1, relaxed);
  std::atomic_thread_fence(release);
  first.store(value, relaxed);
  second.store(value, relaxed);
  sequence.store(s + 2, release);
}

void get(bool has_fence) {
  unsigned before = sequence.load(acquire);
  if (before & 1) return;
  int a = first.load(relaxed), b = second.load(relaxed);
  if (has_fence) std::atomic_thread_fence(acquire);
  if (sequence.load(relaxed) == before) assert(a == b);
}

int main(int, char** words) {
  std::thread reader(get, !strcmp(words[1], "fences"));
  set(1);
  reader.join();
}
