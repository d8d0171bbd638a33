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

// Nothing may stand between a call that must be a tail call and its return.
bool may_preserve(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !call->doesNotReturn() &&
         !call->isMustTailCall();
}

// An address that is made of what lives longer is made again where it is needed, and is the same
// for ever.
bool is_made_again(const Instruction& value) {
  if (!isa<GetElementPtrInst>(value) && !isa<CastInst>(value)) return false;
  return none_of(value.operands(), [&](const Value* operand) {
    auto* made = dyn_cast<Instruction>(operand);
    return made && made->getParent() == value.getParent() && !isa<AllocaInst>(made);
  });
}

bool can_lie_in_memory(const Instruction& value) {
  Type* type = value.getType();
  if (isa<AllocaInst>(value) || !type->isSingleValueType() || type->isScalableTy()) return false;
  return !type->isX86_AMXTy() && !type->isTokenTy() && !type->isX86_MMXTy();
}

// The last of its uses, if all are in its block and behind it.
Instruction* last_use(const Instruction& value) {
  Instruction* last = nullptr;
  for (const User* user : value.users()) {
    auto* place = cast<Instruction>(const_cast<User*>(user));
    if (place->getParent() != value.getParent() || isa<PHINode>(place)) return nullptr;
    if (!last || last->comesBefore(place)) last = place;
  }
  return last;
}

// `number` counts the calls of the function.
void add_values_of(BasicBlock& block, SmallVectorImpl<Momentary>& values, size_t& number) {
  SmallVector<CallInst*, 16> calls;
  for (Instruction& instruction : block)
    if (may_preserve(instruction)) calls.push_back(cast<CallInst>(&instruction));
  if (calls.empty()) return;
  size_t first = number;
  number += calls.size();
  size_t behind = 0;  // the first of the calls that comes behind the value
  for (Instruction& value : block) {
    while (behind < calls.size() && !value.comesBefore(calls[behind])) ++behind;
    if (behind == calls.size()) return;
    if (!can_lie_in_memory(value) || is_made_again(value)) continue;
    Instruction* last = last_use(value);
    Momentary found{&value, last, {}, first + behind};
    for (size_t which = behind; last && which < calls.size() && calls[which]->comesBefore(last);
         ++which)
      found.calls.push_back(calls[which]);
    if (!found.calls.empty()) values.push_back(std::move(found));
  }
}

// A call that is alone in its block.
BasicBlock* alone(CallInst* call) {
  if (call->getPrevNonDebugInstruction()) SplitBlock(call->getParent(), call->getIterator());
  if (!call->getNextNode()->isTerminator())
    SplitBlock(call->getParent(), call->getNextNode()->getIterator());
  return call->getParent();
}

bool lives_long(const Momentary& value) { return value.calls.size() > 32; }

// Places of the function's frame. Values that come one after the other, as they do in `take`, may
// share one.
class Places {
 public:
  explicit Places(Function& function)
      : builder_(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

  AllocaInst* take(const Momentary& value) {
    Type* type = value.value->getType();
    // What lies there all the time is needed until its last use, and another may be made before
    // that.
    size_t end = value.first_call + value.calls.size() + lives_long(value);
    auto& of_type = places_[type];
    for (auto& [place, free_from] : of_type)
      if (free_from <= value.first_call) {
        free_from = end;
        return place;
      }
    AllocaInst* place = builder_.CreateAlloca(type);
    builder_.CreateStore(Constant::getNullValue(type), place, true);
    of_type.push_back({place, end});
    return place;
  }

 private:
  IRBuilder<> builder_;
  DenseMap<Type*, SmallVector<std::pair<AllocaInst*, size_t>, 4>> places_;
};

void lay_down(const Momentary& value, AllocaInst* place) {
  Type* type = value.value->getType();
  SmallSetVector<User*, 8> users(value.value->user_begin(), value.value->user_end());
  for (User* user : users) {
    IRBuilder<> builder(cast<Instruction>(user));
    user->replaceUsesOfWith(value.value, builder.CreateLoad(type, place, true));
    if (user == value.last) builder.CreateStore(Constant::getNullValue(type), place, true);
  }
  IRBuilder<> builder(value.value->getParent(), *value.value->getInsertionPointAfterDef());
  builder.CreateStore(value.value, place, true);
}

}  // namespace

SmallVector<Momentary, 16> momentary_values(Function& function) {
  SmallVector<Momentary, 16> values;
  // What returns twice finds its places as they are then.
  if (function.callsFunctionThatReturnsTwice()) return values;
  size_t calls = 0;
  for (BasicBlock& block : function) add_values_of(block, values, calls);
  Places places(function);
  for (const Momentary& value : values)
    if (lives_long(value)) lay_down(value, places.take(value));
  erase_if(values, lives_long);
  return values;
}

void lay_aside(Function& function, ArrayRef<Momentary> values) {
  if (values.empty()) return;
  Places places(function);
  DenseMap<CallInst*, BasicBlock*> blocks;
  for (const Momentary& momentary : values)
    for (CallInst* call : momentary.calls)
      if (!blocks.contains(call)) blocks[call] = alone(call);
  for (const Momentary& momentary : values) {
    Type* type = momentary.value->getType();
    AllocaInst* place = places.take(momentary);
    SmallVector<Use*, 8> uses;
    for (Use& use : momentary.value->uses()) uses.push_back(&use);
    SSAUpdater updater;
    updater.Initialize(type, momentary.value->getName());
    updater.AddAvailableValue(momentary.value->getParent(), momentary.value);
    SmallVector<std::pair<StoreInst*, BasicBlock*>, 4> stores;
    for (CallInst* call : momentary.calls) {
      BasicBlock* block = blocks[call];
      IRBuilder<> builder(call);
      stores.push_back({builder.CreateStore(momentary.value, place, true), block});
      builder.SetInsertPoint(block->getTerminator());
      LoadInst* back = builder.CreateLoad(type, place, true);
      builder.CreateStore(Constant::getNullValue(type), place, true);
      updater.AddAvailableValue(block, back);
    }
    for (auto [store, block] : stores) store->setOperand(0, updater.GetValueInMiddleOfBlock(block));
    for (Use* use : uses)
      if (cast<Instruction>(use->getUser())->getParent() != momentary.value->getParent())
        updater.RewriteUse(*use);
  }
}

}  // namespace omc::pass
