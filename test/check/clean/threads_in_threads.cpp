// Threads that start threads: the grandchildren have the same identity in every schedule, so equal states
// meet and both orders of starting them are one state in the end.
// RUN: %build && %verdict ok --races --outcomes '10' --count threads=5 -- %t
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> sum;

void parent(int n) {
  std::thread child([n] { sum += n; });
  sum += n + 1;
  child.join();
}

int main() {
  std::thread one(parent, 1), two(parent, 3);
  one.join();
  two.join();
  std::printf("%d", sum.load());
}
// COVERS: threads/scheduler search/state platform/address_space
