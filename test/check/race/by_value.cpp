// An object that is passed by value is copied by the call itself, which the compiler's instrumentation says nothing about.
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread %s -o %t && %expect-exit 1 %omc check %t | FileCheck %s
// CHECK: omc: 1 bug: data-race
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread -DLOCKED %s -o %t.locked && %omc check %t.locked | FileCheck %s --check-prefix=CLEAN
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread -DLOCKED %s -o %t.locked && %omc check %t.locked | FileCheck %s --check-prefix=CLEAN
// CLEAN: omc: no bugs
#include <mutex>
#include <thread>

struct Big {
  long words[8];
};

Big shared;
std::mutex m;

[[gnu::noinline]] long first(Big big) {
  asm volatile("" ::: "memory");
  return big.words[0];
}

int main() {
  std::thread other([] {
    m.lock();
    shared.words[0] = 1;
    m.unlock();
  });
#ifdef LOCKED
  m.lock();
#endif
  long seen = first(shared);
#ifdef LOCKED
  m.unlock();
#endif
  other.join();
  return static_cast<int>(seen > 1);
}
// COVERS: instrumenter/pass/missing_accesses
