// Computed goto: labels of a function whose addresses are taken, and what becomes of them when the
// function has versions.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace omc::pass {

// A version that jumped to a label of another would go on there with the wrong frame. That can not
// happen where the addresses are only in variables of the function, and in tables that nobody else
// uses and nobody writes.
bool labels_stay_inside(llvm::Function& function);

// Makes `map`, which has the blocks of both, lead from the labels of `function` and tables of them
// to those of `copy`.
void copy_labels(llvm::Function& function, llvm::Function& copy, llvm::ValueToValueMapTy& map);

// Moves the blocks to `to`; what refers to their labels follows.
void move_blocks(llvm::Function& from, llvm::Function& to);

// An optimiser gives each case of an interpreter a jump of its own, which leads to every other
// case. With the calls that tell libomc in between, the compiler takes half a minute for the
// registers of such a function.
void keep_jumps_together(llvm::Function& function);

}  // namespace omc::pass
