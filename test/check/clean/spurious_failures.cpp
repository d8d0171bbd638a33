// try_lock and compare_exchange_weak may fail without reason. A program that relies on their success is wrong, and
// --spurious shows it. Loops that try again are right.
// COVERS: sync/spurious instrumenter/pass/weak_exchanges
// RUN: %build
// RUN: %verdict ok -- %t try_lock
// RUN: %verdict ok -- %t weak
// RUN: %verdict assert --message 'nobody else holds it' -- --spurious 1 %t try_lock
// RUN: %verdict assert --message 'nobody else changes it' -- --spurious 1 %t weak
// RUN: %verdict ok -- --spurious 2 %t loop
// RUN: %verdict ok -- --spurious 2 %t strong
// RUN: %omc check -o - %t weak | FileCheck --check-prefix NAMED %s
// NAMED: omc: not checked: spurious wake-ups and failures (--spurious 1)
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex m;
std::atomic<int> n, other;

int main(int, char** argv) {
  std::string how = argv[1];
  std::thread thread([] { other++; });
  if (how == "try_lock") {
    bool taken = m.try_lock();
    assert(taken && "nobody else holds it");
    m.unlock();
  }
  int expected = 0;
  if (how == "weak") {
    bool done = n.compare_exchange_weak(expected, 1);
    assert(done && "nobody else changes it");
  }
  if (how == "strong") assert(n.compare_exchange_strong(expected, 1));
  if (how == "loop")
    while (!n.compare_exchange_weak(expected, expected + 1)) assert(expected == 0);
  thread.join();
}
