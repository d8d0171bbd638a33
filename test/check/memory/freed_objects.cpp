// What threads wait for or wait with, in a block that was freed. Where the thread then waits for ever it is not the wait that is
// wrong. The argument says what.
// RUN: %build
// RUN: for what in wait spin barrier; do %verdict memory --message 'wait in freed memory: byte 0 of a block' -- %t $what || exit 1; done
// RUN: for what in value condition destroyed consistent; do %verdict memory --message 'freed memory: byte 0' -- %t $what || exit 1; done
// RUN: %expect-exit 1 %omc check %but-races -o - %t freed_meanwhile | FileCheck %s
// CHECK: freed_objects.cpp:[[#WAIT:]]:{{[0-9]+}}: error: memory: wait in freed memory: byte 0 of a block of 32 bytes, freed by thread 0 at
// CHECK-NEXT: thread 1 ({{.*}}) waits at byte 0 of a block of 32 bytes at freed_objects.cpp:[[#WAIT]]: sem_wait(semaphore);
// CHECK-NEXT: allocated by thread 0 (main)
// CHECK-NEXT: freed by thread 0 (main)
// RUN: %verdict deadlock -- %t kept
#include <pthread.h>
#include <semaphore.h>

#include <cstdlib>
#include <cstring>
#include <thread>

template <class T>
T* made() { return static_cast<T*>(std::malloc(sizeof(T))); }

// A freed block is zero; these are what that means.
void use(const char* what) {
  auto is = [=](const char* name) { return !std::strcmp(what, name); };
  auto* semaphore = made<sem_t>();
  auto* lock = made<int>();
  auto* barrier = made<pthread_barrier_t>();
  auto* condition = made<pthread_cond_t>();
  auto* mutex = made<pthread_mutex_t>();
  sem_init(semaphore, 0, 1);
  pthread_spin_init(lock, 0);
  pthread_barrier_init(barrier, nullptr, 1);
  pthread_cond_init(condition, nullptr);
  pthread_mutex_init(mutex, nullptr);
  std::free(semaphore), std::free(lock), std::free(barrier), std::free(condition), std::free(mutex);
  pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
  timespec now{};
  int value;
  if (is("wait")) sem_wait(semaphore);
  if (is("spin")) pthread_spin_lock(lock);
  if (is("value")) sem_getvalue(semaphore, &value);
  if (is("condition")) pthread_mutex_lock(&held), pthread_cond_timedwait(condition, &held, &now);
  if (is("destroyed")) pthread_spin_destroy(lock);
  if (is("consistent")) pthread_mutex_consistent(mutex);
}

void free_barrier_that_one_waits_at() {
  auto* barrier = made<pthread_barrier_t>();
  pthread_barrier_init(barrier, nullptr, 2);
  std::thread waiter([=] { pthread_barrier_wait(barrier); });
  while (!*reinterpret_cast<volatile unsigned*>(barrier)) {}
  std::free(barrier);
  waiter.join();
}

void free_while_one_waits(bool frees) {
  auto* semaphore = made<sem_t>();
  sem_init(semaphore, 0, 0);
  std::thread waiter([=] {
    sem_wait(semaphore);
  });
  if (frees) std::free(semaphore);
  waiter.join();
}

int main(int, char** arguments) {
  const char* what = arguments[1];
  if (!std::strcmp(what, "kept") || !std::strcmp(what, "freed_meanwhile")) free_while_one_waits(*what == 'f');
  else if (!std::strcmp(what, "barrier")) free_barrier_that_one_waits_at();
  else std::thread(use, what).join();
}
// COVERS: steps/point races/memory_errors
