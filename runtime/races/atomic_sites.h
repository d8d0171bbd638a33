// The atomic operations of the program by their calls, with the memory orders that the program
// gives them. `omc check --weaken` lists them, and runs the search again with one of them changed.
#pragma once

#include "run/run.h"

namespace omc {

constexpr unsigned fence_kind = 3;  // besides the kinds of AtomicOp

void open_atomic_sites();
// The running thread is about to perform an operation.
void note_atomic(const void* pc, unsigned kind, int order, int failure, bool is_compare);
// Its order in this run.
int order_of_call(const void* pc, int order);
// The order of a compare-exchange that fails, which is never stronger than that of its success.
int weakest_failure(int failure, int success);

}  // namespace omc
