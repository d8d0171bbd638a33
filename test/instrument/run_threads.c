// The paper's shape: omc_run_threads, whose functions stand in an array; and threads of C.
// RUN: %omc-cc --omc-naive --omc-print %s | %text
// The order of its letters is nobody's.
// RUN: %omc-cc -pthread -I%source/runtime/include %s -o %t && %t | grep -qE '^[hab12]{5}$'
#include <omc.h>
#include <pthread.h>
#include <stdio.h>

static void print(char c) { putchar(c); }

static void thread0(void* arg) {
  print('a');
  print('b');
}
// CHECK: static void thread0(void* arg) { __omc_done();
// CHECK-NEXT: {{^}}  __omc_hook(3); print('a');
// CHECK-NEXT: {{^}}  __omc_hook(3); print('b');
// CHECK-NEXT: {{^}}}

static void thread1(void* arg) { for (const char* s = arg; *s; s++) print(*s); }
// CHECK: static void thread1(void* arg) { __omc_done(); __omc_hook(34); for (const char* s = arg; *s; s++) { __omc_hook(69); print(*s); } }

static void* rounding(void* arg) {
#pragma STDC FENV_ACCESS OFF
  double half = 0.5;
  if (!arg) return NULL;
  print(half < 1 ? 'h' : '?');
  pthread_exit(arg);
}
// Some pragmas must be the first thing in a block.
// CHECK: static void* rounding(void* arg) {
// CHECK-NEXT: {{^}}#pragma STDC FENV_ACCESS OFF
// CHECK-NEXT: {{^}} __omc_done();{{ *}}__omc_hook(3); double half = 0.5;
// CHECK-NEXT: {{^}}  __omc_hook(3); if (!arg) { __omc_hook(13); return NULL; }

int main(void) {
  void (*const fns[])(void*) = {thread0, &thread1};
  char text[] = "12";
  void* args[] = {NULL, text};
  pthread_t t;
  pthread_create(&t, NULL, &rounding, text);
  pthread_join(t, NULL);
  omc_run_threads(2, fns, args);
  // CHECK: {{^}}  __omc_hook(3); omc_run_threads(2, fns, args);
}
// COVERS: instrumenter/source/thread_ends instrumenter/source/thread_functions
