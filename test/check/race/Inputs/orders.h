// Memory orders as they should be, and with one of them relaxed.
#pragma once
#include <atomic>

#include "cases.h"

using std::memory_order;

struct Right {
  static constexpr memory_order relaxed = memory_order::relaxed, acquire = memory_order::acquire,
                                release = memory_order::release, acq_rel = memory_order::acq_rel,
                                seq_cst = memory_order::seq_cst;
};

struct NoAcquire : Right {
  static constexpr memory_order acquire = memory_order::relaxed, acq_rel = memory_order::release;
};

struct NoRelease : Right {
  static constexpr memory_order release = memory_order::relaxed, acq_rel = memory_order::acquire;
};

struct Relaxed : Right {
  static constexpr memory_order acquire = memory_order::relaxed, release = memory_order::relaxed,
                                acq_rel = memory_order::relaxed, seq_cst = memory_order::relaxed;
};

// Construct<O> is a class whose orders O gives; use_it, beside it, says what two threads do with one.
template <template <class> class Construct, class Weaker>
void weakened() {
  if (broken) use_it(static_cast<Construct<Weaker>*>(nullptr));
  else use_it(static_cast<Construct<Right>*>(nullptr));
}
