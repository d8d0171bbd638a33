// A thread uses a local variable of another after its function was left, or after its thread has ended.
// RUN: %build
// RUN: %expect-exit 1 %omc check -o - %t left | FileCheck --check-prefix=LEFT %s
// LEFT: error: memory: write to a stack frame that was left: the stack of thread 1 (work) [omc-memory]
// LEFT-NEXT: thread 0 (main) writes the stack of thread 1 (work) at dead_stack.cpp:{{[0-9]+}}: *target = 1;
// RUN: %expect-exit 1 %omc check -o - %t ended | FileCheck --check-prefix=ENDED %s
// ENDED: error: memory: write to the stack of a thread that has ended: the stack of thread 1 (work)
#include <atomic>
#include <string>
#include <thread>

std::atomic<int*> shared;
std::atomic<bool> used;

__attribute__((noinline)) void publish(int depth) {
  int local[4096];  // its first element lies below whatever the thread calls next
  local[0] = depth;
  shared = local;
}

void work(bool wait) {
  publish(1);
  if (wait) used.wait(false);
}

int main(int, char** arguments) {
  bool wait = arguments[1] == std::string("left");
  std::thread thread(work, wait);
  if (wait) {
    while (!shared) std::this_thread::yield();
  } else {
    thread.join();
  }
  int* target = shared;
  *target = 1;
  used = true;
  used.notify_all();
  if (wait) thread.join();
}
// COVERS: races/memory_errors
