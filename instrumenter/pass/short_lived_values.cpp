#include "pass/short_lived_values.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Whether a register may hold a value across the call. Nothing may stand between a call that must
// be a tail call and its return.
bool may_preserve_values(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !call->doesNotReturn() &&
         !call->isMustTailCall();
}

// An address that depends only on values which live longer: the compiler computes it again where it
// is used, and it is the same in every order of the threads.
bool is_recomputed(const Instruction& value) {
  if (!isa<GetElementPtrInst>(value) && !isa<CastInst>(value)) return false;
  return none_of(value.operands(), [&](const Value* operand) {
    auto* source = dyn_cast<Instruction>(operand);
    return source && source->getParent() == value.getParent() && !isa<AllocaInst>(source);
  });
}

bool can_be_spilled(const Instruction& value) {
  Type* type = value.getType();
  if (isa<AllocaInst>(value) || !type->isSingleValueType() || type->isScalableTy()) return false;
  return !type->isX86_AMXTy() && !type->isTokenTy() && !type->isX86_MMXTy();
}

// The last use of a value, if all its uses are in its block and behind it; else null.
Instruction* find_last_use(const Instruction& value) {
  Instruction* last = nullptr;
  for (const User* user : value.users()) {
    auto* use = cast<Instruction>(const_cast<User*>(user));
    if (use->getParent() != value.getParent() || isa<PHINode>(use)) return nullptr;
    if (!last || last->comesBefore(use)) last = use;
  }
  return last;
}

// `call_count` counts the calls of the function so far.
void add_values_of(BasicBlock& block, SmallVectorImpl<ShortLivedValue>& values,
                   size_t& call_count) {
  SmallVector<CallInst*, 16> calls;
  for (Instruction& instruction : block)
    if (may_preserve_values(instruction)) calls.push_back(cast<CallInst>(&instruction));
  if (calls.empty()) return;
  size_t first = call_count;
  call_count += calls.size();
  size_t behind = 0;  // the first of `calls` behind the value
  for (Instruction& value : block) {
    while (behind < calls.size() && !value.comesBefore(calls[behind])) ++behind;
    if (behind == calls.size()) return;
    if (!can_be_spilled(value) || is_recomputed(value)) continue;
    Instruction* last = find_last_use(value);
    ShortLivedValue found{&value, last, {}, first + behind};
    for (size_t which = behind; last && which < calls.size() && calls[which]->comesBefore(last);
         ++which)
      found.calls.push_back(calls[which]);
    if (!found.calls.empty()) values.push_back(std::move(found));
  }
}

// Splits the call's block so that the call is alone in its own.
BasicBlock* isolate(CallInst* call) {
  if (call->getPrevNonDebugInstruction()) SplitBlock(call->getParent(), call->getIterator());
  if (!call->getNextNode()->isTerminator())
    SplitBlock(call->getParent(), call->getNextNode()->getIterator());
  return call->getParent();
}

bool lives_long(const ShortLivedValue& value) { return value.calls.size() > 32; }

// Slots of the function's frame. Values that do not live at the same time may share one, so `take`
// must get them in the order of their first calls.
class SpillSlots {
 public:
  explicit SpillSlots(Function& function)
      : builder_(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

  AllocaInst* take(const ShortLivedValue& value) {
    Type* type = value.value->getType();
    // A value that lives long needs its slot until its last use, and another may be computed before
    // that.
    size_t end = value.first_call + value.calls.size() + lives_long(value);
    auto& of_type = slots_[type];
    for (auto& [slot, free_from] : of_type)
      if (free_from <= value.first_call) {
        free_from = end;
        return slot;
      }
    AllocaInst* slot = builder_.CreateAlloca(type);
    builder_.CreateStore(Constant::getNullValue(type), slot, true);
    of_type.push_back({slot, end});
    return slot;
  }

 private:
  IRBuilder<> builder_;
  DenseMap<Type*, SmallVector<std::pair<AllocaInst*, size_t>, 4>> slots_;
};

void spill_for_life(const ShortLivedValue& value, AllocaInst* slot) {
  Type* type = value.value->getType();
  SmallSetVector<User*, 8> users(value.value->user_begin(), value.value->user_end());
  for (User* user : users) {
    IRBuilder<> builder(cast<Instruction>(user));
    user->replaceUsesOfWith(value.value, builder.CreateLoad(type, slot, true));
    if (user == value.last_use) builder.CreateStore(Constant::getNullValue(type), slot, true);
  }
  IRBuilder<> builder(value.value->getParent(), *value.value->getInsertionPointAfterDef());
  builder.CreateStore(value.value, slot, true);
}

// Between the calls, the value is in a register again, loaded from the slot: an SSA value of its
// own.
void spill(const ShortLivedValue& spilled, AllocaInst* slot,
           const DenseMap<CallInst*, BasicBlock*>& blocks) {
  Instruction* value = spilled.value;
  Type* type = value->getType();
  SmallVector<Use*, 8> uses;
  for (Use& use : value->uses()) uses.push_back(&use);
  SSAUpdater updater;
  updater.Initialize(type, value->getName());
  updater.AddAvailableValue(value->getParent(), value);
  SmallVector<std::pair<StoreInst*, BasicBlock*>, 4> stores;
  for (CallInst* call : spilled.calls) {
    BasicBlock* block = blocks.lookup(call);
    IRBuilder<> builder(call);
    stores.push_back({builder.CreateStore(value, slot, true), block});
    builder.SetInsertPoint(block->getTerminator());
    LoadInst* reloaded = builder.CreateLoad(type, slot, true);
    builder.CreateStore(Constant::getNullValue(type), slot, true);
    updater.AddAvailableValue(block, reloaded);
  }
  for (auto [store, block] : stores) store->setOperand(0, updater.GetValueInMiddleOfBlock(block));
  for (Use* use : uses)
    if (cast<Instruction>(use->getUser())->getParent() != value->getParent())
      updater.RewriteUse(*use);
}

}  // namespace

SmallVector<ShortLivedValue, 16> find_short_lived_values(Function& function) {
  SmallVector<ShortLivedValue, 16> values;
  // After a function has returned a second time, slots hold what was stored since the first time.
  if (function.callsFunctionThatReturnsTwice()) return values;
  size_t call_count = 0;
  for (BasicBlock& block : function) add_values_of(block, values, call_count);
  SpillSlots slots(function);
  for (const ShortLivedValue& value : values)
    if (lives_long(value)) spill_for_life(value, slots.take(value));
  erase_if(values, lives_long);
  return values;
}

void spill_across_calls(Function& function, ArrayRef<ShortLivedValue> values) {
  if (values.empty()) return;
  SpillSlots slots(function);
  DenseMap<CallInst*, BasicBlock*> blocks;
  for (const ShortLivedValue& value : values)
    for (CallInst* call : value.calls)
      if (!blocks.contains(call)) blocks[call] = isolate(call);
  for (const ShortLivedValue& value : values) spill(value, slots.take(value), blocks);
}

}  // namespace omc::pass
