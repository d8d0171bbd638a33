// A loop's condition is told where it stands, whether its body is on the same line or on others, and in the columns of the source.
// RUN: %omc-cc -g -O1 %s -o %t
// RUN: not %omc check --all -j1 -o - %t > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck --check-prefix=WRONG %s < %t.txt
// WRONG-NOT: reads {{.*}}: {
// WRONG-NOT: reads {{.*}}: others
#include <pthread.h>

static int flag, others;

static void* set(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  // CHECK-DAG: reads {{.*}}condition_text.c:[[#@LINE+1]]:3, {{.*}}: while (!flag){{$}}
  while (!flag) {
    if (others++ > 1) break;
  }
  if (others > 100) {
    others = 2;
    // CHECK-DAG: reads {{.*}}condition_text.c:[[#@LINE+1]]:10, {{.*}}: if (flag > 1){{$}}
  } else if (flag > 1) {
    others = 3;
  }
  do {
    others++;
    // CHECK-DAG: reads {{.*}}condition_text.c:[[#@LINE+1]]:5, {{.*}}: while (!flag && others < 8){{$}}
  } while (!flag && others < 8);
  // CHECK-DAG: reads {{.*}}condition_text.c:[[#@LINE+1]]:3, {{.*}}: while (!flag && others < 9){{$}}
  while (!flag && others < 9) { others++; }
  // CHECK-DAG: reads {{.*}}condition_text.c:[[#@LINE+1]]:3, {{.*}}: while (!flag && ++others < 12){{$}}
  while (!flag && ++others < 12) {}
  pthread_join(thread, 0);
  return 0;
}
// COVERS: driver/explain/race driver/debuginfo/source_text
