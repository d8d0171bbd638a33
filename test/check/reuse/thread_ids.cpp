// A lock that knows its owner by the thread's id. The first owner ends without giving it up. The
// next thread may have the same id, and then takes itself for the owner.
// COVERS: sync/thread_ids heap/reuse world/current
//
// RUN: %build
// RUN: %verdict ok -- %t kept
// RUN: %verdict assert --message 'nobody else owns it' -- --reuse 1 %t kept
// RUN: %verdict ok -- --reuse 1 %t cleared
// RUN: %omc check -o - %t kept | FileCheck --check-prefix NAMED %s
// RUN: %expect-exit 1 %omc check -o - --reuse 1 %t kept | FileCheck %s
// NAMED: omc: not checked: freed blocks and thread ids that come back (--reuse 1)
// CHECK: reuses the id of thread 1
#include <cstring>
#include <mutex>
#include <thread>

#include "omc.h"

static std::mutex m;
static std::thread::id owner;
static bool clears;

static void first() {
  std::lock_guard<std::mutex> guard(m);
  owner = std::this_thread::get_id();
  if (clears) owner = {};
}

static void second() {
  std::lock_guard<std::mutex> guard(m);
  bool nobody_else_owns_it = owner != std::this_thread::get_id();
  omc_assert(nobody_else_owns_it && "nobody else owns it");
}

int main(int, char** arguments) {
  clears = !strcmp(arguments[1], "cleared");
  std::thread(first).join();
  std::thread b(second), c([] { std::lock_guard<std::mutex> guard(m); });
  b.join();
  c.join();
}
