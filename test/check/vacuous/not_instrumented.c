// A program that omc did not build: exit code 4, with what to do about it.
// RUN: %clang -pthread %s -o %t && %expect-exit 4 %omc check -o - %t 2>&1 | FileCheck %s
// CHECK: omc-cc
// Linked with omc, but compiled without: the same verdict from the exploration itself.
// RUN: %omc-cc --omc-off -c %s -o %t.o && %omc-cc %t.o -pthread -o %t.linked
// RUN: %expect-exit 4 %omc check -o - %t.linked 2>&1 | FileCheck --check-prefix=LINKED %s
// LINKED: omc: NOTHING CHECKED: {{.*}} executed no instrumented statement
#include <pthread.h>

void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
// COVERS: driver/launch/program driver/explain/outcome_report world/counters
