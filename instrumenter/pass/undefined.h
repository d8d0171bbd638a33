// Undefined behaviour that an optimiser may turn into anything: the explored version reports it, or
// does what code without optimisation would do.
// - An integer division by zero, or whose result overflows, and code that cannot be reached: both
//   are reported (omc_undefined).
// - A load or store through a null pointer faults.
// - An overflow in the operand of a comparison wraps.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// Must run before any optimisation. `functions` are the explored versions.
void keep_undefined(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace omc::pass
