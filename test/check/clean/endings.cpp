// Ways for a program to end while threads run: each is an outcome of its own and none is a bug.
// RUN: %build
// A thread calls exit(): what main prints may come before it or not.
// RUN: %verdict ok --races --outcomes '.!3 main!3' -- --expect-exit 3 %t exit-in-thread
// main returns with a thread running: that may have printed or not.
// RUN: %verdict ok --races --outcomes '. thread' -- %t return
// pthread_exit in main lets the threads finish.
// RUN: %verdict ok --races --outcomes 'thread' -- %t leave-main
// quick_exit and _exit skip what exit does.
// RUN: %verdict ok --races --outcomes '.!5 thread!5' -- --expect-exit 5 %t _exit
// exit code of main
// RUN: %verdict ok --races --outcomes 'thread!7' -- --expect-exit 7 %t code
// atexit and destructors of globals run
// RUN: %verdict ok --races --outcomes 'thread_atexit_gone' -- %t atexit
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

struct Global {
  bool speaks = false;
  ~Global() {
    if (speaks) std::printf(" gone");
  }
} global;

void print() { std::printf("thread"), std::fflush(stdout); }

int main(int, char** argv) {
  std::string how = argv[1];
  if (how == "exit-in-thread") {
    std::thread other([] { std::exit(3); });
    std::printf("main");
    other.join();
    return 0;
  }
  std::thread other(print);
  if (how == "return" || how == "leave-main" || how == "_exit") other.detach();
  if (how == "leave-main") pthread_exit(nullptr);
  if (how == "_exit") _exit(5);
  if (how == "return") return 0;
  other.join();
  if (how == "code") return 7;
  global.speaks = true;
  std::atexit([] { std::printf(" atexit"); });
}
// COVERS: entry/start kernel/process report/outcomes
