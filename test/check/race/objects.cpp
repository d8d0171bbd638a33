// Locks and the like are memory: to make or destroy one is to write to it, and nobody may use it at that time.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

void made() {
  static pthread_mutex_t mutex;
  if (!broken) pthread_mutex_init(&mutex, nullptr);
  both([] {
         if (broken) pthread_mutex_init(&mutex, nullptr);  // <- made
       },
       [] { pthread_mutex_trylock(&mutex); });  // <- made
}

// Whoever waits may be back before the signal is sent.
void signalled_too_late() {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  static bool done;
  both([] {
         pthread_mutex_lock(&mutex);
         done = true;
         if (!broken) pthread_cond_signal(&condition);
         pthread_mutex_unlock(&mutex);
         if (broken) pthread_cond_signal(&condition);  // <- signalled_too_late
       },
       [] {
         pthread_mutex_lock(&mutex);
         while (!done) pthread_cond_wait(&condition, &mutex);
         pthread_mutex_unlock(&mutex);
         pthread_cond_destroy(&condition);  // <- signalled_too_late
       });
}

// The last one to leave destroys it, which POSIX allows.
void last_use() {
  static sem_t semaphore;
  static std::atomic<bool> posted;
  sem_init(&semaphore, 0, 0);
  both([] {
         sem_post(&semaphore);  // <- last_use
         posted.store(true, relaxed);
       },
       [] {
         while (broken && !posted.load(relaxed)) std::this_thread::yield();
         if (!broken) sem_wait(&semaphore);
         sem_destroy(&semaphore);  // <- last_use
       });
}

// Where a large block is used does not matter.
void freed() {
  static std::atomic<bool> used;
  static char* block;
  block = static_cast<char*>(std::calloc(1, 8192));
  both([] {
         block[5000] = 1;  // <- freed
         used.store(true, broken ? relaxed : std::memory_order_release);
       },
       [] {
         while (!used.load(broken ? relaxed : std::memory_order_acquire)) std::this_thread::yield();
         std::free(block);  // <- freed
       });
}

// Readers are not ordered among each other, whoever came first.
void written_by_readers() {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  static std::atomic<bool> left;
  static int guarded;
  both([] {
         broken ? pthread_rwlock_rdlock(&lock) : pthread_rwlock_wrlock(&lock);
         guarded++;  // <- written_by_readers
         pthread_rwlock_unlock(&lock);
         left.store(true, relaxed);
       },
       [] {
         while (!left.load(relaxed)) std::this_thread::yield();
         broken ? pthread_rwlock_rdlock(&lock) : pthread_rwlock_wrlock(&lock);
         guarded++;  // <- written_by_readers
         pthread_rwlock_unlock(&lock);
       });
}

const Case cases[] = {{"made", made}, {"signalled_too_late", signalled_too_late}, {"last_use", last_use}, {"freed", freed},
                      {"written_by_readers", written_by_readers}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: sync/pthread_sync_abi steps/point races/lifetimes
