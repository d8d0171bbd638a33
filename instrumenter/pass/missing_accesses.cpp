// LLVM 19 instruments loads and stores of 1, 2, 4, 8 and 16 bytes, and copies. Missing are:
// - accesses of other sizes, such as vectors of 32 bytes and long double;
// - accesses to some lanes of a vector;
// - objects that a call passes by value;
// - the parts of a copied object that an optimised copy does not load;
// - some members of local variables.
#include "pass/missing_accesses.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "pass/abi.h"
#include "pass/dead_accesses.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Whether the address is that of a local variable which no other thread can reach.
bool is_private(const Value* address) {
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  return local && !PointerMayBeCaptured(local, true, true);
}

// An access to the lanes of a vector that `mask` selects. The lanes lie side by side from
// `addresses` on, or each at `addresses` + `offsets`[lane] * `scale`, or at `addresses`[lane].
struct Lanes {
  Value* addresses;
  Value* mask;
  FixedVectorType* data;
  bool is_write;
  Value* offsets = nullptr;
  uint64_t scale = 1;
};

void report_range(IRBuilder<>& builder, Value* address, Value* size, bool is_write) {
  Module& module = *builder.GetInsertBlock()->getModule();
  builder.CreateCall(abi::access_range(module, is_write), {address, size});
}

void report_lanes(IRBuilder<>& builder, Value* first, uint64_t size, Value* which, bool is_write) {
  Module& module = *builder.GetInsertBlock()->getModule();
  builder.CreateCall(abi::lanes(module),
                     {first, builder.getInt64(size), which, builder.getInt32(is_write)});
}

// One bit for each lane. Some instructions use the highest bit of each element of their mask.
Value* as_bits(IRBuilder<>& builder, Value* mask) {
  auto* type = cast<FixedVectorType>(mask->getType());
  if (type->getScalarSizeInBits() == 1) return mask;
  auto* words =
      FixedVectorType::get(builder.getIntNTy(type->getScalarSizeInBits()), type->getNumElements());
  return builder.CreateIsNeg(builder.CreateBitCast(mask, words));
}

Value* lane_address(IRBuilder<>& builder, const Lanes& lanes, unsigned lane) {
  if (!lanes.offsets) return builder.CreateExtractElement(lanes.addresses, lane);
  Value* offset =
      builder.CreateSExt(builder.CreateExtractElement(lanes.offsets, lane), builder.getInt64Ty());
  return builder.CreatePtrAdd(lanes.addresses,
                              builder.CreateMul(offset, builder.getInt64(lanes.scale)));
}

void report(Instruction& before, const Lanes& lanes) {
  IRBuilder<> builder(&before);
  Value* mask = as_bits(builder, lanes.mask);
  unsigned count = std::min(lanes.data->getNumElements(),
                            cast<FixedVectorType>(mask->getType())->getNumElements());
  if (lanes.offsets)
    count = std::min(count, cast<FixedVectorType>(lanes.offsets->getType())->getNumElements());
  uint64_t size = before.getDataLayout().getTypeStoreSize(lanes.data->getElementType());
  bool apart = lanes.offsets || lanes.addresses->getType()->isVectorTy();
  for (unsigned lane = 0; apart && lane < count; lane++) {
    Value* bit = builder.CreateZExt(builder.CreateExtractElement(mask, lane), builder.getInt64Ty());
    report_lanes(builder, lane_address(builder, lanes, lane), size, bit, lanes.is_write);
  }
  for (unsigned first = 0; !apart && first < count; first += abi::max_lanes) {
    unsigned here = std::min(count - first, abi::max_lanes);
    SmallVector<int, abi::max_lanes> chosen;
    for (unsigned i = 0; i < here; i++) chosen.push_back(static_cast<int>(first + i));
    Value* bits =
        builder.CreateBitCast(builder.CreateShuffleVector(mask, chosen), builder.getIntNTy(here));
    Value* address = builder.CreatePtrAdd(lanes.addresses, builder.getInt64(first * size));
    report_lanes(builder, address, size, builder.CreateZExt(bits, builder.getInt64Ty()),
                 lanes.is_write);
  }
}

