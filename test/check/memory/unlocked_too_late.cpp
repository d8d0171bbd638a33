// A thread tells another that it is done while it still holds a lock: the other then frees the object that the lock is in, or leaves
// the function whose local it is, before the lock is given back. A critical section is not one step there.
// RUN: %build
// RUN: for how in posted nested local; do %expect-exit 1 %omc check --check memory,data-race -o - %t $how | FileCheck %s || exit 1; done
// CHECK: error: {{memory: write to|data-race: }}
// RUN: %expect-exit 1 %omc check --check misuse,data-race -o - %t destroyed
// RUN: %omc check -q -o - %t right
#include <pthread.h>
#include <semaphore.h>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>

struct Object {
  std::mutex m;
  int uses = 0;
};

Object* object = new Object;
std::mutex inner, other;
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
sem_t done;
std::atomic<bool> is_done;
bool finished;
int count;

void count_up() {
  std::lock_guard held(other);
  count++;
}

void use(Object& object) {
  std::lock_guard held(object.m);
  object.uses++;
  sem_post(&done);
}

void use_nested() {
  object->m.lock();
  inner.lock();
  finished = true;
  inner.unlock();
  object->m.unlock();
}

void use_plain() {
  pthread_mutex_lock(&plain);
  count++;
  is_done = true;
  pthread_mutex_unlock(&plain);
}

template <class Use>
std::thread between(Use use) {
  return std::thread([=] {
    count_up();
    use();
    count_up();
  });
}

__attribute__((noinline)) std::thread use_local() {
  Object local;
  std::thread user = between([&local] { use(local); });
  sem_wait(&done);
  return user;
}

int main(int, char** argv) {
  const char* how = argv[1];
  sem_init(&done, 0, 0);
  std::thread user;
  if (!strcmp(how, "local")) {
    user = use_local();
  } else if (!strcmp(how, "destroyed")) {
    user = between(use_plain);
    if (is_done) pthread_mutex_destroy(&plain);
  } else if (!strcmp(how, "nested")) {
    user = between(use_nested);
    inner.lock();
    bool may_free = finished;
    inner.unlock();
    if (may_free) delete object;
  } else {
    user = between([] { use(*object); });
    sem_wait(&done);
    if (!strcmp(how, "right")) user.join();
    delete object;
  }
  if (user.joinable()) user.join();
}
// COVERS: steps/reduction races/memory_errors
