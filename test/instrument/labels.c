// Functions with computed goto have a plain version as well, with tables of its own; not so where a label's address gets out:
// another version would jump to it.
//
// RUN: %omc-cc -O2 -c %s -o %t.o && nm %t.o | FileCheck %s --check-prefix=NAMES --implicit-check-not='{{gives_out|kept|filled|handed}}.plain'
// NAMES-DAG: distances.plain
// NAMES-DAG: distances_from_last.plain
// NAMES-DAG: interpret.plain
// NAMES-DAG: one_of_two.plain
// NAMES-DAG: recurses.plain
//
// RUN: %clang -w -pthread %s -o %t.without && %t.without > %t.expected
// RUN: %omc-cc -w -O0 -pthread %s -o %t.0 && %t.0 | diff %t.expected -
// RUN: %omc-cc -w -O2 -pthread %s -o %t.2 && %t.2 | diff %t.expected -
// RUN: %omc-cc -w -O2 -flto -pthread %s -o %t.lto && %t.lto | diff %t.expected -
// RUN: %omc check %t.0 | FileCheck %s
// RUN: %omc check %t.2 | FileCheck %s
// RUN: %omc check %t.lto | FileCheck %s
// CHECK: omc: no bugs: all [[#]] states of 3 threads explored
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ADD, TWICE, END };
int interpret(const char* code, int value) {
  static const void* const cases[] = {&&add, &&twice, &&end};
#define NEXT goto* cases[(int)*code++]
  NEXT;
add:
  value += 3;
  NEXT;
twice:
  value *= 2;
  NEXT;
end:
  return value;
}

int distances(int which) {
  static const int from_first[] = {&&first - &&first, &&second - &&first};
  goto*(&&first + from_first[which]);
first:
  return 1;
second:
  return 2;
}

int distances_from_last(int which) {
  static int from_last[] = {&&first - &&last, &&second - &&last};
  int passed = 0;
  void* to = &&last + from_last[which];
  goto* to;
first:
  passed += 2;
second:
  passed++;
last:
  return passed;
}

int one_of_two(int which) {
  void* to = which ? &&one : &&other;
  void** at = &to;
  goto** at;
one:
  return 10;
other:
  return 20;
}

// The inner call comes from outside of the file as far as anybody knows.
int (*volatile by_address)(int);
int recurses(int n) {
  static void* const ways[] = {&&down, &&up};
  goto* ways[n == 0];
down:
  return 1 + by_address(n - 1);
up:
  return by_address == recurses;
}

// As with code that is threaded directly: what this returns comes back as an argument.
void* gives_out(void* to, int which, int* result) {
  static void* const ways[] = {&&left, &&right};
  if (!to) return ways[which];
  goto* to;
left:
  *result = 5;
  return to;
right:
  *result = 6;
  return to;
}

int kept(int which) {
  static void* to;
  if (!to) to = &&here;
  if (which) goto* to;
  return 7;
here:
  return 8;
}

int filled(int which) {
  static void* ways[2] = {&&none};
  if (!ways[1]) ways[1] = &&some;
  goto* ways[which];
none:
  return 30;
some:
  return 40;
}

const void* volatile seen;
void look(const void* to) { seen = to; }
int handed(int which) {
  static const void* const ways[] = {&&low, &&high};
  look(ways);
  goto* ways[which];
low:
  return 50;
high:
  return 60;
}

// Before main, and before anything is explored.
static void* started_with;
__attribute__((constructor)) static void start(void) {
  started_with = gives_out(NULL, 1, NULL);
  kept(0);
  filled(0);
}

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;
void* work(void* code) {
  pthread_mutex_lock(&mutex);
  total = interpret(code, total) + (total > 1000);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  char code[] = {ADD, TWICE, ADD, END};
  pthread_t one, two;
  pthread_create(&one, NULL, work, code);
  pthread_create(&two, NULL, work, code);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  by_address = recurses;
  int result;
  gives_out(started_with, 0, &result);
  printf("%d %d %d %d %d %d\n", total, distances(0), distances(1), one_of_two(0), one_of_two(1), recurses(5));
  printf("%d %d\n", distances_from_last(0), distances_from_last(1));
  printf("%d %d %d %d %d %d %d\n", result, kept(0), kept(1), filled(0), filled(1), handed(0), handed(1));
}
// COVERS: instrumenter/pass/labels instrumenter/pass/versions
