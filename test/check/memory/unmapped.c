// What munmap and its relatives take away while others use it.
// RUN: %build-c && %expect-exit 1 %omc check --check data-race -o - %t unmapped
// RUN: %expect-exit 1 %omc check --check crash -o - %t unmapped
// RUN: %expect-exit 1 %omc check --check crash -o - %t moved
// RUN: %expect-exit 1 %omc check --check assert -o - %t emptied
// A change of protection is no race.
// RUN: %verdict crash -- %t protected
// RUN: %verdict ok --races -- %t right
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { size = 64 << 10, far = 50000 };
static char* pages;

static void* unmap(void* p) { return munmap(pages, size), p; }
static void* move(void* p) { return mremap(pages, size, 2 * size, MREMAP_MAYMOVE), p; }
static void* empty(void* p) { return madvise(pages, size, MADV_DONTNEED), p; }
static void* protect(void* p) { return mprotect(pages, size, PROT_NONE), p; }
static void* use(void* p) { return pages[far + 1] = 1, p; }

static void* (*chosen(const char* word))(void*) {
  if (!strcmp(word, "unmapped")) return unmap;
  if (!strcmp(word, "moved")) return move;
  if (!strcmp(word, "emptied")) return empty;
  if (!strcmp(word, "protected")) return protect;
  return use;
}

int main(int count, char** words) {
  pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pages[far] = 3;
  pthread_t other;
  pthread_create(&other, NULL, chosen(words[count - 1]), NULL);
  int value = pages[far];
  assert(value == 3);
  pthread_join(other, NULL);
  if (strcmp(words[count - 1], "right")) return 0;
  mprotect(pages, size, PROT_READ);
  value = pages[far] + pages[far + 1];
  munmap(pages, size);
  return value != 4;
}
// COVERS: kernel/mappings races/lifetimes libc/mman
