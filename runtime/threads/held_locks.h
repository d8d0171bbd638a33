// Which locks a thread holds: told apart by their kind, remembered up to a number.
#pragma once

#include "world/thread.h"

namespace omc {

// The last two are locks of the program's own that it tells of (races/annotations.cpp).
enum class LockKind : uintptr_t { mutex, rwlock, spin, annotated, annotated_for_reading };

void add_held_lock(Thread& thread, LockKind kind, const void* lock);
void remove_held_lock(Thread& thread, LockKind kind, const void* lock);
// False only when it is certain that the thread does not hold it.
bool may_hold(const Thread& thread, LockKind kind, const void* lock);
// True only when it is certain that it does.
bool surely_holds(const Thread& thread, LockKind kind, const void* lock);

// The i-th lock that is remembered, newest last.
struct HeldLock {
  LockKind kind;
  void* lock;
};
unsigned held_lock_count(const Thread& thread);
HeldLock held_lock(const Thread& thread, unsigned i);

}  // namespace omc
