// What a thread did before it ended with a robust mutex is ordered before what the next holder does, also where orders are followed.
// RUN: %build && %verdict ok --races -- %t
#include <errno.h>
#include <pthread.h>
#include <atomic>

pthread_mutex_t m;
int x;
std::atomic<int> relaxed;

void* add(void*) {
  relaxed.fetch_add(1, std::memory_order_relaxed);
  if (pthread_mutex_lock(&m) != EOWNERDEAD) return x++, nullptr;
  x += 100;
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  return nullptr;
}

int main() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
  pthread_t a, b;
  pthread_create(&a, nullptr, add, nullptr);
  pthread_create(&b, nullptr, add, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return x != 101;
}
// COVERS: sync/abandoned_locks races/happens_before
