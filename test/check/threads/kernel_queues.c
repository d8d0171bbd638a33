// An event loop that would hand its descriptors to the kernel by io_uring, which knows nothing of modelled ones: the loop would
// wait for ever. It is told that there is no io_uring, takes the usual way, and is explored.
//
// RUN: %omc-cc -pthread %s -o %t && %omc check %t | FileCheck %s
// CHECK: omc: not modelled, not executed: io_uring
// CHECK: omc: no bugs: all [[#]] states of 2 threads explored
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int loop, wake;

void* send(void* unused) {
  uint64_t one = 1;
  assert(write(wake, &one, sizeof one) == sizeof one);
  return unused;
}

int main(void) {
  char parameters[120] = {0};
  long ring = syscall(SYS_io_uring_setup, 8, parameters);
  loop = epoll_create1(0);
  wake = eventfd(0, EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN};
  if (ring < 0) assert(!epoll_ctl(loop, EPOLL_CTL_ADD, wake, &event));  // else by the ring
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  assert(epoll_wait(loop, &event, 1, -1) == 1);
  pthread_join(sender, NULL);
}
// COVERS: kernel/syscalls kernel/syscall_table
