#include "sync/abandoned_locks.h"

#include "sync/mutex.h"
#include "threads/held_locks.h"
#include "world/finding.h"
#include "world/thread.h"

namespace omc {

void abandon_locks(Thread& thread) {
  for (unsigned i = held_lock_count(thread); i-- > 0;) {
    HeldLock held = held_lock(thread, i);
    switch (held.kind) {
      case LockKind::mutex:
        if (abandon_mutex(static_cast<pthread_mutex_t*>(held.lock), thread))
          record_misuse("a thread ends while it holds a mutex", held.lock);
        break;
      case LockKind::rwlock:
        record_misuse("a thread ends while it holds a reader-writer lock", held.lock);
        break;
      case LockKind::spin:
        record_misuse("a thread ends while it holds a spin lock", held.lock);
        break;
      case LockKind::annotated:
      case LockKind::annotated_for_reading:
        break;  // another thread may release it
    }
  }
}

}  // namespace omc
