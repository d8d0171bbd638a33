// A thread takes a lock that it holds. And one dies with a lock that another waits for.
// RUN: %build && %verdict deadlock -- %t twice
// RUN: %verdict deadlock -- %t kept
#include <cstring>
#include <mutex>
#include <thread>

std::mutex m;

void twice() {
  m.lock();
  m.lock();
}

void keep() { m.lock(); }

int main(int, char** argv) {
  bool both = !std::strcmp(argv[1], "twice");
  std::thread one(both ? twice : keep);
  if (both) return one.join(), 0;
  std::thread two(keep);
  one.join();
  two.join();
}
// COVERS: sync/mutex sync/abandoned_locks
