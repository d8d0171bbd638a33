// Where every atomic is seq_cst, weak memory costs nothing: the same states.
//
// RUN: %build && %python %S/Inputs/same_states.py %omc %t
// COVERS: races/memory_model/choices steps/point world/assumptions
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

std::atomic<int> count, turn;
std::atomic<bool> is_done;
std::mutex mutex;
int shared;

void work(int me) {
  count++;
  {
    std::lock_guard lock(mutex);
    shared += count.load() > 1 ? 10 : 1;
  }
  int expected = 0;
  if (turn.compare_exchange_strong(expected, me)) is_done = true;
  if (is_done && turn == me) printf("%d", me);
}

int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  printf(" %d", shared);
}
