// A child of fork has a free lock, whatever the other threads of its parent do meanwhile.
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g %s -o %t && %t
// COVERS: atomic/fork
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <thread>

static long count, in_handlers;
static bool stop;

int main() {
  pthread_atfork([] { in_handlers = in_handlers + 1; }, [] { in_handlers = in_handlers + 1; },
                 [] { in_handlers = in_handlers + 1; });
  std::thread busy[2];
  for (std::thread& each : busy)
    each = std::thread([] {
      while (!stop) count = count + 1;
    });
  for (int i = 0; i < 60; i++) {
    pid_t child = i % 3 == 2 ? vfork() : fork();
    assert(child >= 0);
    if (child == 0 && i % 3 == 2) _exit(3);
    if (child == 0) {
      long before = count;
      std::thread helper([] {
        for (int k = 0; k < 100; k++) count = count + 1;
      });
      helper.join();
      _exit(count == before + 100 ? 3 : 4);
    }
    int status = 0;
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  }
  stop = true;
  for (std::thread& each : busy) each.join();
  assert(in_handlers == 80);
}
