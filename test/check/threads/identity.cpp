// What tells threads apart: ids, names, stacks.
// RUN: %build
// RUN: %verdict ok --outcomes '1111' -- %t
// A deadlock in a function without a name, at namespace scope, can be told.
// RUN: %verdict deadlock -- %t deadlock
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>

std::mutex m;
std::set<std::thread::id> ids;
std::set<pid_t> kernel_ids;
int names, stacks;

auto lock_twice = [] {
  m.lock();
  m.lock();  // <- deadlock
};

bool is_on_its_stack() {
  pthread_attr_t attributes;
  void* address = nullptr;
  size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  char here;
  return static_cast<char*>(address) <= &here && &here < static_cast<char*>(address) + size;
}

void tell(const char* name) {
  pthread_setname_np(pthread_self(), name);
  std::this_thread::yield();
  char mine[16];
  pthread_getname_np(pthread_self(), mine, sizeof mine);
  std::lock_guard lock(m);
  ids.insert(std::this_thread::get_id());
  kernel_ids.insert(gettid());
  names += !std::strcmp(mine, name);
  stacks += is_on_its_stack();
}

int main(int argc, char**) {
  if (argc > 1) {
    std::thread other(lock_twice);
    other.join();
    return 0;
  }
  std::thread one(tell, "one"), two(tell, "two");
  one.join();
  two.join();
  tell("main");
  std::printf("%d%d%d%d", ids.size() == 3, kernel_ids.size() == 3, names == 3, stacks == 3);
}
// COVERS: sync/pthread_abi threads/fiber
