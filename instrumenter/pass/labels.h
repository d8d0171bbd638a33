// Computed goto: labels whose addresses a function takes, and how they follow the versions of that
// function.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace omc::pass {

// Whether no version can get a label of another version: a jump there would continue with the wrong
// frame. The addresses must occur only in local variables of the function, and in constant tables
// that no other code uses.
bool labels_stay_inside(llvm::Function& function);

// Extends `map`, which maps the blocks of `function` to those of `copy`, by the labels and the
// tables of labels.
void copy_labels(llvm::Function& function, llvm::Function& copy, llvm::ValueToValueMapTy& map);

// Moves the blocks to `to`, together with all references to their labels.
void move_blocks(llvm::Function& from, llvm::Function& to);

// Prevents the optimiser from giving each case of an interpreter its own indirect jump to all other
// cases. With calls of libomc in between, register allocation of such a function took half a
// minute.
void keep_jumps_together(llvm::Function& function);

}  // namespace omc::pass
