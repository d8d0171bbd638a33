// A thread's name is part of the state: main is called "one" or "two", whoever comes last.
// RUN: %build && for search in pruned exhaustive; do %expect-exit 1 %omc check --search $search -o - %t | FileCheck %s || exit 1; done
// RUN: %verdict ok --outcomes 'one two' -- %t say
// RUN: %verdict ok --outcomes 'ab ba' -- %t own
// CHECK: error: assert: assertion 'strcmp(name, "one") != 0' failed [omc-assert]
#include <pthread.h>
#include <sys/prctl.h>

#include <cassert>
#include <cstdio>
#include <cstring>
#include <thread>

int main(int argc, char** argv) {
  if (argc > 1 && !strcmp(argv[1], "own")) {
    // Each thread has a name of its own, which prctl and pthread_getname_np agree on.
    char name[16];
    auto call = [](const char* mine) {
      prctl(PR_SET_NAME, mine);
      char found[16];
      pthread_getname_np(pthread_self(), found, sizeof found);
      assert(!strcmp(found, mine));
      std::fputs(mine, stdout);
    };
    pthread_setname_np(pthread_self(), "main");
    std::thread a(call, "a"), b(call, "b");
    a.join();
    b.join();
    prctl(PR_GET_NAME, name);
    assert(!strcmp(name, "main"));
    return 0;
  }
  pthread_t main_thread = pthread_self();
  std::thread one([=] { pthread_setname_np(main_thread, "one"); });
  std::thread two([=] { pthread_setname_np(main_thread, "two"); });
  one.join();
  two.join();
  char name[16];
  pthread_getname_np(main_thread, name, sizeof name);
  if (argc > 1) return std::puts(name), 0;
  assert(strcmp(name, "one") != 0);
}
// COVERS: sync/pthread_abi kernel/process search/state world/thread threads/fiber
