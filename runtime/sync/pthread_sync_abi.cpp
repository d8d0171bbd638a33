// Mutexes and other primitives: rows in sync/pthread_sync.def. While exploring, each row calls its
// primitive (sync/*.h). Dormant, it calls the C library.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/memory_errors.h"
#include "sync/barrier.h"
#include "sync/condition.h"
#include "sync/mutex.h"
#include "sync/once.h"
#include "sync/posix_semaphore.h"
#include "sync/rwlock.h"
#include "sync/spin_lock.h"
#include "world/access.h"
#include "world/current.h"

namespace omc {

#include "sync/pthread_sync.def"

namespace {

// Semaphore functions return -1 and set errno.
int as_errno(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

int get_value(sem_t* semaphore, int* value, const void* pc) {
  int found = read_semaphore(semaphore);
  record_write(value, sizeof *value, pc);
  *value = found;
  return 0;
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "sync/pthread_sync.def"

}  // namespace omc
