// Threads that work for long on memory of their own, and then add up under a lock: all that is explored is the lock. A
// million statements more make no state more.
// RUN: %build && %verdict ok --races --outcomes '611200' -- %t
// RUN: %omc check %t | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -DROUNDS=1000 %s -o %t.long && %omc check --max-steps 100000000 %t.long | FileCheck %s
// CHECK: omc: no bugs: all {{[0-9][0-9]|1[0-9][0-9]}} states of 3 threads explored
#include <cstdio>
#include <mutex>
#include <thread>

#ifndef ROUNDS
#define ROUNDS 100
#endif

std::mutex m;
int total;

int work(int n) {
  int own[64];
  for (int i = 0; i < 64; i++) own[i] = i * n;
  int sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 64; i++) {
      own[i] += round % 2 ? -1 : 1;
      sum += own[i];
    }
  }
  return sum;
}

int main() {
  auto body = [](int n) {
    int result = work(n);
    m.lock();
    total += result;
    m.unlock();
  };
  std::thread a(body, 1), b(body, 2);
  a.join();
  b.join();
  std::printf("%d", total);
}
// COVERS: steps/invisible_steps sharing/shared_memory_map
