// The table of operations as types: what each row of operations.def says.
#pragma once

#include <cstdint>

namespace omc {

// What an instrumented thread does. `object` and `value` of an event depend on the operation: for a
// try that may fail, value is 1 when it was taken; for a wake-up, how many were woken, or the
// number of the one thread + 1; for an atomic operation 0 load, 1 store, 2 update; for an access 1
// write.
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
  right,   // takes a lock: could happen later
  left,    // gives one back: could happen earlier
  one,     // neither, and never waits: a step may contain one
  none,    // neither, and may wait
};

// How an operation takes part in happens-before.
enum class Order : uint8_t {
  none,                    // not at all, or its primitive says so itself
  acquire,                 // takes over what came with the object
  acquire_if_taken,        // the same, if it got the object
  acquire_write_if_taken,  // and what its readers passed on
  release,                 // passes on by the object
  release_lock,            // the same; value 1: to writers only
  release_other,           // passes on by the object at `value`
  both,                    // acquires and releases
  join,                    // takes over all that thread `value` did
  send,                    // passes on to thread `value` - 1, or to all
  send_cancel,             // passes on to thread `value`
  receive,                 // takes over what was sent
};

enum class Object : uint8_t {
  none,
  memory,    // of the program, used by the C library at this point: it must be alive
  waited,    // of the program, looked at before or after
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

// Other threads wait for it, or are made to wait.
constexpr bool synchronises(Op op) {
  return operation(op).mover != Mover::plain && operation(op).mover != Mover::atomic;
}

}  // namespace omc
