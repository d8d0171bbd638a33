// C11 threads: rows in sync/c11.def. They call the primitives of POSIX threads (sync/*.h) and
// translate the results.
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "sync/condition.h"
#include "sync/join.h"
#include "sync/mutex.h"
#include "sync/once.h"
#include "threads/cancel.h"
#include "world/current.h"

namespace omc {

#include "sync/c11.def"

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

auto* as_mutex(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
auto* as_condition(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }
auto* as_pointer(int result) { return reinterpret_cast<void*>(static_cast<intptr_t>(result)); }

// The function of a C11 thread returns an int; that of a POSIX thread, a pointer.
struct Start {
  thrd_start_t function;
  void* argument;
};

void* run_start(void* p) {
  Start start = *static_cast<Start*>(p);
  free(p);
  return as_pointer(start.function(start.argument));
}

int create_thread(thrd_t* out, thrd_start_t function, void* argument) {
  auto* start = static_cast<Start*>(malloc(sizeof(Start)));
  if (!start) return thrd_nomem;
  *start = {function, argument};
  return as_thrd(pthread_create(out, nullptr, run_start, start));
}

int join(thrd_t thread, int* result) {
  void* value;
  int error = join_thread(thread, &value);
  if (!error && result) *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  return as_thrd(error);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "sync/c11.def"

}  // namespace omc
