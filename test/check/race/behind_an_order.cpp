// What a thread touches behind something that passes an order on, in the same statement or where it must not stop, is touched behind it.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <omc.h>
#include <pthread.h>

#include <mutex>

namespace {

int made, last;
pthread_once_t once = PTHREAD_ONCE_INIT;
std::mutex mutex;

void make() { made = 1; }

void at_once() {
  auto use = [] {
    pthread_once(&once, make), broken ? last = made : made;  // <- at_once
  };
  both(use, use);
}

void make_static() {
  [[maybe_unused]] static bool done = (make(), true);
}

void in_static() {
  auto use = [] {
    make_static(), broken ? last = made : made;  // <- in_static
  };
  both(use, use);
}

// In one step with what comes before it, and yet behind the lock.
void in_atomic() {
  both(
      [] {
        mutex.lock();
        omc_atomic_begin();
        if (!broken) last = 1;
        mutex.unlock();
        if (broken) last = 1;  // <- in_atomic
        omc_atomic_end();
      },
      [] {
        std::lock_guard held(mutex);
        last = 2;  // <- in_atomic
      });
}

const Case cases[] = {{"at_once", at_once}, {"in_static", in_static}, {"in_atomic", in_atomic}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/running_step races/footprint
