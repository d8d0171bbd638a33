// A thread that prints into a full pipe gives the lock up: the reader of the pipe is a thread, too.
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g %s -o %t && %t
// COVERS: atomic/output instrumenter/atomic/calls
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <thread>

static long read_so_far, lines;

int main() {
  int fds[2];
  if (pipe(fds) != 0 || dup2(fds[1], 1) != 1) return 1;
  close(fds[1]);
  std::thread reader([&] {
    char buffer[1000];
    for (ssize_t n; (n = read(fds[0], buffer, sizeof buffer)) > 0;) {
      read_so_far = read_so_far + n;
      for (ssize_t i = 0; i < n; i++)
        if (buffer[i] == '\n') lines = lines + 1;
    }
  });
  for (int i = 0; i < 4000; i++) printf("line %d of many that fill the pipe\n", i);
  for (int i = 0; i < 4000; i++) std::cout << "line " << i << " by the other way\n";
  std::cout.flush();
  fflush(stdout);
  close(1);
  reader.join();
  return lines == 8000 ? 0 : 1;
}
