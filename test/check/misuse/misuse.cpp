// What the thread library forbids and does not notice.
// RUN: %build
// RUN: %verdict misuse --message 'another thread holds' -- %t unlock-others
// RUN: %verdict misuse --message 'not locked' -- %t unlock-free
// RUN: %verdict misuse --message 'joined before' -- %t join-twice
// RUN: %verdict misuse --message 'joins itself' -- %t self-join
// RUN: %verdict misuse --message 'detached' -- %t join-detached
// RUN: %verdict misuse --message 'locked mutex' -- %t destroy
// RUN: %verdict misuse --message 'was destroyed' -- %t lock-destroyed
// RUN: %verdict misuse --message 'does not hold' -- %t wait
// What the library does notice is no bug of its own.
// RUN: %verdict ok --outcomes '1' -- %t checked
#include <errno.h>
#include <pthread.h>

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

int main(int, char** argv) {
  std::string what = argv[1];
  if (what == "unlock-others" || what == "destroy") pthread_mutex_lock(&m);
  pthread_t thread;
  pthread_create(&thread, nullptr, work, argv[1]);
  if (what == "unlock-free") pthread_mutex_unlock(&m);
  if (what == "destroy") pthread_mutex_destroy(&m);
  if (what == "lock-destroyed") pthread_mutex_destroy(&m), pthread_mutex_lock(&m);
  if (what == "checked") check_errors();
  pthread_join(thread, nullptr);
  if (what == "join-twice") pthread_join(thread, nullptr);
}
