#include "world/thread.h"

#include "world/part.h"

namespace omc {
namespace {

constexpr uint64_t seed = 0xc2b2ae3d27d4eb4f;

// Of a joined thread the slot: the address of its record depends on the order of creation.
uint64_t object_in_state(const Pending& pending) {
  if (pending.op == Op::join && pending.object)
    return static_cast<const Thread*>(pending.object)->slot;
  return reinterpret_cast<uint64_t>(pending.object);
}

template <class... Bits>
uint64_t bits(Bits... values) {
  uint64_t word = 0;
  unsigned i = 0;
  ((word |= uint64_t{values} << i++), ...);
  return word;
}

Digest digest_of_held_locks(const void* const* held, unsigned count, unsigned slot) {
  Digest sum;
  for (unsigned i = 0; i < count && i < max_held_locks; i++)
    sum += digest_of(&held[i], sizeof held[i], seed + slot);
  return sum;
}

}  // namespace

Digest digest(const Pending& wait, uint64_t place) {
  const auto& [op, timed, expired, outcomes, object, value, interrupt, cancels, waiting, expected] =
      wait;
  NOT_STATE(object, "object_in_state stands for it");
  NOT_STATE(waiting, "follows from the operation");
  NOT_STATE(expected, "on the thread's stack, with the bytes");
  uint64_t words[] = {place,
                      static_cast<uint64_t>(op) | uint64_t{timed} << 8 | uint64_t{expired} << 9,
                      object_in_state(wait), op == Op::join ? 0 : value,
                      outcomes | static_cast<uint64_t>(interrupt) << 32 | uint64_t{cancels} << 40};
  return digest_of(words, sizeof words, seed);
}

// Its number does not count. Its stack is part of memory (snapshot/stacks.h).
Digest digest(const Thread& thread) {
  const auto& [slot, number, ended, detached, joined, is_timer, takes_no_steps, has_arena,
               after_hook, woken, done, interrupted, synchronised, in_library, resumes_hook,
               at_deferred_hook, deferred_hooks, ignores_accesses, cancel_requested,
               cancel_disabled, cancels_asynchronously, unwinding, signals, signal_mask, fault,
               fault_address, fault_place, pending, interrupted_count, interrupted_waits, outcome,
               atomic_depth, children, starter, sp, own_stack_sp, thread_pointer, id, stack_begin,
               stack_end, maps_next, entry, argument, result, cleanups, held_lock_count, held_locks,
               just_released, place, first_place, hooks, steps, name, is_named, scheduling] =
      thread;
  NOT_STATE(number, "the order of creation, for schedules and reports");
  NOT_STATE(synchronised, "of the running step");
  NOT_STATE(resumes_hook, "how a replay counts the step");
  NOT_STATE(at_deferred_hook, "how a replay counts the step");
  NOT_STATE(deferred_hooks, "zero at every state");
  NOT_STATE(fault, "words of a report");
  NOT_STATE(fault_address, "words of a report");
  NOT_STATE(fault_place, "words of a report");
  NOT_STATE(outcome, "of the step it was last given");
  NOT_STATE(starter, "null at every state");
  NOT_STATE(own_stack_sp, "follows from its stack");
  NOT_STATE(thread_pointer, "follows from its slot");
  NOT_STATE(stack_begin, "follows from its slot, or lies in the attributes it was made with");
  NOT_STATE(stack_end, "as its begin");
  NOT_STATE(entry, "on its stack");
  NOT_STATE(argument, "on its stack");
  NOT_STATE(place, "follows from its stack");
  NOT_STATE(first_place, "words of a report");
  NOT_STATE(hooks, "the paper's counter, which is compared apart");
  NOT_STATE(steps, "how a replay counts");
  NOT_STATE(is_named, "words of a report");
  uint64_t words[] = {slot,
                      bits(ended, detached, joined, is_timer, after_hook, done, takes_no_steps,
                           has_arena, woken, in_library, interrupted, cancel_requested,
                           cancel_disabled, cancels_asynchronously, unwinding),
                      atomic_depth | uint64_t{children} << 32,
                      maps_next,
                      signals,
                      signal_mask,
                      reinterpret_cast<uint64_t>(just_released),
                      reinterpret_cast<uint64_t>(cleanups),
                      ended && !joined ? reinterpret_cast<uint64_t>(result) : 0,
                      ended ? 0 : reinterpret_cast<uint64_t>(sp),
                      ignores_accesses,
                      id - thread_pointer};
  Digest sum = digest_of(words, sizeof words, seed);
  sum += digest(pending, slot);
  if (name[0]) sum += digest_of(name, sizeof name, seed + slot);
  sum += digest_of(&scheduling, sizeof scheduling, seed - slot);
  if (ended) return sum;
  if (held_lock_count) sum += digest_of_held_locks(held_locks, held_lock_count, slot);
  for (uint32_t i = 0; i < interrupted_count; i++)
    sum += digest(interrupted_waits[i], slot | uint64_t{i + 1} << 32);
  return sum;
}

}  // namespace omc
