// Futures that are made ready when a thread ends: rows in libc/cxx_future.def.
//
// libstdc++ does that inside, where libomc records nothing: a store that releases, a wake-up, and
// at last it drops the thread's reference to the state that it shares with the future.
#include <errno.h>
#include <stddef.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/happens_before.h"
#include "world/current.h"

namespace omc {
namespace {

// Of libstdc++: an entry in the thread's list of functions to call at its end.
struct AtThreadExit {
  AtThreadExit* next;
  void (*call)(void*);
  char* object;
};

// Of an explored program.
template <class Call>
bool keeping_errno(Call call) {
  if (!is_recorded()) return call();
  int before = errno;
  bool result = call();
  errno = before;
  return result;
}

}  // namespace

#include "libc/cxx_future.def"

namespace {

// Of libstdc++: the state that a thread shares with a future.
struct SharedState {
  void* table_of_counts;
  int references, weak_references;
  void *table, *result;
  unsigned status;
};
constexpr size_t object_offset = offsetof(SharedState, table),
                 status_offset = offsetof(SharedState, status);

void (*make_ready)(void*);

void release_and_make_ready(void* entry) {
  if (entered())
    release_to(static_cast<AtThreadExit*>(entry)->object - object_offset + status_offset);
  make_ready(entry);
}

void replace_call(AtThreadExit* entry) {
  make_ready = entry->call;
  entry->call = release_and_make_ready;
}

void acquire_references(const char* status) {
  acquire_from(status - status_offset + offsetof(SharedState, references));
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/cxx_future.def"

}  // namespace omc
