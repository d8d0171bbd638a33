// A handler that is registered while another thread ends the program: it runs, or comes too late.
// COVERS: sync/pthread_abi
//
// RUN: %build-c && %omc check -v -j1 -o - %t | FileCheck %s
// CHECK: 2 distinct outcomes
// CHECK: no bugs
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void say(void) { puts("handled"); }

static void* end(void* argument) {
  (void)argument;
  exit(0);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  atexit(say);
  pthread_join(thread, NULL);
}
