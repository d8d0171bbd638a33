// A data race of one thread with many, which hold another lock. The search comes late to a state where the one has not run
// yet, and there are more states before than it may see; clocks tell of the first execution that nothing orders the two.
// RUN: %build
// RUN: %verdict data-race --message 'value of main is' -- --max-states 60000 %t broken
// One that has none is explored as a whole afterwards.
// RUN: %verdict ok --races --count states=26349 -- %t few
// So is one that goes on after a bug.
// RUN: %expect-exit 1 %omc check --all -o - --json - %t fails | FileCheck %s
// CHECK: "complete": true
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  bool broken = argc > 1 && !std::strcmp(argv[1], "broken"), few = argc > 1 && !broken, fails = few && !std::strcmp(argv[1], "fails");
  int value = 0;
  std::mutex own, other;
  auto add = [&value](std::mutex& mutex) {
    mutex.lock();
    int before = value;
    value = before + 1;
    mutex.unlock();
    mutex.lock();
    value++;
    mutex.unlock();
  };
  std::vector<std::thread> threads;
  threads.emplace_back(add, std::ref(broken ? own : other));
  for (int i = 0; i < (few ? 4 : 7); i++) threads.emplace_back(add, std::ref(other));
  assert(!fails);
  for (std::thread& thread : threads) thread.join();
}
// COVERS: search/pass search/passes races/access_history
