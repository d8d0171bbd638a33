// A program with one thread: nothing was checked, which is told by exit code 4, and its output is its own.
// RUN: %build-c && %verdict vacuous --outcomes hello -- %t
// RUN: %expect-exit 4 %omc check -o - %t > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: {{^}}hello{{$}}
// CHECK: omc: NOTHING CHECKED: {{.*}} started 1 thread
// RUN: %expect-exit 0 %omc check -o - --allow-vacuous %t
// RUN: %t | diff <(echo hello) -
#include <stdio.h>

int main(void) {
  puts("hello");
  return 0;
}
// COVERS: driver/explain/outcome_report
