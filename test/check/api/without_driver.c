// OMC_OPTIONS=mode=check explores without the driver and prints a plain summary; the exit codes are the same.
// RUN: %build-c
// RUN: env OMC_OPTIONS=mode=check %expect-exit 1 %t 2>&1 | FileCheck --check-prefix=BUG %s
// RUN: env OMC_OPTIONS=mode=check %expect-exit 0 %t same 2>&1 | FileCheck --check-prefix=CLEAN %s
// RUN: env OMC_OPTIONS=mode=check:max-executions=1:search=exhaustive %expect-exit 3 %t same 2>&1 | FileCheck --check-prefix=LIMIT %s
// RUN: env OMC_OPTIONS=mode=check:serach=pruned %expect-exit 2 %t 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: env OMC_OPTIONS=help=1 %t 2>&1 | FileCheck --check-prefix=HELP %s
// Dormant, it is an ordinary program.
// RUN: %t same
// BUG: error: deadlock [omc-deadlock]
// BUG: omc: 1 bug: deadlock
// CLEAN: omc: no bugs: all {{[0-9]+}} states of 3 threads explored
// LIMIT: omc: INCOMPLETE
// WRONG: omc: error: {{.*}}serach{{.*}}did you mean search
// HELP: max-preemptions
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void take(pthread_mutex_t* one, pthread_mutex_t* two) {
  pthread_mutex_lock(one);
  pthread_mutex_lock(two);
  pthread_mutex_unlock(two);
  pthread_mutex_unlock(one);
}

void* forwards(void* unused) {
  take(&a, &b);
  return unused;
}

void* backwards(void* unused) {
  take(&b, &a);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  pthread_create(&one, NULL, forwards, argv);
  pthread_create(&two, NULL, argc > 1 ? forwards : backwards, argv);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: entry/session entry/summary run/options
