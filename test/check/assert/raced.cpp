// An assertion that fails because of a data race: the race is named as well, and the replay ends with the assertion. The
// first thread is called main, whatever constructors did before.
// RUN: %build && %expect-exit 1 %omc check -j 1 -o %t.out %t | FileCheck %s
// RUN: %expect-exit 1 %omc replay %t.out/latest/run.json | FileCheck %s
// CHECK: raced.cpp:[[#@LINE+22]]:{{.*}} error: assert: {{.*}} [omc-assert]
// CHECK-NEXT: also in this schedule: raced.cpp:{{.*}}: data-race: x is
// CHECK: step 0 main
#include <semaphore.h>

#include <cassert>
#include <thread>

int x;
sem_t done;

struct Early {
  Early() {
    x = 0;
    sem_init(&done, 0, 0);
  }
} early;

int main() {
  std::thread writer([] { x = 1; });
  std::thread other([] { sem_post(&done); });
  sem_wait(&done);
  assert(x == 0);
  writer.join();
  other.join();
}
// COVERS: report/bugs driver/verbs/check entry/start
