// A child process sees how far another thread was in a critical section, though no lock shows it to other threads.
// RUN: %build && %omc check -v -o - %t 2>&1 | FileCheck %s
// CHECK: 3 distinct outcomes
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex m;
int first, second;

void set_both() {
  std::lock_guard held(m);
  first = 1;
  second = 1;
}

int main() {
  std::thread setter([] {
    set_both();
    set_both();
  });
  int child = fork();
  if (!child) _exit(first * 2 + second);
  int status;
  waitpid(child, &status, 0);
  setter.join();
  m.lock();
  bool both = first && second;
  m.unlock();
  std::printf("%d\n", both ? WEXITSTATUS(status) : -1);
}
// COVERS: kernel/process steps/reduction
