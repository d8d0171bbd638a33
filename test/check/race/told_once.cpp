// Two statements that race in many members of one object of the library: that is told once for the object.
// RUN: %build
// RUN: %expect-exit 1 %omc check --all --check data-race -o - %t | FileCheck %s
// CHECK: error: data-race: numbers is
// CHECK-NOT: error: data-race: numbers is
#include <thread>
#include <unordered_map>

std::unordered_map<int, int> numbers;

int main() {
  std::thread thread([] { numbers[1] = 1; });
  numbers[2] = 2;
  thread.join();
}
// COVERS: report/bugs libc/cxx_containers
