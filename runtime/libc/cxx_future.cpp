// Futures that are made ready when a thread ends. libstdc++ does that inside: a store that
// releases, a wake-up, and at last it drops the thread's reference to what is shared with the
// future, of which nothing is seen.
#include <stddef.h>

#include "libc/interpose.h"
#include "races/happens_before.h"
#include "world/current.h"

namespace omc {
namespace {

// Of libstdc++: what is shared with the future, and the entry in the thread's list of what to call
// at its end.
struct SharedState {
  void* table_of_counts;
  int references, weak_references;
  void *table, *result;
  unsigned status;
};
constexpr size_t object_offset = offsetof(SharedState, table),
                 status_offset = offsetof(SharedState, status);

struct AtThreadExit {
  AtThreadExit* next;
  void (*call)(void*);
  char* object;
};

void (*make_ready)(void*);

void release_and_make_ready(void* entry) {
  if (inside())
    release_order(static_cast<AtThreadExit*>(entry)->object - object_offset + status_offset);
  make_ready(entry);
}

}  // namespace

COUNTED_AS(void, set_at_thread_exit, "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv",
           (AtThreadExit * entry)) {
  real_set_at_thread_exit()(entry);
  if (!inside()) return;
  make_ready = entry->call;
  entry->call = release_and_make_ready;
}

// Whoever waited may have dropped its reference by now, so that the caller's is the last.
COUNTED_AS(void, wake_waiting, "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj",
           (char* status)) {
  real_wake_waiting()(status);
  if (inside()) acquire_order(status - status_offset + offsetof(SharedState, references));
}

}  // namespace omc
