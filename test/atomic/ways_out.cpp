// However a statement is left, the lock stays right: by exceptions, longjmp, pthread_exit and
// cancellation, through code without hooks and back.
// RUN: %clangxx -std=c++20 -O1 -fexceptions -shared -fPIC %S/Inputs/plain.cpp -o %t.so
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g %s %t.so -Wl,-rpath,%T -o %t && %t
// RUN: OMC_ATOMIC_SLICE=2 %t
// COVERS: atomic/section atomic/calls instrumenter/atomic/sections
#include <pthread.h>
#include <setjmp.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

extern "C" void call(void (*back)(void*), void* argument);  // of a library without hooks

static long count;
static jmp_buf here;

struct Cleanup {
  ~Cleanup() { count = count + 1; }
};

static void throws(void* n) {
  count = count + 1;
  if (n) throw std::runtime_error("thrown");
}

static void jumps(void*) {
  count = count + 1;
  longjmp(here, 1);
}

static void exceptions() {
  for (int i = 0; i < 300; i++) {
    try {
      Cleanup cleanup;
      i % 2 ? throws(&count) : call(throws, &count);
    } catch (const std::runtime_error&) {
      count = count + 1;
    }
  }
}

static void* ends(void*) {
  Cleanup cleanup;
  count = count + 1;
  pthread_exit(nullptr);
}

static void* is_cancelled(void*) {
  Cleanup cleanup;
  pause();
  return nullptr;
}

static void* is_cancelled_anywhere(void* started) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
  for (;;) *static_cast<long*>(started) = *static_cast<long*>(started) + 1;
}

static void run(void* (*body)(void*), bool cancels, long* started = nullptr) {
  pthread_t thread;
  assert(pthread_create(&thread, nullptr, body, started) == 0);
  if (started)
    while (*started < 100) { }
  if (cancels) pthread_cancel(thread);
  void* result;
  pthread_join(thread, &result);
  assert(result == (cancels ? PTHREAD_CANCELED : nullptr));
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(exceptions);
  for (std::thread& thread : threads) thread.join();
  assert(count == 3 * 300 * 3);
  count = 0;
  for (volatile int i = 0; i < 50; i = i + 1)
    if (setjmp(here) == 0) call(jumps, nullptr);
  assert(count == 50);
  for (int i = 0; i < 20; i++) run(ends, false);
  assert(count == 50 + 40);
  for (int i = 0; i < 20; i++) run(is_cancelled, true);
  assert(count == 50 + 40 + 20);
  long started = 0;
  run(is_cancelled_anywhere, true, &started);
  printf("%ld\n", count = count + 1);
}
