// A step that never comes back to a statement is ended by the watchdog, and the run says where it was.
// RUN: %build && %expect-exit 3 %omc check -o - %t | FileCheck %s
// CHECK: omc: INCOMPLETE: {{.*}}without coming to another statement, in the statement at {{.*}}endless_step.cpp:19
#include <omc.h>

#include <thread>

volatile int never;

OMC_NO_INSTRUMENT void wait_for_never() {
  while (!never) {
  }
}

int main() {
  int n = 0;
  std::thread other([&] {
    n++;
    wait_for_never();
  });
  other.join();
}
// COVERS: search/watchdog
