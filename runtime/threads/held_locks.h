// The locks that a thread holds, with their kinds. Of many, only the first are recorded.
#pragma once

#include "world/thread.h"

namespace omc {

// The last two are custom locks that the program annotates (races/annotations.cpp).
enum class LockKind : uintptr_t { mutex, rwlock, spin, annotated, annotated_for_reading };

void add_held_lock(Thread& thread, LockKind kind, const void* lock);
void remove_held_lock(Thread& thread, LockKind kind, const void* lock);
// False only if the thread certainly does not hold it.
bool may_hold(const Thread& thread, LockKind kind, const void* lock);
// True only if it certainly does.
bool surely_holds(const Thread& thread, LockKind kind, const void* lock);

// The i-th recorded lock, newest last.
struct HeldLock {
  LockKind kind;
  void* lock;
};
unsigned held_lock_count(const Thread& thread);
HeldLock held_lock(const Thread& thread, unsigned i);

}  // namespace omc
