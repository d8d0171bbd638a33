// Dead accesses: accesses whose result is never used. An optimiser removes them, and with them the
// data race or the use of freed memory that they are. These functions keep them in the explored
// version. Dead accesses are:
// - a load of an unused value, and a copy of which only a part is used;
// - a store to memory that is freed next, or never read;
// - any access to a heap block whose address never leaves the function.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// Must run before any optimisation. `functions` are those that report their accesses.
void keep_dead_accesses(llvm::ArrayRef<llvm::Function*> functions);
// The object that a copy reads here as a whole, when the instruction is the mark of that copy; else
// null. Operand 1 is the object's size. The optimiser may have removed the copy itself.
llvm::Value* copied_object(const llvm::Instruction& instruction);
// Whether an instruction is such a use, and whether a value has one.
bool is_pretended_use(const llvm::Instruction& instruction);
bool has_pretended_use(const llvm::Value& value);
// Removes the uses that keep_dead_accesses has added. Must run when all accesses are reported,
// since an access that is reported stays.
void drop_pretended_uses(llvm::Function& function);

}  // namespace omc::pass
