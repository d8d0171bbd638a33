// A recursive mutex is taken again by its owner, and free for others only after as many unlocks.
// RUN: %build && %verdict ok --races --outcomes '123 312' -- %t
#include <cstdio>
#include <mutex>
#include <thread>

std::recursive_mutex m;

void inner() {
  std::lock_guard<std::recursive_mutex> again(m);
  std::putchar('1');
}

int main() {
  std::thread one([] {
    std::lock_guard<std::recursive_mutex> lock(m);
    inner();
    std::putchar('2');
  });
  std::thread two([] {
    std::lock_guard<std::recursive_mutex> lock(m);
    std::putchar('3');
  });
  one.join();
  two.join();
}
// COVERS: sync/mutex
