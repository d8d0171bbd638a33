// What the thread library forbids and does not notice.
// RUN: %build
// RUN: %verdict misuse --message 'another thread holds' -- %t unlock-others
// RUN: %verdict misuse --message 'not locked' -- %t unlock-free
// RUN: %verdict misuse --message 'joined before' -- %t join-twice
// RUN: %verdict misuse --message 'joins itself' -- %t self-join
// RUN: %verdict misuse --message 'detached' -- %t join-detached
// RUN: %verdict misuse --message 'locked mutex' -- %t destroy
// RUN: %verdict misuse --message 'was destroyed' -- %t lock-destroyed
// RUN: %verdict misuse --message 'a condition variable that was destroyed' -- %t signal-destroyed
// RUN: %verdict misuse --message 'a condition variable that was destroyed' -- %t wait-destroyed
// RUN: %verdict misuse --message 'a reader-writer lock that was destroyed' -- %t read-destroyed
// RUN: %verdict misuse --message 'a semaphore that was destroyed' -- %t post-destroyed
// RUN: %verdict misuse --message 'a barrier that was destroyed' -- %t arrive-destroyed
// RUN: %verdict misuse --message 'never initialised' -- %t arrive-unmade
// RUN: %verdict misuse --message 'does not hold' -- %t wait
// What the library does notice is no bug of its own.
// RUN: %verdict ok --outcomes '1' -- %t checked
// RUN: %verdict ok -- %t made-again
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstdio>
#include <string>
#include <thread>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_t main_thread;

void* work(void* how) {
  std::string what = static_cast<const char*>(how);
  if (what == "unlock-others") pthread_mutex_unlock(&m);
  if (what == "self-join") pthread_join(pthread_self(), nullptr);
  if (what == "join-detached") pthread_detach(pthread_self());
  if (what == "wait") {
    pthread_mutex_lock(&other);
    pthread_cond_wait(&condition, &m);
  }
  return nullptr;
}

void check_errors() {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t checked;
  pthread_mutex_init(&checked, &checking);
  bool refused = pthread_mutex_unlock(&checked) == EPERM;
  pthread_mutex_lock(&checked);
  refused = refused && pthread_mutex_lock(&checked) == EDEADLK;
  std::printf("%d", refused);
}

void use_destroyed(const std::string& what, bool made_again) {
  pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
  sem_t semaphore;
  pthread_barrier_t barrier = {};
  sem_init(&semaphore, 0, 0);
  if (what != "arrive-unmade") pthread_barrier_init(&barrier, nullptr, 1), pthread_barrier_destroy(&barrier);
  pthread_rwlock_destroy(&shared), sem_destroy(&semaphore), pthread_cond_destroy(&condition);
  if (made_again) {
    pthread_rwlock_init(&shared, nullptr), sem_init(&semaphore, 0, 0), pthread_barrier_init(&barrier, nullptr, 1);
    condition = PTHREAD_COND_INITIALIZER;
  }
  if (what == "signal-destroyed" || made_again) pthread_cond_signal(&condition);
  if (what == "wait-destroyed") pthread_mutex_lock(&m), pthread_cond_wait(&condition, &m);
  if (what == "read-destroyed" || made_again) pthread_rwlock_rdlock(&shared);
  if (what == "post-destroyed" || made_again) sem_post(&semaphore);
  if (what.starts_with("arrive") || made_again) pthread_barrier_wait(&barrier);
  if (made_again) pthread_rwlock_unlock(&shared);
}

int main(int, char** argv) {
  std::string what = argv[1];
  if (what == "unlock-others" || what == "destroy") pthread_mutex_lock(&m);
  pthread_t thread;
  pthread_create(&thread, nullptr, work, argv[1]);
  if (what == "unlock-free") pthread_mutex_unlock(&m);
  if (what == "destroy") pthread_mutex_destroy(&m);
  if (what == "lock-destroyed") pthread_mutex_destroy(&m), pthread_mutex_lock(&m);
  if (what == "checked") check_errors();
  if (what.ends_with("-destroyed") || what == "arrive-unmade" || what == "made-again") use_destroyed(what, what == "made-again");
  pthread_join(thread, nullptr);
  if (what == "join-twice") pthread_join(thread, nullptr);
}
// COVERS: sync/pthread_sync_abi sync/mutex sync/abandoned_locks report/bugs
