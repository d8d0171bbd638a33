// Where a stack ends is another statement in a replay than in the search: it is the same overflow.
// RUN: %build && not %omc check -o - %t | FileCheck %s
// CHECK: error: crash: SIGSEGV at address {{0x[0-9a-f]+}}: stack overflow of thread 1 [omc-crash]
// CHECK: omc: 1 bug: crash
#include <atomic>
#include <thread>

std::atomic<int> begun;

int deep(int n) {
  volatile char room[4096];
  room[0] = static_cast<char>(n);
  return n == 0 ? 0 : deep(n + 1) + room[0];
}

int main() {
  std::thread thread([] {
    begun = 1;
    return deep(1);
  });
  thread.join();
}
// COVERS: search/crash report/bugs
