// A child of fork has only the thread that called it. That thread takes the lock for the time of
// the fork, so the lock is not another's in the child.
#include <pthread.h>

#include "atomic/lock.h"
#include "atomic/state.h"

namespace omc::atomic {
namespace {

thread_local bool took_it;

void before_fork() {
  took_it = !is_inside();
  if (took_it) lock();
}

void in_parent() {
  if (took_it) unlock();
}

void in_child() {
  forget_waiters(!took_it);
  if (section.is_cancelled_anywhere) look_up();
  if (section.blocked_signals) look_up();
}

// Registered before all of the program's: the lock is free in those.
__attribute__((constructor(101))) void register_handlers() {
  pthread_atfork(before_fork, in_parent, in_child);
}

}  // namespace
}  // namespace omc::atomic
