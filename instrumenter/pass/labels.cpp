#include "pass/labels.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Every value and variable that the address of a label reaches.
class LabelFlow {
 public:
  explicit LabelFlow(Function& function) : function_(function) {}

  // False when one of them is outside of the function. It finds the others all the same, since they
  // may belong to the copy of the function that is being made.
  bool follow_all() {
    bool stays = true;
    for (BasicBlock& block : function_)
      if (block.hasAddressTaken()) reach(BlockAddress::lookup(&block));
    while (!next_.empty()) {
      Value* value = next_.pop_back_val();
      for (User* user : value->users())
        if (!may_reach(*user, *value)) stays = false;
    }
    return stays;
  }

  ArrayRef<GlobalVariable*> tables() const { return tables_; }

 private:
  void reach(Value* value) {
    if (!reached_.insert(value).second) return;
    next_.push_back(value);
    if (auto* table = dyn_cast<GlobalVariable>(value)) tables_.push_back(table);
  }

  bool may_reach(User& user, Value& value) {
    if (auto* instruction = dyn_cast<Instruction>(&user))
      return instruction->getFunction() == &function_ && may_reach(*instruction, value);
    auto* global = dyn_cast<GlobalValue>(&user);
    if (global && !(isa<GlobalVariable>(global) && global->hasLocalLinkage())) return false;
    reach(&user);
    return true;
  }

  bool may_reach(Instruction& instruction, Value& value) {
    if (isa<IndirectBrInst, CmpInst>(instruction)) return true;
    if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
      if (local && store->getValueOperand() == &value) reach(local);
      return local;
    }
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) return call->isLifetimeStartOrEnd();
    if (!isa<LoadInst, GetElementPtrInst, CastInst, PHINode, SelectInst, BinaryOperator,
             FreezeInst>(instruction))
      return false;
    reach(&instruction);
    return true;
  }

  Function& function_;
  SmallPtrSet<Value*, 32> reached_;
  SmallVector<Value*, 32> next_;
  SmallVector<GlobalVariable*, 2> tables_;
};

}  // namespace

bool labels_stay_inside(Function& function) { return LabelFlow(function).follow_all(); }

void copy_labels(Function& function, Function& copy, ValueToValueMapTy& map) {
  for (BasicBlock& block : function)
    if (block.hasAddressTaken())
      map[BlockAddress::lookup(&block)] = BlockAddress::get(&copy, cast<BasicBlock>(map[&block]));
  LabelFlow flow(function);
  flow.follow_all();
  for (GlobalVariable* table : flow.tables()) {
    auto* made =
        new GlobalVariable(*function.getParent(), table->getValueType(), table->isConstant(),
                           table->getLinkage(), nullptr, table->getName() + plain_suffix, table,
                           table->getThreadLocalMode(), table->getAddressSpace());
    made->copyAttributesFrom(table);
    map[table] = made;
  }
  for (GlobalVariable* table : flow.tables())
    cast<GlobalVariable>(map[table])->setInitializer(MapValue(table->getInitializer(), map));
}

void move_blocks(Function& from, Function& to) {
  SmallVector<std::pair<BasicBlock*, BlockAddress*>, 8> labels;
  for (BasicBlock& block : from)
    if (block.hasAddressTaken()) labels.push_back({&block, BlockAddress::lookup(&block)});
  to.splice(to.begin(), &from);
  for (auto [block, address] : labels) {
    address->replaceAllUsesWith(BlockAddress::get(&to, block));
    address->destroyConstant();
  }
}

void keep_jumps_together(Function& function) {
  InlineAsm* empty = InlineAsm::get(
      FunctionType::get(Type::getVoidTy(function.getContext()), false), "", "", true);
  for (BasicBlock& block : function) {
    auto* jump = dyn_cast<IndirectBrInst>(block.getTerminator());
    if (!jump) continue;
    CallInst* barrier = CallInst::Create(empty, "", jump->getIterator());
    barrier->setConvergent();  // forbids copies of the block
    barrier->setDebugLoc(jump->getDebugLoc());
  }
}

}  // namespace omc::pass
