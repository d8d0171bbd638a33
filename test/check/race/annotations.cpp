// What a program tells a race detector of itself, in the words of dynamic_annotations.h: here of an order that relaxed
// atomics do not give.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
// A lock that is told of is named with where it was taken; x++ and x-- are one race, not four.
// RUN: %expect-exit 1 %omc check --all -o - %t own_lock broken | FileCheck %s
// CHECK: error: data-race: guarded
// CHECK-DAG: thread {{.*}} at annotations.cpp:[[@LINE+38]]:{{[0-9]+}}, holding lock.taken (since annotations.cpp:[[@LINE+25]])
// CHECK-DAG: thread {{.*}} at annotations.cpp:[[@LINE+41]]:{{[0-9]+}}, holding no lock
// CHECK: omc: 1 bug: data-race
#include "Inputs/cases.h"

#include <atomic>
#include <thread>

extern "C" {
void AnnotateHappensBefore(const char*, int, const volatile void*);
void AnnotateHappensAfter(const char*, int, const volatile void*);
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long);
void AnnotateRWLockReleased(const char*, int, const volatile void*, long);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, size_t, const char*);
}

namespace {

constexpr auto relaxed = std::memory_order_relaxed;

// The annotations are about the same address as the atomic.
struct Lock {
  std::atomic<bool> taken{false};
  void lock(bool writing = true) {
    while (taken.exchange(true, relaxed)) std::this_thread::yield();
    AnnotateRWLockAcquired(__FILE__, __LINE__, this, writing);
  }
  void unlock(bool writing = true) {
    AnnotateRWLockReleased(__FILE__, __LINE__, this, writing);
    taken.store(false, relaxed);
  }
};

void own_lock() {
  static Lock lock;
  static int guarded;
  both([] {
         lock.lock();
         guarded++;  // <- own_lock
         lock.unlock();
       },
       [] {
         if (broken) return void(guarded--);  // <- own_lock
         lock.lock();
         guarded--;
         lock.unlock();
       });
}

// Readers keep out writers, not each other.
void own_reading() {
  static Lock lock;
  static int guarded;
  auto write = [] {
    lock.lock(!broken);
    guarded++;  // <- own_reading
    lock.unlock(!broken);
  };
  both(write, write);
}

void told_order() {
  static std::atomic<bool> ready;
  static int message;
  both([] {
         message = 1;  // <- told_order
         if (!broken) AnnotateHappensBefore(__FILE__, __LINE__, &ready);
         ready.store(true, relaxed);
       },
       [] {
         while (!ready.load(relaxed)) std::this_thread::yield();
         if (!broken) AnnotateHappensAfter(__FILE__, __LINE__, &ready);
         message++;  // <- told_order
       });
}

void known_race() {
  static int hits;
  if (!broken) AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a counter");
  auto hit = [] { hits++; };  // <- known_race
  both(hit, hit);
}

const Case cases[] = {{"own_lock", own_lock}, {"own_reading", own_reading}, {"told_order", told_order}, {"known_race", known_race}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/annotations threads/held_locks
