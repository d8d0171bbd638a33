// No thread starves: threads that do nothing but statements leave room for one that comes now and
// then, for a fourth that only waits for its turn, and for one with slow statements.
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O2 %s -o %t && %t
// COVERS: atomic/lock
#include <sched.h>

#include <cstdio>
#include <thread>
#include <vector>

static long turns[4];
static bool stop;

static long slow() {
  unsigned long n = 1;
  for (int i = 0; i < 100000; i++) n = n * 3 + 1;
  return n == 7;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([i] {
      while (!stop) {
        turns[i] = turns[i] + 1 + (i == 3 ? slow() : 0);
        if (i == 2) sched_yield();
      }
    });
  for (int i = 0; i < 4; i++)
    while (turns[i] < 20) { }
  stop = true;
  for (std::thread& each : threads) each.join();
  for (long n : turns) printf("%ld\n", n);
}
