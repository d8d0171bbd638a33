// Where orders are followed, what a relaxed load has read matters to fences alone: where nobody has one it is not part of the
// state. A fence that comes late is followed all the same.
// RUN: %build -o %t && %verdict ok --races --count states=30 -- %t
// RUN: %build -DFENCED -o %t.fenced && %verdict ok --races -- %t.fenced
#include <atomic>
#include <thread>

std::atomic<int> weak{0}, told{0};
int value;

void work() {
  (void)told.load(std::memory_order_relaxed);
  told.fetch_add(1, std::memory_order_acq_rel);
  (void)told.load(std::memory_order_relaxed);
}

void store() {
  value = 1;
  weak.store(1, std::memory_order_release);
}

int main() {
  std::thread one(work), two(work), three(store);
#ifdef FENCED
  while (!weak.load(std::memory_order_relaxed)) {}
  std::atomic_thread_fence(std::memory_order_acquire);
  value++;
#endif
  one.join();
  two.join();
  three.join();
}
// COVERS: races/happens_before search/state world/assumptions
