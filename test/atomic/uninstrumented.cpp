// A library without hooks runs outside of the lock, and what it calls back runs inside again: a
// thread in the library may wait for any other.
// RUN: %clangxx -std=c++20 -O1 -fexceptions -shared -fPIC %S/Inputs/plain.cpp -o %t.so
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g %s %t.so -Wl,-rpath,%T -o %t && %t
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g -no-pie %s %t.so -Wl,-rpath,%T -o %t.fixed && %t.fixed
// The two halves of a program are both instrumented: a call between them keeps the lock.
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g -DOTHER_HALF -shared -fPIC %s -o %t.half.so
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g -DHALF %s %t.so %t.half.so -Wl,-rpath,%T -o %t.two && %t.two
// RUN: %omc-cxx --omc-mode=atomic -std=c++20 -O1 -g -no-pie -DHALF %s %t.so %t.half.so -Wl,-rpath,%T -o %t.three && %t.three
// COVERS: atomic/section instrumenter/atomic/sections instrumenter/atomic/calls
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <thread>

// One statement of the caller reads before the call and writes behind it.
extern "C" long next(long n);
#ifdef OTHER_HALF
extern "C" long next(long n) {
  unsigned long x = static_cast<unsigned long>(n);
  for (int i = 0; i < 300; i++) x = x * 3 + 1;
  return x == 12345 ? 0 : n + 1;
}
#else
#ifndef HALF
extern "C" long next(long n) { return n + 1; }
#endif

extern "C" void call(void (*back)(void*), void* argument);
extern "C" void spin(int* word);

static int word, called;
static long count, compared;

int main() {
  std::thread waits([] { spin(&word); });
  for (int i = 0; i < 1000; i++) call([](void*) { called = called + 1; }, nullptr);
  word = 1;
  waits.join();
  std::thread adders[2];
  for (std::thread& each : adders)
    each = std::thread([] {
      for (int i = 0; i < 100000; i++) count = next(count);
    });
  for (std::thread& each : adders) each.join();
  printf("%d %ld\n", called, count);
  int numbers[] = {5, 3, 4, 1, 2};
  qsort(numbers, 5, sizeof(int), [](const void* a, const void* b) {
    count = count + 1;
    compared = compared + 1;
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
  });
  assert(numbers[0] == 1 && numbers[4] == 5);
  return called == 1000 && count == 200000 + compared ? 0 : 1;
}
#endif
