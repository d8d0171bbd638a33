// What relaxed atomics are enough for, and how far release sequences, fences and locks reach.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <mutex>

namespace {

using std::memory_order;

int x;  // what is guarded

// What another thread adds to a released value goes on with its release sequence; what it stores ends it.
void release_sequence() {
  static std::atomic<int> state;
  std::thread writer([] { x = 1; state.store(1, memory_order::release); });
  std::thread between([] {
    int seen = 1;
    if (!broken) state.compare_exchange_strong(seen, 2, memory_order::relaxed);
    else if (state.load(memory_order::relaxed) == 1) state.store(2, memory_order::relaxed);
  });
  std::thread reader([] { if (state.load(memory_order::acquire) == 2) std::printf("%d", x); });
  writer.join();
  between.join();
  reader.join();
}

// Since C++20 a later store of the same thread ends it too.
void release_sequence_of_one_thread() {
  static std::atomic<int> state;
  both([] {
         x = 1;
         state.store(1, memory_order::release);
         if (broken) state.store(2, memory_order::relaxed);
         else state.fetch_add(1, memory_order::relaxed);
       },
       [] { if (state.load(memory_order::acquire) == 2) std::printf("%d", x); });
}

// A fence for signal handlers keeps only the compiler from reordering.
void signal_fence() {
  static std::atomic<bool> ready;
  both([] {
         x = 1;
         if (broken) std::atomic_signal_fence(memory_order::seq_cst);
         else std::atomic_thread_fence(memory_order::seq_cst);
         ready.store(true, memory_order::relaxed);
       },
       [] {
         if (!ready.load(memory_order::relaxed)) return;
         std::atomic_thread_fence(memory_order::seq_cst);
         std::printf("%d", x);
       });
}

// Relaxed is enough for a count that is read after the join, and to say that it is time to stop; not to read on.
void relaxed_stop() {
  static std::atomic<bool> stop;
  static std::atomic<int> rounds;
  both([] { x = 1; stop.store(true, memory_order::relaxed); },
       [] {
         while (!stop.load(memory_order::relaxed)) {}
         rounds.fetch_add(1, memory_order::relaxed);
         if (broken) std::printf("%d", x);
       });
  std::printf("%d %d", x, rounds.load(memory_order::relaxed));
}

// The flag is set inside the lock, but looked at outside of it.
void flag_of_a_lock() {
  static std::atomic<bool> ready;
  static std::mutex mutex;
  both([] { std::lock_guard lock(mutex); x = 1; ready.store(true, memory_order::relaxed); },
       [] {
         if (!ready.load(memory_order::relaxed)) return;
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         std::printf("%d", x);
       });
}

const Case cases[] = {
    {"release_sequence", release_sequence},
    {"release_sequence_of_one_thread", release_sequence_of_one_thread}, {"signal_fence", signal_fence},
    {"relaxed_stop", relaxed_stop}, {"flag_of_a_lock", flag_of_a_lock}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/happens_before races/atomics
