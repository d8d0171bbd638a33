// Names of semaphores are those of the C library. A child process does not share named semaphores,
// so a program with both gets no verdict.
// COVERS: sync/named_semaphores kernel/process
//
// RUN: %build-c && %verdict ok -- %t
// RUN: %verdict incomplete -- %t before
// RUN: %verdict incomplete -- %t after
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t* make(void) { return sem_open("//omc-test", O_CREAT, 0600, 0); }

static void check_refused(const char* name, int by_open, int by_unlink) {
  assert(sem_open(name, O_CREAT, 0600, 1) == SEM_FAILED && errno == by_open);
  assert(sem_unlink(name) == -1 && errno == by_unlink);
}

static void check_names(void) {
  char name[300] = "";
  check_refused("", EINVAL, ENOENT);
  check_refused("/", EINVAL, ENOENT);
  check_refused("a/b", EINVAL, ENOENT);
  check_refused(memset(name, 'x', 252), ENAMETOOLONG, ENAMETOOLONG);
  check_refused(memset(name, 'x', 256), EINVAL, ENOENT);
  name[251] = 0;
  assert(sem_open(name, O_CREAT, 0600, 1) != SEM_FAILED && !sem_unlink(name));
}

static void* post(void* argument) {
  sem_post(sem_open("omc-test", 0));
  return argument;
}

static void start_child(void) {
  pid_t child = fork();
  if (!child) _exit(sem_post(make()));
  waitpid(child, NULL, 0);
}

int main(int argc, char** argv) {
  check_names();
  pthread_t thread;
  if (argc > 1 && !strcmp(argv[1], "after")) start_child();
  sem_t* semaphore = make();
  if (argc > 1 && !strcmp(argv[1], "before")) start_child();
  pthread_create(&thread, NULL, post, NULL);
  sem_wait(semaphore);
  pthread_join(thread, NULL);
  assert(!sem_unlink("/omc-test"));
}
