// Locks for two that need a total order: with acquire and release, each thread may read the other's flag as it was before,
// and both enter. No interleaving shows this, because in each a load reads the latest store.
// XFAIL: *
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <array>
#include <atomic>

namespace {

using std::memory_order;

int x;

template <memory_order Load, memory_order Store>
class Peterson {
 public:
  void lock(int me) {
    wants[me].store(true, Store);
    turn.store(1 - me, Store);
    while (wants[1 - me].load(Load) && turn.load(Load) == 1 - me) {}
  }
  void unlock(int me) { wants[me].store(false, memory_order::release); }

 private:
  std::array<std::atomic<bool>, 2> wants{};
  std::atomic<int> turn{0};
};

template <class Lock>
void count() {
  static Lock mutex;
  auto work = [](int me) { mutex.lock(me); x++; mutex.unlock(me); };
  both([=] { work(0); }, [=] { work(1); });
}

void peterson() {
  if (broken) count<Peterson<memory_order::acquire, memory_order::release>>();
  else count<Peterson<memory_order::seq_cst, memory_order::seq_cst>>();
}

// Who does not see the other's flag goes in.
void store_buffering() {
  static std::array<std::atomic<bool>, 2> wants;
  auto work = [](int me) {
    wants[me].store(true, memory_order::relaxed);
    if (!broken) std::atomic_thread_fence(memory_order::seq_cst);
    if (!wants[1 - me].load(memory_order::relaxed)) x++;
  };
  both([=] { work(0); }, [=] { work(1); });
}

const Case cases[] = {{"peterson_needs_seq_cst", peterson}, {"store_buffering", store_buffering}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/atomics
