// Each limit ends the search, says which one it was, and never says that there are no bugs.
// RUN: %build-c
// RUN: %verdict incomplete -- --max-executions 3 %t
// RUN: %verdict incomplete -- --max-states 10 %t
// RUN: %verdict incomplete -- --time 0.3s %t forever
// RUN: %expect-exit 3 %omc check %but-races -o - --max-executions 3 %t | FileCheck --check-prefix=EXECUTIONS %s
// RUN: %expect-exit 3 %omc check %but-races -o - --max-states 10 %t | FileCheck --check-prefix=STATES %s
// RUN: %expect-exit 3 %omc check %but-races -o - --time 0.3s %t forever | FileCheck --check-prefix=TIME %s
// EXECUTIONS: omc: INCOMPLETE: execution limit
// STATES: omc: INCOMPLETE: state limit
// TIME: omc: INCOMPLETE: time limit
// A bug that was found before the limit is one.
// RUN: %verdict deadlock -- --max-executions 1 %t stuck
#include <pthread.h>
#include <string.h>

volatile int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* count(void* how) {
  int rounds = how ? 100000 : 6;
  for (int i = 0; i < rounds; i++) n++;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  void* how = argc > 1 ? argv : NULL;
  if (argc > 1 && !strcmp(argv[1], "stuck")) pthread_mutex_lock(&m), pthread_mutex_lock(&m);
  pthread_create(&one, NULL, count, how);
  pthread_create(&two, NULL, count, how);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: search/explore driver/explain/outcome_report world/counters
