// The rows of operations.def as types.
#pragma once

#include <cstdint>

namespace omc {

// `object` and `value` of an event depend on the operation. Value of a try: 1 on success. Of a
// wake-up: the number of woken threads, or the number of the one thread + 1. Of an atomic
// operation: 0 load, 1 store, 2 update. Of an access: 1 write.
enum class Op : uint8_t {
#define OPERATION(name, mover, order, object, kind, effect, awaited) name,
#include "run/operations.def"
#undef OPERATION
  count
};

// How an operation commutes with those of other threads (Lipton, Reduction, 1975).
enum class Mover : uint8_t {
  plain,   // does not synchronise
  atomic,  // synchronises by its access alone
  right,   // acquires a lock: could happen later
  left,    // releases a lock: could happen earlier
  one,     // neither, and never waits: a step may contain one
  none,    // neither, and may wait
};

// How an operation takes part in happens-before.
enum class Order : uint8_t {
  none,                    // not at all, or its primitive does it
  acquire,                 // acquires from the object
  acquire_if_taken,        // the same, on success
  acquire_write_if_taken,  // and from its readers
  release,                 // releases to the object
  release_lock,            // the same; value 1: for writers only
  release_other,           // releases to the object at `value`
  both,                    // acquires and releases
  join,                    // acquires from the end of thread `value`
  send,                    // releases to thread `value` - 1, or to all
  send_cancel,             // releases to thread `value`
  receive,                 // acquires from the sender
};

enum class Object : uint8_t {
  none,
  memory,    // of the program; the C library uses it here, so it must be alive
  waited,    // of the program, used before or after
  variable,  // accessed by the program itself
  thread,    // none; the value is its number
  index,     // of a semaphore of the paper
  signal,
  descriptor,
};

struct Operation {
  const char* name;
  Mover mover;
  Order order;
  Object object;
  const char *kind, *effect, *awaited;
};

inline constexpr Operation operations[] = {
#define OPERATION(name, mover, order, object, kind, effect, awaited) \
  {#name, Mover::mover, Order::order, Object::object, kind, effect, awaited},
#include "run/operations.def"
#undef OPERATION
};

constexpr const Operation& operation(Op op) { return operations[static_cast<unsigned>(op)]; }

// It may end waits of other threads, or make them wait.
constexpr bool synchronises(Op op) {
  return operation(op).mover != Mover::plain && operation(op).mover != Mover::atomic;
}

}  // namespace omc
