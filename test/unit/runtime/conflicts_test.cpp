// Which accesses of a run can be in a race.
// COVERS: sharing/conflicts

#include "sharing/conflicts.h"

#include <catch2/catch.hpp>

#include "fixture.h"
#include "sharing/shared_memory_map.h"
#include "threads/held_locks.h"
#include "world/assumptions.h"

using namespace omc;

namespace {

alignas(8) char memory[16];
int mutex, other_mutex;

using Kind = AccessKind;

struct Conflicts : TestWorld {
  Conflicts() : TestWorld(4) {
    open_shared_memory_map();
    open_conflicts();
  }
  KnownConflicts access(unsigned thread, Kind kind) {
    checker.run->relied_on = 0;
    return known_conflicts(reinterpret_cast<uintptr_t>(memory), kind, world().threads[thread]);
  }
  static void lock(unsigned thread, const void* lock) {
    add_held_lock(world().threads[thread], LockKind::mutex, lock);
  }
  static void unlock(unsigned thread, const void* lock) {
    remove_held_lock(world().threads[thread], LockKind::mutex, lock);
  }
  static bool restarts() { return checker.run->relied_on != 0; }
};

}  // namespace

TEST_CASE("one thread is in no race with itself") {
  Conflicts w;
  CHECK(w.access(1, Kind::write).conflictors == no_conflictor);
  CHECK(w.access(1, Kind::atomic_read).conflictors == no_conflictor);
  CHECK_FALSE(w.restarts());
}

TEST_CASE("reads of several threads do not conflict, and a write conflicts with them") {
  Conflicts w;
  w.access(1, Kind::read);
  CHECK(w.access(2, Kind::read).conflictors == no_conflictor);
  CHECK_FALSE(w.restarts());
  CHECK(w.access(3, Kind::write).conflictors == many_conflictors);
  CHECK(w.restarts());
  CHECK(w.access(1, Kind::read).conflictors == 3 + 1);
  CHECK_FALSE(w.restarts());
}

TEST_CASE("a second conflicting thread is news") {
  Conflicts w;
  w.access(1, Kind::read);
  CHECK(w.access(2, Kind::write).conflictors == 1 + 1);
  CHECK(w.restarts());
  w.access(3, Kind::write);
  CHECK(w.restarts());
  CHECK(w.access(1, Kind::read).conflictors == many_conflictors);
}

TEST_CASE("an atomic write is like a read where nobody else reads plainly") {
  Conflicts w;
  w.access(1, Kind::write);
  CHECK(w.access(2, Kind::atomic_write).kind == Kind::atomic_read);
  w.access(1, Kind::read);
  CHECK(w.restarts());
  CHECK(w.access(2, Kind::atomic_write).kind == Kind::atomic_write);
}

TEST_CASE("what a lock protects is in no race") {
  Conflicts w;
  for (unsigned thread : {1, 2}) {
    w.lock(thread, &other_mutex);
    w.lock(thread, &mutex);
    CHECK(w.access(thread, Kind::write).conflictors == no_conflictor);
    w.unlock(thread, &mutex);
    w.unlock(thread, &other_mutex);
  }
  w.lock(3, &mutex);
  CHECK(w.access(3, Kind::write).conflictors == no_conflictor);
  w.unlock(3, &mutex);
  CHECK(w.access(1, Kind::read).conflictors == many_conflictors);
  CHECK(w.restarts());
  w.lock(1, &mutex);
  CHECK(w.access(1, Kind::write).conflictors == many_conflictors);
}
