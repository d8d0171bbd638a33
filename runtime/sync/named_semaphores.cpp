// Named semaphores. They are private to the program: each lies in its heap, and is not shared with
// other processes.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cstring>

#include "heap/heap.h"
#include "platform/next_definition.h"

#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

// In the heap of the program; the first is at world().semaphores.named.
struct Named {
  sem_t semaphore;  // first, so that both have one address
  Named* next;
  unsigned opened;
  bool unlinked;
  char name[1];
};

Named* list() { return static_cast<Named*>(world().semaphores.named); }

Named* find(const char* name) {
  for (Named* named = list(); named; named = named->next)
    if (!named->unlinked && !strcmp(named->name, name)) return named;
  return nullptr;
}

void drop_if_unused(Named* named) {
  if (named->opened || !named->unlinked) return;
  Named* first = list();
  if (first == named) world().semaphores.named = named->next;
  for (Named* before = first; before; before = before->next)
    if (before->next == named) before->next = named->next;
  free_internal(named);
}

Named* make(const char* name, unsigned value) {
  size_t length = strlen(name);
  auto* named = static_cast<Named*>(allocate_internal(sizeof(Named) + length));
  if (!named) return nullptr;
  memcpy(named->name, name, length + 1);
  sem_init(&named->semaphore, 0, value);
  named->next = list();
  world().semaphores.named = named;
  return named;
}

// As in the C library, which keeps a semaphore in the file "sem.NAME". Slashes before the name do
// not count.
const char* without_slashes(const char* name) { return name + strspn(name, "/"); }
bool is_name(const char* name) { return *name && !strchr(name, '/') && strlen(name) <= NAME_MAX; }
bool is_too_long(const char* name) { return strlen(name) > NAME_MAX - strlen("sem."); }

sem_t* refuse(int error) { return errno = error, SEM_FAILED; }

}  // namespace

sem_t* open_semaphore(const char* name, int flags, unsigned value) {
  point(Op::hook, nullptr);
  if (world().has_children) {
    note_gap("a named semaphore, which child processes do not share");
    leave(Stop::limit);
  }
  name = without_slashes(name);
  if (!is_name(name)) return refuse(EINVAL);
  if (is_too_long(name)) return refuse(ENAMETOOLONG);
  Named* named = find(name);
  if (named && flags & O_CREAT && flags & O_EXCL) return refuse(EEXIST);
  if (!named && !(flags & O_CREAT)) return refuse(ENOENT);
  if (!named && value > SEM_VALUE_MAX) return refuse(EINVAL);
  if (!named) named = make(name, value);
  if (!named) return refuse(ENOMEM);
  named->opened++;
  return &named->semaphore;
}

int close_semaphore(sem_t* semaphore) {
  for (Named* named = list(); named; named = named->next) {
    if (&named->semaphore != semaphore) continue;
    if (named->opened) named->opened--;
    drop_if_unused(named);
    return 0;
  }
  return EINVAL;
}

int unlink_semaphore(const char* name) {
  point(Op::hook, nullptr);
  name = without_slashes(name);
  if (is_name(name) && is_too_long(name)) return ENAMETOOLONG;
  Named* named = find(name);
  if (!named) return ENOENT;
  named->unlinked = true;
  drop_if_unused(named);
  return 0;
}

}  // namespace omc

using namespace omc;

#pragma GCC visibility push(default)
extern "C" {

sem_t* sem_open(const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  unsigned value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
  va_end(list);
  return entered() ? open_semaphore(name, flags, value) : REAL(sem_open)(name, flags, mode, value);
}

int sem_close(sem_t* semaphore) {
  if (!entered()) return REAL(sem_close)(semaphore);
  int error = close_semaphore(semaphore);
  return error ? (errno = error, -1) : 0;
}

int sem_unlink(const char* name) {
  if (!entered()) return REAL(sem_unlink)(name);
  int error = unlink_semaphore(name);
  return error ? (errno = error, -1) : 0;
}

}  // extern "C"
