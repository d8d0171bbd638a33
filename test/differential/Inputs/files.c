// Two threads that do what their words say with files of the current directory; then main says what it finds. A letter is
// an operation, and the digit behind it chooses the files.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* const names[] = {"a", "b", "d/a"};
static const char* name(char digit) { return names[(digit - '0') % 3]; }
static const char* other(char digit) { return names[(digit - '0') / 3 % 3]; }
static int shared;

static void put(int fd, char byte) {
  if (fd >= 0 && write(fd, &byte, 1) < 0) abort();
}

static void act(char letter, char digit, char byte) {
  int fd = -1;
  char* page;
  struct stat status;
  switch (letter) {
    case 'w': put(fd = open(name(digit), O_WRONLY | O_CREAT, 0600), byte); break;
    case 't': put(fd = open(name(digit), O_WRONLY | O_CREAT | O_TRUNC, 0600), byte); break;
    case 'e': put(fd = open(name(digit), O_WRONLY | O_CREAT | O_EXCL, 0600), byte); break;
    case 'p': put(fd = open(name(digit), O_WRONLY | O_APPEND), byte); break;
    case 's': put(shared, byte); break;
    case 'u': unlink(name(digit)); break;
    case 'r': rename(name(digit), other(digit)); break;
    case 'l': link(name(digit), other(digit)); break;
    case 'y': symlink("a", name(digit)); break;
    case 'm': mkdir("d", 0700); break;
    case 'x': rmdir("d"); break;
    case 'R': rename("d", "f"); break;
    case 'c': truncate(name(digit), digit - '0'); break;
    case 'k': flock(shared, LOCK_EX); put(shared, byte); flock(shared, LOCK_UN); break;
    case 'M':
      fd = open(name(digit), O_RDWR);
      if (fd < 0 || fstat(fd, &status) || !status.st_size) break;
      page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      page[0] = byte;
      munmap(page, 4096);
      break;
    default: abort();
  }
  if (fd >= 0) close(fd);
}

static void* run(void* words) {
  const char* word = words;
  for (; word[0]; word += 3) act(word[0], word[1], word[2]);
  return NULL;
}

static int by_name(const struct dirent** a, const struct dirent** b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void show(const char* folder) {
  struct dirent** entries;
  int n = scandir(folder, &entries, NULL, by_name);
  for (int i = 0; i < n; i++) {
    char path[300], text[17] = "";
    struct stat status;
    if (entries[i]->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    if (lstat(path, &status)) abort();
    printf("%s:%o:%d:%d", path, status.st_mode, S_ISDIR(status.st_mode) ? 0 : (int)status.st_size, (int)status.st_nlink);
    int fd = S_ISDIR(status.st_mode) ? -1 : open(path, O_RDONLY);
    if (fd >= 0 && read(fd, text, 16) >= 0) printf(":%s", text), close(fd);
    printf(" ");
    if (S_ISDIR(status.st_mode)) show(path);
  }
}

int main(int argc, char** argv) {
  pthread_t threads[2];
  if (argc < 4 || chdir(argv[1])) return 2;
  shared = open("b", O_RDWR | O_CREAT, 0600);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, argv[2 + i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  show(".");
  printf("%d\n", (int)lseek(shared, 0, SEEK_CUR));
}
