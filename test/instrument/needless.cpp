// A hook is left out before a statement that no other thread can notice, if the next one has a hook: then what
// is done unseen joins the step before it and nothing else does. --omc-naive keeps them all.
// RUN: %omc-cxx -std=c++20 --omc-print %s | %text
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | FileCheck --check-prefix NAIVE %s
// RUN: %same-c++ -std=c++20
// RUN: %omc-cxx -std=c++20 %s -o %t && %omc doctor %t | FileCheck --check-prefix DOCTOR %s
// DOCTOR: instrumented {{.*}} hooks
// DOCTOR: needless hooks {{ *}}[[#]] hooks left out: no other thread could notice (--omc-naive keeps them)
// RUN: %omc-cxx -std=c++20 --omc-naive %s -o %t && %omc doctor %t | not grep "needless hooks"
#include <atomic>
#include <cstdio>

int shared = 1;
std::atomic<int> atomic{1};
struct Pair { int x, y; };
int call(int n) { return n; }
void keep(int&) {}

int locals(int n) {
  int a = 1;
  // CHECK: {{^}}  int a = 1;
  // NAIVE: {{^}}  __omc_hook(3); int a = 1;
  a += n * 2, n--;
  // CHECK: {{^}}  a += n * 2, n--;
  double d = a > 3 ? 1.5 : -a;
  // CHECK: {{^}}  double d = a > 3 ? 1.5 : -a;
  const char* text = "literal";
  // CHECK: {{^}}  const char* text = "literal";
  Pair pair;
  pair.x = int(d);
  // CHECK: {{^}}  pair.x = int(d);
  pair.y = (a = 3);
  // CHECK: {{^}}  pair.y = (a = 3);
  (void)text;
  // CHECK: {{^}}  (void)text;
  return a + pair.x + pair.y;
  // CHECK: {{^}}  __omc_hook(3); return a + pair.x + pair.y;
}

int others(int n) {
  int escapes = 1;
  // CHECK: {{^}}  __omc_hook(3); int escapes = 1;
  int* pointer = &escapes;
  // CHECK: {{^}}  __omc_hook(3); int* pointer = &escapes;
  int bound = 2;
  // CHECK: {{^}}  __omc_hook(3); int bound = 2;
  int& reference = (bound = 3);
  // CHECK: {{^}}  __omc_hook(3); int& reference = (bound = 3);
  int passed = 4;
  // CHECK: {{^}}  __omc_hook(3); int passed = 4;
  keep(passed);
  int captured = 5;
  // CHECK: {{^}}  __omc_hook(3); int captured = 5;
  auto lambda = [&] { captured++; n = captured; return 1; };
  // CHECK: {{^}}  __omc_hook(3); auto lambda = [&] { __omc_hook(23); captured++; __omc_hook(35); n = captured; __omc_hook(49); return 1; };
  int copied = 6;
  // CHECK: {{^}}  __omc_hook(3); int copied = 6;
  auto by_copy = [copied]() mutable { copied++; copied++; return copied; };
  // CHECK: {{^}}  __omc_hook(3); auto by_copy = [copied]() mutable { __omc_hook(39); copied++; __omc_hook(49); copied++; __omc_hook(59); return copied; };
  int array[2] = {1, 2};
  // CHECK: {{^}}  __omc_hook(3); int array[2] = {1, 2};
  array[0] = 3;
  // CHECK: {{^}}  __omc_hook(3); array[0] = 3;
  volatile int often = 1;
  // CHECK: {{^}}  __omc_hook(3); volatile int often = 1;
  static int kept = 7;
  // CHECK: {{^}}  __omc_hook(3); static int kept = 7;
  thread_local int mine = 8;
  // CHECK: {{^}}  __omc_hook(3); thread_local int mine = 8;
  int from_shared = shared;
  // CHECK: {{^}}  __omc_hook(3); int from_shared = shared;
  int from_atomic = atomic;
  // CHECK: {{^}}  __omc_hook(3); int from_atomic = atomic;
  int called = call(1);
  // CHECK: {{^}}  __omc_hook(3); int called = call(1);
  int divided = from_shared / called;
  // CHECK: {{^}}  __omc_hook(3); int divided = from_shared / called;
  int halved = divided / 2;
  // CHECK: {{^}}  int halved = divided / 2;
  typedef int Row[shared++ + 2];
  // CHECK: {{^}}  __omc_hook(3); typedef int Row[shared++ + 2];
  Row row;
  // CHECK: {{^}}  __omc_hook(3); Row row;
  row[0] = 0;
  auto [first, second] = Pair{1, 2};
  // CHECK: {{^}}  __omc_hook(3); auto [first, second] = Pair{1, 2};
  first++;
  // CHECK: {{^}}  __omc_hook(3); first++;
  *pointer = 2;
  // CHECK: {{^}}  __omc_hook(3); *pointer = 2;
  return escapes + reference + passed + lambda() + by_copy() + array[0] + often + kept + mine + from_atomic + halved + second;
}

// What follows the last statement of a block belongs to its step, so it keeps its hook.
int rounds(int n) {
  int i = 0;
  // CHECK: {{^}}  int i = 0;
  while (shared < n) { shared++; i++; }
  // CHECK: {{^}}  __omc_hook(3); while (shared < n) { __omc_hook(24); shared++; __omc_hook(34); i++; }
  for (;;) { i++; if (i > 3) break; }
  // CHECK: {{^}}  __omc_hook(3); for (;;) { i++; __omc_hook(19); if (i > 3) { __omc_hook(30); break; } }
  while (i > 0) { i--; n--; }
  // CHECK: {{^}}  __omc_hook(3); while (i > 0) { i--; __omc_hook(24); n--; }
  do i++; while (i < 2);
  // CHECK: {{^}}  __omc_hook(3); do { __omc_hook(6); i++; } while (i < 2);
  if (n) i++; else { n++; i--; }
  // CHECK: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); i++; } else { n++; __omc_hook(27); i--; }
  { i++; }
  // CHECK: {{^}}  { __omc_hook(5); i++; }
  i++;
  // CHECK: {{^}}  __omc_hook(3); i++;
  {}
  int last = ({ int a = i; int b = a; b + 1; });
  // CHECK: {{^}}  __omc_hook(3); int last = ({ int a = i; int b = a; __omc_hook(39); b + 1; });
again:
  i++;
  // CHECK: {{^}}  i++;
  if (i < 9) goto again;
  switch (n) { case 1: i++; i++; break; default: i--; }
  // CHECK: {{^}}  __omc_hook(3); switch (n) { case 1: i++; i++; __omc_hook(34); break; default: __omc_hook(50); i--; }
  return last + i;
}

template <typename T> T generic(T t) {
  T copy = t;
  // CHECK: {{^}}  __omc_hook(3); T copy = t;
  copy++;
  // CHECK: {{^}}  __omc_hook(3); copy++;
  int i = 0;
  // CHECK: {{^}}  int i = 0;
  i++;
  // CHECK: {{^}}  i++;
  shared += i;
  // CHECK: {{^}}  __omc_hook(3); shared += i;
  return copy;
}

int main() { std::printf("%d %d %d %d\n", locals(2), others(3), rounds(4), generic(5)); }
// COVERS: instrumenter/source/locals