// Processor intrinsics with a mask that are not llvm.masked.*. The order of arguments is Intel's:
// after the address comes the index, then the mask; a scatter has the mask first.
std::optional<Lanes> processor_lanes(const IntrinsicInst& call) {
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.x86.")) return {};
  auto vector = [&](unsigned i) { return cast<FixedVectorType>(call.getArgOperand(i)->getType()); };
  auto scale = [&] { return cast<ConstantInt>(call.getArgOperand(4))->getZExtValue(); };
  if (name.starts_with("avx.maskload.") || name.starts_with("avx2.maskload."))
    return Lanes{call.getArgOperand(0), call.getArgOperand(1),
                 cast<FixedVectorType>(call.getType()), false};
  if (name.starts_with("avx.maskstore.") || name.starts_with("avx2.maskstore."))
    return Lanes{call.getArgOperand(0), call.getArgOperand(1), vector(2), true};
  if (name == "sse2.maskmov.dqu")
    return Lanes{call.getArgOperand(2), call.getArgOperand(1), vector(0), true};
  if (name.starts_with("avx2.gather.") || name.starts_with("avx512.mask.gather"))
    return Lanes{call.getArgOperand(1),
                 call.getArgOperand(3),
                 vector(0),
                 false,
                 call.getArgOperand(2),
                 scale()};
  if (name.starts_with("avx512.mask.scatter"))
    return Lanes{call.getArgOperand(0),
                 call.getArgOperand(1),
                 vector(3),
                 true,
                 call.getArgOperand(2),
                 scale()};
  return {};
}

std::optional<Lanes> lanes_of(const IntrinsicInst& call) {
  auto stored = [&] { return cast<FixedVectorType>(call.getArgOperand(0)->getType()); };
  switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      return Lanes{call.getArgOperand(0), call.getArgOperand(2),
                   cast<FixedVectorType>(call.getType()), false};
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      return Lanes{call.getArgOperand(1), call.getArgOperand(3), stored(), true};
    default:
      return processor_lanes(call);
  }
}

// These access as many adjacent elements as the mask has bits set.
bool report_packed(IntrinsicInst& call) {
  bool is_write = call.getIntrinsicID() == Intrinsic::masked_compressstore;
  if (!is_write && call.getIntrinsicID() != Intrinsic::masked_expandload) return false;
  IRBuilder<> builder(&call);
  Value* mask = call.getArgOperand(is_write ? 2 : 1);
  unsigned count = cast<FixedVectorType>(mask->getType())->getNumElements();
  Value* bits = builder.CreateBitCast(mask, builder.getIntNTy(count));
  Value* elements = builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits),
                                              builder.getInt64Ty());
  Type* element = (is_write ? call.getArgOperand(0)->getType() : call.getType())->getScalarType();
  Value* size =
      builder.CreateMul(elements, builder.getInt64(call.getDataLayout().getTypeStoreSize(element)));
  report_range(builder, call.getArgOperand(is_write ? 1 : 0), size, is_write);
  return true;
}

// lddqu is a load that may read its bytes in two pieces.
bool is_whole_load(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::x86_sse3_ldu_dq ||
         call.getIntrinsicID() == Intrinsic::x86_avx_ldu_dq_256;
}

bool report_intrinsic(IntrinsicInst& call) {
  if (is_whole_load(call)) {
    IRBuilder<> builder(&call);
    report_range(builder, call.getArgOperand(0),
                 builder.getInt64(call.getDataLayout().getTypeStoreSize(call.getType())), false);
    return true;
  }
  if (report_packed(call)) return true;
  std::optional<Lanes> lanes = lanes_of(call);
  if (!lanes || (!lanes->addresses->getType()->isVectorTy() && is_private(lanes->addresses)))
    return false;
  report(call, *lanes);
  return true;
}

