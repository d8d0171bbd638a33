// The paper's race condition: one combined execution counter, two states. One thread adds, the other
// doubles; the report names the variable with both of its values, and both schedules.
// RUN: %build-c && %verdict order-race -- --check order-race %t
// RUN: %verdict order-race -- --check order-race --search exhaustive --granularity statement %t
// RUN: %verdict ok --outcomes '3 4' -- %t
// RUN: %verdict ok --outcomes '4' -- --check order-race %t commuting
// RUN: %expect-exit 1 %omc check -o - --color never --check order-race %t | FileCheck %s
// CHECK: error: order-race: {{.*}}balance is {{[34]}} or {{[34]}}{{.*}} [omc-order-race]
#include <omc.h>
#include <stdio.h>

int balance = 1;

void add(void* unused) { balance += 1; }
void add_more(void* unused) { balance += 2; }
void twice(void* unused) { balance *= 2; }

int main(int argc, char** argv) {
  void (*racing[])(void*) = {add, twice};
  void (*commuting[])(void*) = {add, add_more};
  omc_run_threads(2, argc > 1 ? commuting : racing, NULL);
  printf("%d", balance);
  return argv[0] == NULL;
}
// COVERS: search/visited driver/explain/differences
