// A livelock is told where a thread goes round, not where the first one waits for it.
// RUN: %build && %expect-exit 1 %omc check -o - %t | FileCheck %s
// CHECK: where.cpp:[[#@LINE+8]]:{{.*}} error: livelock:
// CHECK: thread 1 (main lambda) is at where.cpp:[[#@LINE+7]]: {{while|std::this_thread::yield}}
#include <atomic>
#include <thread>

int main() {
  static std::atomic<bool> busy{true};
  std::thread waiting([] {
    while (busy) std::this_thread::yield();
  });
  waiting.join();
}
// COVERS: search/livelock report/bugs
