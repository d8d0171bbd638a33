// One thread frees what another still reads: the report tells who allocated the block, who freed it and which byte was read.
// RUN: %build-c && %verdict memory -- %t
// RUN: %expect-exit 1 %omc check %but-races -o - --json %t.json %t | FileCheck %s
// CHECK: use_after_free.c:[[#READ:]]:{{[0-9]+}}: error: memory: read of freed memory: byte 8 of a block of 24 bytes, freed by thread 1 at use_after_free.c:[[#FREE:]] [omc-memory]
// CHECK-NEXT: thread 0 (main) reads byte 8 of a block of 24 bytes at use_after_free.c:[[#READ]]: int sum = node->count
// CHECK-NEXT: allocated by thread 0 (main) at use_after_free.c:[[#ALLOCATE:]]: node = calloc(1, sizeof *node);
// CHECK-NEXT: freed by thread 1 (drop) at use_after_free.c:[[#FREE]]: free(node);
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// JSON: "block": {
// JSON: "function": "main",
// JSON: "allocated_by": 0,
// JSON: "function": "drop",
// JSON: "freed_by": 1,
// JSON-NEXT: "freed_text": "free(node);",
// JSON-NEXT: "offset": 8,
// JSON-NEXT: "size": 24
// JSON: "variable": "byte 8 of a block of 24 bytes allocated by thread 0 at use_after_free.c:
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  int count;
  void* value;
}* volatile node;

void* drop(void* unused) {
  free(node);
  return unused;
}

int main(void) {
  pthread_t thread;
  node = calloc(1, sizeof *node);
  pthread_create(&thread, NULL, drop, NULL);
  int sum = node->count;
  pthread_join(thread, NULL);
  return sum;
}
// COVERS: report/block_log races/memory_errors driver/explain/memory
