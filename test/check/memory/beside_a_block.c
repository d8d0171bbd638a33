// Accesses and frees that miss their block, told by how much; the argument says which.
// RUN: %build-c
// RUN: %expect-exit 1 %omc check -o - %t behind | FileCheck --check-prefix=BEHIND %s
// BEHIND: error: memory: write beyond a heap block: 4 bytes behind the end of a block of 40 bytes [omc-memory]
// BEHIND-NEXT: thread 1 (miss) writes 4 bytes behind the end of a block of 40 bytes at beside_a_block.c:{{.*}}: items[11] = 1;
// BEHIND-NEXT: allocated by thread 0 (main) at
// BEHIND-NOT: freed by
// RUN: %expect-exit 1 %omc check -o - %t just | FileCheck --check-prefix=JUST %s
// JUST: error: memory: read beyond a heap block: just behind a block of 40 bytes
// RUN: %expect-exit 1 %omc check -o - %t before | FileCheck --check-prefix=BEFORE %s
// BEFORE: error: memory: read before a heap block: 4 bytes before a block of 40 bytes
// RUN: %expect-exit 1 %omc check -o - %t inside | FileCheck --check-prefix=INSIDE %s
// INSIDE: error: memory: free of an address inside a heap block: byte 4 of a block of 40 bytes
// INSIDE-NEXT: thread 1 (miss) frees byte 4 of a block of 40 bytes at
// RUN: %expect-exit 1 %omc check -o - %t global | FileCheck --check-prefix=GLOBAL %s
// GLOBAL: error: memory: free of what is no heap block: table[2].count
// RUN: %expect-exit 1 %omc check -o - %t aligned | FileCheck --check-prefix=ALIGNED %s
// ALIGNED: error: memory: read of freed memory: byte 8 of a block of 100 bytes, freed by thread 1 at
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  int key, count;
} table[4];
int* volatile items;
const char* how;

int is(const char* word) { return !strcmp(how, word); }

void* miss(void* unused) {
  if (is("behind")) items[11] = 1;
  if (is("just")) return items[10] ? unused : NULL;
  if (is("before")) return items[-1] ? unused : NULL;
  if (is("inside")) free(items + 1);
  if (is("global")) free(&table[2].count);
  if (is("aligned")) {
    int* volatile aligned = aligned_alloc(256, 100);
    free(aligned);
    return aligned[2] ? unused : NULL;
  }
  return unused;
}

int main(int argc, char** argv) {
  pthread_t thread;
  how = argc > 1 ? argv[1] : "";
  items = malloc(10 * sizeof *items);
  pthread_create(&thread, NULL, miss, NULL);
  pthread_join(thread, NULL);
  return 0;
}
// COVERS: races/memory_errors heap/heap driver/explain/memory