// A size for which ThreadSanitizer has no function.
bool report_odd_size(Instruction& access) {
  const Value* address = getLoadStorePointerOperand(&access);
  if (!address || access.isAtomic() || address->getType()->getPointerAddressSpace() != 0 ||
      is_private(address))
    return false;
  uint64_t size =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  if (isPowerOf2_64(size) && size <= 16) return false;
  auto* object = dyn_cast<GlobalVariable>(getUnderlyingObject(address));
  if (object && object->isConstant()) return false;
  IRBuilder<> builder(&access);
  report_range(builder, const_cast<Value*>(address), builder.getInt64(size),
               isa<StoreInst>(access));
  return true;
}

// A call copies the objects that it passes by value.
bool report_objects_passed(CallBase& call) {
  bool changed = false;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    if (!call.isByValArgument(i) || is_private(call.getArgOperand(i))) continue;
    IRBuilder<> builder(&call);
    uint64_t size = call.getDataLayout().getTypeAllocSize(call.getParamByValType(i));
    report_range(builder, call.getArgOperand(i), builder.getInt64(size), false);
    changed = true;
  }
  return changed;
}

// ThreadSanitizer's pass reports a copy that still exists, and a load that has replaced the copy.
bool is_reported_next(const Instruction& mark, const Value* from, const Value* size) {
  const Instruction* next = mark.getNextNonDebugInstruction();
  if (auto* copy = dyn_cast_or_null<MemTransferInst>(next)) return copy->getRawSource() == from;
  auto* load = dyn_cast_or_null<LoadInst>(next);
  auto* bytes = dyn_cast<ConstantInt>(size);
  return load && bytes && load->getPointerOperand() == from &&
         bytes->getZExtValue() == load->getDataLayout().getTypeStoreSize(load->getType());
}

bool report_copy(Instruction& mark) {
  Value *from = copied_object(mark), *size = from ? mark.getOperand(1) : nullptr;
  if (!from) return false;
  IRBuilder<> builder(&mark);
  if (!is_private(from) && !is_reported_next(mark, from, size))
    report_range(builder, from, size, false);
  mark.eraseFromParent();
  return true;
}

// ThreadSanitizer's pass leaves out accesses to a local variable whose address does not escape. It
// asks whether the address of the member escapes, not that of the variable. So it would miss a
// member of a local variable that another thread has by reference. Empty assembly lets the member
// escape.
bool let_member_escape(Instruction& access) {
  Value* address = getLoadStorePointerOperand(&access);
  if (!address || isa<AllocaInst>(address)) return false;
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  if (!local || PointerMayBeCaptured(address, true, true) ||
      !PointerMayBeCaptured(local, true, true))
    return false;
  IRBuilder<> builder(&access);
  auto* type = FunctionType::get(builder.getVoidTy(), {address->getType()}, false);
  builder.CreateCall(InlineAsm::get(type, "", "r", true), {address});
  return true;
}

}  // namespace

bool accesses_unknown_memory(const IntrinsicInst& call) {
  if (!call.getCalledFunction()->isTargetIntrinsic() || !call.mayReadOrWriteMemory()) return false;
  if (is_whole_load(call) || processor_lanes(call)) return false;
  return any_of(call.args(),
                [](const Use& argument) { return argument->getType()->isPointerTy(); });
}

PreservedAnalyses ReportMissingAccesses::run(Function& function, FunctionAnalysisManager&) {
  if (!reports_accesses(function)) return PreservedAnalyses::all();
  SmallVector<Instruction*, 64> all;
  for (Instruction& instruction : instructions(function))
    if (instruction.mayReadOrWriteMemory()) all.push_back(&instruction);
  bool changed = false;
  for (Instruction* instruction : all) {
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(instruction))
      changed |= report_intrinsic(*intrinsic);
    else if (report_copy(*instruction))
      changed = true;
    else if (auto* call = dyn_cast<CallBase>(instruction))
      changed |= report_objects_passed(*call);
    else
      changed |= report_odd_size(*instruction) || let_member_escape(*instruction);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace omc::pass
