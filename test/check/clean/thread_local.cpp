// Thread-local objects: each thread has its own, made on first use and destroyed when the thread ends.
// RUN: %build && %verdict ok --races --outcomes '1+1-2+2- 1+2+1-2- 1+2+2-1- 2+1+1-2- 2+1+2-1- 2+2-1+1-' -- %t
#include <cstdio>
#include <string>
#include <thread>

struct Noisy {
  std::string name;
  explicit Noisy(int n) : name(std::to_string(n)) { std::printf("%s+", name.c_str()); }
  ~Noisy() { std::printf("%s-", name.c_str()); }
};

thread_local int number;
thread_local char filler[300];

void use(int n) {
  number = n;
  thread_local Noisy noisy(number);
  filler[299] = static_cast<char>(n);
  if (noisy.name != std::to_string(number) || filler[299] != number) std::printf("mixed up");
}

int main() {
  number = 7;
  std::thread one(use, 1), two(use, 2);
  one.join();
  two.join();
  if (number != 7) std::printf("lost");
}
// COVERS: threads/fiber
