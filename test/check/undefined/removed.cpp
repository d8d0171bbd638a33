// Undefined behaviour that an optimiser removes shows all the same, in the one order that has it.
// COVERS: instrumenter/pass/undefined instrumenter/pass/dead_accesses
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s -o %t
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread %s -o %t2
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %s -o %t0
// RUN: %verdict undefined --message 'division by zero' -- %t divide
// RUN: %verdict undefined --message 'division by zero' -- %t2 divide
// RUN: %verdict undefined --message 'division by zero' -- %t0 divide
// RUN: %verdict undefined --message 'signed overflow in a division' -- %t least
// RUN: %verdict undefined --message 'the source says cannot be reached' -- %t unreachable
// RUN: %verdict undefined --message 'without a return' -- %t2 no-return
// RUN: %verdict crash --message SIGSEGV -- %t null
// RUN: %verdict crash --message SIGSEGV -- %t2 null
// RUN: %verdict assert --message 'it wrapped' -- %t overflow
// RUN: %verdict assert --message 'it wrapped' -- %t2 overflow
// RUN: %verdict memory --message freed -- %t pure
// RUN: %verdict memory --message freed -- %t2 pure
// RUN: %verdict ok --outcomes '.' -- %t nothing
// Not checked for: the program goes on as the processor does.
// RUN: %verdict crash --message SIGFPE -- --check crash %t0 divide
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <climits>
#include <cstdlib>
#include <string>
#include <thread>

std::atomic<int> n{1};
std::atomic<int> least{1}, minus_one{1};
std::atomic<int*> shared;
std::string how;

void change() {
  n = 0;
  least = INT_MIN;
  minus_one = -1;
  int* p = shared.exchange(nullptr);
  if (how == "pure") free(p);
}

int divide() { return 12 / n; }
int divide_least() { return least / minus_one; }

[[gnu::noinline]] int kind(int which) {
  switch (which) {
    case 1:
      return 10;
    default:
      __builtin_unreachable();
  }
}

#pragma clang diagnostic ignored "-Wreturn-type"
[[gnu::noinline]] int sign(int which) {
  if (which == 1) return 1;
}

[[gnu::pure, gnu::noinline]] int read(const int* p) { return *p; }

// Whether the sum wraps; an optimiser says that it cannot.
[[gnu::noinline]] bool wraps(int x) { return x + 100 < x; }

int main(int, char** argv) {
  how = argv[1];
  int* block = static_cast<int*>(calloc(1, sizeof(int)));
  shared = block;
  std::thread other(change);
  if (how == "divide") (void)divide();
  if (how == "least") (void)divide_least();
  if (how == "unreachable") kind(n);
  if (how == "no-return") sign(n);
  if (how == "null") [[maybe_unused]] int unused = *shared.load();
  if (how == "overflow") assert(!wraps(n ? 1 : INT_MAX) && "it wrapped");
  if (how == "pure") (void)read(block);
  other.join();
}
