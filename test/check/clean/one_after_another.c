// Three hundred threads one after another, in every order that there is: what a thread leaves behind is given back.
// RUN: %build-c && %verdict ok --races --outcomes '300' --count threads=301 -- %t
#include <pthread.h>
#include <stdio.h>

int sum;

void* add(void* unused) {
  sum++;
  return unused;
}

int main(void) {
  for (int i = 0; i < 300; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
  }
  printf("%d", sum);
  return 0;
}
// COVERS: threads/scheduler threads/fiber
