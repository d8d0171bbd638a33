// Steps inside a macro: the statements of its body are steps, and the report shows where it was called.
// RUN: %omc-cxx -O1 -g %s -o %t
// RUN: %expect-exit 1 timeout 100 %omc check --check assert --granularity statement -o - %t | FileCheck %s
// CHECK: macro_report.cpp:[[#@LINE+21]]:{{.*}}assert
// CHECK: increment
// CHECK: [[#@LINE+12]] INCREMENT(shared);
#include <cassert>
#include <thread>

int shared = 0;
#define INCREMENT(x)  \
  do {                \
    int old = x;      \
    x = old + 1;      \
  } while (0)

void increment() {
  INCREMENT(shared);
}

int main() {
  std::thread one(increment), two(increment);
  one.join();
  two.join();
  assert(shared == 2);
}
// COVERS: instrumenter/source/macros driver/debuginfo/source_text
