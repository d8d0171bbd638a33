// Calls of hook(), the paper's table, with hooks written by hand: every argument is the number of
// statements of a thread. The closed forms stand in counts.py.
// RUN: %build-c && %python %S/Inputs/counts.py %omc by-hand %t
#include <omc.h>
#include <stdlib.h>

struct thread {
  int statements;
  int executed;
};

OMC_NO_INSTRUMENT static void execute(void* argument) {
  struct thread* thread = argument;
  for (int i = 0; i < thread->statements; i++) {
    omc_hook();
    thread->executed++;
  }
  omc_done();
}

int main(int argc, char** argv) {
  static struct thread threads[8];
  void (*functions[8])(void*);
  void* arguments[8];
  for (int i = 0; i + 1 < argc; i++) {
    threads[i].statements = atoi(argv[i + 1]);
    functions[i] = execute;
    arguments[i] = &threads[i];
  }
  omc_run_threads(argc - 1, functions, arguments);
  return 0;
}
// COVERS: entry/api search/explore world/counters
