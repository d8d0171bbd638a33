// A critical section is one step: two threads with four each have a state for each pair of what they have done, and few more. Not
// where somebody asks whether the lock is taken: then each of its outcomes is seen.
// RUN: %build && %verdict ok --races --outcomes 8_0 --count states=45 -- %t
// RUN: %verdict ok --races --outcomes '9_0 8_1' -- %t try
// RUN: %expect-exit 1 %omc check -o - %t nested | FileCheck %s
// CHECK: error: deadlock: thread 1 (main lambda) and thread 2 (main lambda) wait for each other
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex m, other;
int count, refused;

void add_four() {
  for (int i = 0; i < 4; i++) {
    std::lock_guard held(m);
    count++;
  }
}

void try_once() {
  if (m.try_lock()) {
    count++;
    m.unlock();
  } else {
    refused++;
  }
}

void add_in_both(std::mutex& first, std::mutex& second) {
  first.lock();
  second.lock();
  count++;
  second.unlock();
  first.unlock();
}

int main(int argc, char** argv) {
  bool tries = argc > 1 && argv[1][0] == 't', nested = argc > 1 && argv[1][0] == 'n';
  std::thread a([=] {
    if (nested) add_in_both(m, other);
    else add_four();
  });
  std::thread b([=] {
    if (nested) add_in_both(other, m);
    else if (tries) try_once(), add_four();
    else add_four();
  });
  a.join();
  b.join();
  std::printf("%d %d", count, refused);
}
// COVERS: steps/reduction races/running_step
