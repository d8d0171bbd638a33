// What comes from outside the program cannot be taken back: a second schedule finds it changed. The run says which call it was.
// RUN: %build-c && %verdict incomplete -- %t device
// RUN: not %omc check -o - %t device | FileCheck --check-prefix=DEVICE %s
// DEVICE: INCOMPLETE: something that omc cannot follow or undo (a read from a device, a socket or a child process)
// RUN: %verdict incomplete -- %t socket
// RUN: not %omc check -o - %t socket | FileCheck --check-prefix=SOCKET %s
// SOCKET: not modelled, executed for real in each schedule: {{.*}}sockets
// SOCKET: INCOMPLETE: something that omc cannot follow or undo (connect)
// RUN: %verdict ok -- %t null
// RUN: %omc check -o - %t newer | FileCheck --check-prefix=NEWER %s
// NEWER: omc: not modelled, not executed: futex_wait
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char* what;

static void* ask(void* unused) {
  char byte;
  int file = -1;
  if (!strcmp(what, "device")) file = open("/dev/ptmx", O_RDONLY | O_NOCTTY | O_NONBLOCK);
  if (!strcmp(what, "null")) file = open("/dev/null", O_RDONLY);
  if (!strcmp(what, "newer")) syscall(455, NULL, 0, 0, 0, NULL, 0);
  if (!strcmp(what, "socket")) {
    struct sockaddr_in nowhere = {.sin_family = AF_INET, .sin_port = htons(9)};
    nowhere.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    file = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    connect(file, (struct sockaddr*)&nowhere, sizeof nowhere);
  }
  if (read(file, &byte, 1) > 0) return NULL;
  return unused;
}

int main(int argc, char** argv) {
  what = argv[argc - 1];
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
}
// COVERS: kernel/descriptors kernel/syscalls kernel/syscall_table driver/explain/outcome_report
