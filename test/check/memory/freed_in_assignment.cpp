// A shared_ptr that one thread assigns and another copies. The assignment frees the old block before it writes the new
// address, in one statement: what is found there is found again by the schedule that is told.
// RUN: %build && %expect-exit 1 %omc check -j 1 -o %t.out %t | FileCheck %s
// CHECK-NOT: did not show again
// RUN: %expect-exit 1 %omc replay %t.out/latest/run.json | FileCheck %s --check-prefix=REPLAY
// REPLAY: error: {{data-race: shared is read|(data-race|memory): .*of a block of 48 bytes}}
#include <memory>
#include <string>
#include <thread>

std::shared_ptr<const std::string> shared = std::make_shared<const std::string>("old");

int main() {
  std::thread writer([] {
    auto fresh = std::make_shared<const std::string>("a text that needs a block of its own");
    shared = fresh;
  });
  std::thread reader([] {
    std::shared_ptr<const std::string> copy;
    copy = shared;
  });
  writer.join();
  reader.join();
}
// COVERS: races/memory_errors races/lifetimes
