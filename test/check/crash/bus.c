// A thread reads a file through a mapping that is longer than the file: SIGBUS.
// RUN: %build-c && %verdict crash --message SIGBUS -- %t %s
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>

const volatile char* text;

void* read_behind(void* unused) {
  return (void*)(long)text[1 << 20];  // <- crash
}

int main(int argc, char** argv) {
  pthread_t reader;
  int file = open(argv[argc - 1], O_RDONLY);
  text = mmap(NULL, 2 << 20, PROT_READ, MAP_PRIVATE, file, 0);
  pthread_create(&reader, NULL, read_behind, NULL);
  pthread_join(reader, NULL);
  return 0;
}
// COVERS: search/crash kernel/mappings
