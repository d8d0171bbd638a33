// Atomic operations where older stores are kept: each is performed on the list of its object's
// stores (races/memory_model/stores.h), and on memory when it acts on the newest one.
#pragma once

#include "races/memory_model/choices.h"

namespace omc {

// Bytes of the stack on which these functions leave clocks and edges.
constexpr long most_left_by_atomics = 4096;

// What the operation found. `old`: the bytes that it read, when these are not in memory. It must
// then not act on memory. `done`: a store went before others, or an update read an older store.
struct Performed {
  const void* old = nullptr;
  bool done = false;
};

// Performs the outcome of an operation of the running thread, but for the change of memory.
// `value`: the bytes of a store. False: the object is treated as sequentially consistent.
bool perform_weakly(const AtomicOperation& operation, unsigned outcome, const void* value,
                    const void* pc, Performed& result);
// What an update of an older store writes.
void complete_update(const void* bytes, size_t n);
// In a replay: what the last operation has read and stored, which is not in memory.
void report_stale(const AtomicOperation& act, const Performed& result, const void* written);

// A seq_cst fence takes its place among the seq_cst operations.
void fence_weakly(int order, const Clock& now);
// The kernel reads the newest store for the running thread, behind a barrier (futex).
void read_in_kernel(const void* p, size_t n);

}  // namespace omc
