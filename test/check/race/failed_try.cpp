// That a lock could not be had tells a thread that another has come so far, and yet orders nothing (C++20, [thread.mutex.requirements]).
// The argument says which lock.
// RUN: %build
// RUN: %verdict data-race --message 'shared is' -- %t mutex
// RUN: %verdict data-race --message 'shared is' -- %t timed
// RUN: %verdict data-race --message 'shared is' -- %t reader
// RUN: %verdict data-race --message 'shared is' -- %t semaphore
// RUN: %verdict ok --races -- %t taken
// RUN: %verdict ok --races -- %t both
#include <semaphore.h>

#include <chrono>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>

int shared;
std::timed_mutex mutex;
std::shared_mutex readers;
sem_t semaphore;

template <class First, class Second>
void both(First first, Second second) {
  std::thread other(first);
  second();
  other.join();
}

template <class Lock>
void write_and_lock(Lock& lock) {
  shared = 1;
  lock.lock();
  lock.unlock();
}

void try_mutex() {
  if (mutex.try_lock()) mutex.unlock();
  else shared = 2;
}

void try_for_a_while() {
  if (mutex.try_lock_for(std::chrono::milliseconds(1))) mutex.unlock();
  else shared = 2;
}

void try_to_read() {
  if (readers.try_lock_shared()) readers.unlock_shared();
  else shared = 2;
}

void write_and_take() {
  shared = 1;
  sem_wait(&semaphore);
}

void try_semaphore() {
  if (sem_trywait(&semaphore)) shared = 2;
  else sem_post(&semaphore);
}

// Whoever has the lock knows of those that had it.
void write_if_taken() {
  if (!mutex.try_lock()) return;
  shared++;
  mutex.unlock();
}

std::mutex left, right;
void lock_both() {
  std::scoped_lock held(left, right);
  shared++;
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  sem_init(&semaphore, 0, 1);
  if (is("mutex")) both([] { write_and_lock(mutex); }, try_mutex);
  if (is("timed")) both([] { write_and_lock(mutex); }, try_for_a_while);
  if (is("reader")) both([] { write_and_lock(readers); }, try_to_read);
  if (is("semaphore")) both(write_and_take, try_semaphore);
  if (is("taken")) both(write_if_taken, write_if_taken);
  if (is("both")) both(lock_both, lock_both);
}
// COVERS: races/happens_before report/events world/assumptions
