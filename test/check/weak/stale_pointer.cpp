// A thread that reads an older pointer uses what another one has freed since.
//
// RUN: %build && %verdict memory --message 'freed' -- --memory-model c11 --check memory %t relaxed
// RUN: %verdict ok -- --memory-model sc --check memory %t relaxed
// RUN: %verdict ok -- --memory-model c11 %t release
// COVERS: races/memory_model/stores races/memory_errors heap/reachability
#include <atomic>
#include <cstring>
#include <thread>

using enum std::memory_order;

std::atomic<std::atomic<int>*> current;
std::atomic<int> replaced;

int main(int, char** words) {
  bool is_relaxed = !strcmp(words[1], "relaxed");
  auto* before = new std::atomic<int>(1);
  auto* after = new std::atomic<int>(2);
  current.store(before, relaxed);
  std::thread reader([=] {
    if (!replaced.load(is_relaxed ? relaxed : acquire)) return;
    current.load(relaxed)->load(relaxed);
  });
  current.store(after, relaxed);
  if (is_relaxed)
    replaced.store(1, relaxed);
  else
    replaced.store(1, release);
  delete before;
  reader.join();
  delete after;
}
