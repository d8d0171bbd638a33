// Threads that are joined, tried, waited for with a limit, detached, or left by pthread_exit.
// RUN: %build-c
// RUN: %compare join_result -- %t result
// RUN: %compare join_try -- %t try
// RUN: %compare join_try -- %t timed
// RUN: %compare join_detach -- %t detach
// RUN: %compare join_detach -- %t detach-self
// RUN: %compare join_detach -- %t detach-attribute
// RUN: %compare join_exit -- %t exit
// The main thread may leave before the others, and the process ends with the last.
// RUN: %compare join_main_leaves -- %t main-leaves
// RUN: %verdict misuse -- %t twice
// RUN: %verdict misuse -- %t both
// RUN: %verdict misuse --message 'detached' -- %t detached
// RUN: %verdict deadlock -- %t each-other
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "Inputs/soon.h"

pthread_t threads[2];
int value;

void* say(void* name) {
  write(1, name, 1);
  return name;
}

void* say_and_exit(void* name) {
  say(name);
  pthread_exit((char*)name + 1);
}

void* detach_and_say(void* name) {
  pthread_detach(pthread_self());
  return say(name);
}

void* join_first(void* unused) {
  pthread_join(threads[0], NULL);
  return unused;
}

void* join_other(void* index) {
  while (!value) usleep(1);
  pthread_join(threads[*(char*)index - '0'], NULL);
  return NULL;
}

void join(int i) {
  void* result;
  pthread_join(threads[i], &result);
  write(1, result, 1);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  static char names[] = "AaBb";
  if (!strcmp(what, "result")) {
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, say, &names[2 * i]);
    join(1);
    join(0);
  } else if (!strcmp(what, "try") || !strcmp(what, "timed")) {
    pthread_create(&threads[0], NULL, say, &names[0]);
    void* result;
    struct timespec limit = soon();
    int error = what[1] == 'r' ? pthread_tryjoin_np(threads[0], &result)
                               : pthread_timedjoin_np(threads[0], &result, &limit);
    write(1, error == EBUSY || error == ETIMEDOUT ? "-" : error ? "?" : result, 1);
    if (error) join(0);
  } else if (!strncmp(what, "detach", 6) && strcmp(what, "detached")) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (!strcmp(what, "detach-attribute")) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int by_itself = !strcmp(what, "detach-self");
    pthread_create(&threads[0], &attributes, by_itself ? detach_and_say : say, &names[0]);
    if (!strcmp(what, "detach")) pthread_detach(threads[0]);
    write(1, "m", 1);
  } else if (!strcmp(what, "exit")) {
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, say_and_exit, &names[2 * i]);
    join(0);
    join(1);
  } else if (!strcmp(what, "main-leaves")) {
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, say, &names[2 * i]);
    write(1, "m", 1);
    pthread_exit(NULL);
  } else if (!strcmp(what, "twice")) {
    pthread_create(&threads[0], NULL, say, &names[0]);
    join(0);
    join(0);
  } else if (!strcmp(what, "both")) {
    pthread_create(&threads[0], NULL, say, &names[0]);
    pthread_create(&threads[1], NULL, join_first, NULL);
    join(0);
    pthread_join(threads[1], NULL);
  } else if (!strcmp(what, "detached")) {
    pthread_create(&threads[0], NULL, say, &names[0]);
    pthread_detach(threads[0]);
    join(0);
  } else if (!strcmp(what, "each-other")) {
    char indices[] = "10";
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, join_other, &indices[i]);
    value = 1;
    pthread_exit(NULL);
  } else {
    return 2;
  }
  return 0;
}
// COVERS: sync/join
