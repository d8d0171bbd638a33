// The part of omc.h that means something while a program runs for real. The rest is a no-op, as in
// a program that is not explored.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "atomic/section.h"
#include "atomic/state.h"
#include "omc.h"

using namespace omc::atomic;

namespace {

struct RunEntry {
  void (*fn)(void*);
  void* arg;
};

void* run_entry(void* argument) {
  auto* entry = static_cast<RunEntry*>(argument);
  entry->fn(entry->arg);
  return nullptr;
}

constexpr int most_threads = 4096;

}  // namespace

extern "C" {

void omc_hook() {
  if (omc_atomic_waiting) omc_atomic_hook();
}

void omc_fail(const char* expression, const char* file, unsigned line, const char* function) {
  fprintf(stderr, "omc: %s:%u: %s: assertion failed: %s\n", file, line, function, expression);
  abort();
}

void omc_atomic_begin() { section.indivisible++; }
void omc_atomic_end() {
  if (section.indivisible) section.indivisible--;
}

void omc_run_threads(int n, void (*const fns[])(void*), void* const args[]) {
  if (n > most_threads) {
    fprintf(stderr, "omc: omc_run_threads has room for %d threads\n", most_threads);
    abort();
  }
  bool was_inside = is_inside();
  omc_atomic_leave();
  pthread_t threads[most_threads];
  RunEntry entries[most_threads];
  for (int i = 0; i < n; i++) {
    entries[i] = {fns[i], args ? args[i] : nullptr};
    if (pthread_create(&threads[i], nullptr, run_entry, &entries[i]) != 0) {
      perror("omc: omc_run_threads: pthread_create");
      abort();
    }
  }
  for (int i = 0; i < n; i++) pthread_join(threads[i], nullptr);
  if (was_inside) omc_atomic_enter();
}
}
