// The threads of C11. In glibc their objects are those of POSIX threads under other names, and so
// are the results here.
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#include "platform/next_definition.h"
#include "sync/condition.h"
#include "sync/join.h"
#include "sync/mutex.h"
#include "sync/once.h"
#include "threads/cancel.h"
#include "world/current.h"

using namespace omc;

namespace {

int as_thrd(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    case ENOMEM:
    case EAGAIN:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

// A function that gives an int, as one that gives a pointer.
struct Start {
  thrd_start_t function;
  void* argument;
};

void* run_start(void* p) {
  Start start = *static_cast<Start*>(p);
  free(p);
  return reinterpret_cast<void*>(static_cast<intptr_t>(start.function(start.argument)));
}

auto* as_mutex(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
auto* as_condition(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int thrd_create(thrd_t* out, thrd_start_t function, void* argument) {
  if (!inside()) return REAL(thrd_create)(out, function, argument);
  auto* start = static_cast<Start*>(malloc(sizeof(Start)));
  if (!start) return thrd_nomem;
  *start = {function, argument};
  return as_thrd(pthread_create(out, nullptr, run_start, start));
}

int thrd_join(thrd_t thread, int* result) {
  if (!inside()) return REAL(thrd_join)(thread, result);
  void* value;
  int error = join_thread(thread, &value);
  if (!error && result) *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  return as_thrd(error);
}

int thrd_detach(thrd_t thread) {
  return inside() ? as_thrd(detach_thread(thread)) : REAL(thrd_detach)(thread);
}

void thrd_exit(int result) {
  if (!inside()) REAL(thrd_exit)(result);
  leave_thread(reinterpret_cast<void*>(static_cast<intptr_t>(result)));
}

void thrd_yield() {
  if (!inside()) return REAL(thrd_yield)();
  sched_yield();
}

int thrd_sleep(const timespec* duration, timespec* rest) {
  return inside() ? nanosleep(duration, rest) : REAL(thrd_sleep)(duration, rest);
}

int mtx_lock(mtx_t* mutex) {
  return inside() ? as_thrd(lock_mutex(as_mutex(mutex))) : REAL(mtx_lock)(mutex);
}
int mtx_trylock(mtx_t* mutex) {
  return inside() ? as_thrd(try_lock_mutex(as_mutex(mutex))) : REAL(mtx_trylock)(mutex);
}
int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  return inside() ? as_thrd(lock_mutex(as_mutex(mutex), until)) : REAL(mtx_timedlock)(mutex, until);
}
int mtx_unlock(mtx_t* mutex) {
  return inside() ? as_thrd(unlock_mutex(as_mutex(mutex))) : REAL(mtx_unlock)(mutex);
}
void mtx_destroy(mtx_t* mutex) {
  if (!inside()) return REAL(mtx_destroy)(mutex);
  destroy_mutex(as_mutex(mutex));
}

int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return inside() ? as_thrd(wait_for_condition(as_condition(condition), as_mutex(mutex), nullptr))
                  : REAL(cnd_wait)(condition, mutex);
}
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return inside() ? as_thrd(wait_for_condition(as_condition(condition), as_mutex(mutex), until))
                  : REAL(cnd_timedwait)(condition, mutex, until);
}
int cnd_signal(cnd_t* condition) {
  return inside() ? as_thrd(signal_condition(as_condition(condition)))
                  : REAL(cnd_signal)(condition);
}
int cnd_broadcast(cnd_t* condition) {
  return inside() ? as_thrd(broadcast_condition(as_condition(condition)))
                  : REAL(cnd_broadcast)(condition);
}
void cnd_destroy(cnd_t* condition) {
  if (!inside()) return REAL(cnd_destroy)(condition);
  destroy_condition(as_condition(condition));
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return inside() ? as_thrd(pthread_key_create(key, destructor))
                  : REAL(tss_create)(key, destructor);
}
void tss_delete(tss_t key) {
  if (!inside()) return REAL(tss_delete)(key);
  pthread_key_delete(key);
}

void call_once(once_flag* once, void (*routine)()) {
  if (!inside())
    return next_definition<void (*)(once_flag*, void (*)())>("call_once")(once, routine);
  omc::call_once(reinterpret_cast<pthread_once_t*>(once), routine);
}

}  // extern "C"
