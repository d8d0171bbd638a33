// The working directory is part of the state: whether a file is found depends on who came last.
// RUN: rm -rf %t.dir && mkdir -p %t.dir/full %t.dir/empty && touch %t.dir/full/file
// RUN: %build-c && for search in pruned exhaustive; do %expect-exit 1 %omc check --search $search -o - %t %t.dir | FileCheck %s || exit 1; done
// RUN: %verdict ok --outcomes 'found missing' -- %t %t.dir say
// CHECK: error: assert: assertion 'access("file", F_OK) == 0' failed [omc-assert]
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* go(void* to) {
  chdir(to);
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[2];
  char full[4096], empty[4096];
  snprintf(full, sizeof full, "%s/full", argv[1]);
  snprintf(empty, sizeof empty, "%s/empty", argv[1]);
  pthread_create(&threads[0], NULL, go, empty);
  pthread_create(&threads[1], NULL, go, full);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  if (argc > 2) return puts(access("file", F_OK) == 0 ? "found" : "missing"), 0;
  assert(access("file", F_OK) == 0);
}
// COVERS: kernel/working_directory search/state
