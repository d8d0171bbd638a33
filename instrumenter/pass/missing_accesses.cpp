// LLVM 19 instruments loads and stores of 1, 2, 4, 8 and 16 bytes, and copies. It says nothing of
// accesses of other sizes (vectors of 32 bytes, long double), of those to some lanes of a vector
// only, of an object that a call copies, of what an optimised copy leaves out, nor of some members
// of locals.
#include "pass/missing_accesses.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "pass/dead_accesses.h"

using namespace llvm;

namespace omc::pass {

namespace {

constexpr unsigned most_lanes = 64;  // that one call of omc_lanes tells of

bool is_own(const Value* address) {
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  return local && !PointerMayBeCaptured(local, true, true);
}

// Lanes of a vector, of which those that `mask` has are touched. They lie side by side from
// `addresses` on, or each at `addresses` + `offsets`[lane] * `scale`, or at `addresses`[lane].
struct Lanes {
  Value* addresses;
  Value* mask;
  FixedVectorType* data;
  bool is_write;
  Value* offsets = nullptr;
  uint64_t scale = 1;
};

void tell_range(IRBuilder<>& builder, Value* address, Value* size, bool is_write) {
  Module& module = *builder.GetInsertBlock()->getModule();
  auto tell =
      module.getOrInsertFunction(is_write ? "__tsan_write_range" : "__tsan_read_range",
                                 builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(tell, {address, size});
}

void tell_lanes(IRBuilder<>& builder, Value* first, uint64_t size, Value* which, bool is_write) {
  Module& module = *builder.GetInsertBlock()->getModule();
  auto tell = module.getOrInsertFunction("omc_lanes", builder.getVoidTy(), builder.getPtrTy(),
                                         builder.getInt64Ty(), builder.getInt64Ty(),
                                         builder.getInt32Ty());  // of hooks.h
  builder.CreateCall(tell, {first, builder.getInt64(size), which, builder.getInt32(is_write)});
}

// A bit for each lane; some instructions look at the highest bit of each element of their mask.
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

void tell(Instruction& before, const Lanes& lanes) {
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
    tell_lanes(builder, lane_address(builder, lanes, lane), size, bit, lanes.is_write);
  }
  for (unsigned first = 0; !apart && first < count; first += most_lanes) {
    unsigned here = std::min(count - first, most_lanes);
    SmallVector<int, most_lanes> chosen;
    for (unsigned i = 0; i < here; i++) chosen.push_back(static_cast<int>(first + i));
    Value* bits =
        builder.CreateBitCast(builder.CreateShuffleVector(mask, chosen), builder.getIntNTy(here));
    Value* address = builder.CreatePtrAdd(lanes.addresses, builder.getInt64(first * size));
    tell_lanes(builder, address, size, builder.CreateZExt(bits, builder.getInt64Ty()),
               lanes.is_write);
  }
}

// Instructions of the processor that have a mask and are no llvm.masked.*. Their arguments are told
// apart by their types, as Intel orders them: what is behind the address is the index, then the
// mask, or the other way round in a scatter.
std::optional<Lanes> lanes_of_processor(const IntrinsicInst& call) {
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
      return lanes_of_processor(call);
  }
}

// As many elements side by side as the mask has bits.
bool tell_packed(IntrinsicInst& call) {
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
  tell_range(builder, call.getArgOperand(is_write ? 1 : 0), size, is_write);
  return true;
}

// lddqu is a load that may read the bytes in two pieces.
bool is_whole_load(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::x86_sse3_ldu_dq ||
         call.getIntrinsicID() == Intrinsic::x86_avx_ldu_dq_256;
}

bool tell_intrinsic(IntrinsicInst& call) {
  if (is_whole_load(call)) {
    IRBuilder<> builder(&call);
    tell_range(builder, call.getArgOperand(0),
               builder.getInt64(call.getDataLayout().getTypeStoreSize(call.getType())), false);
    return true;
  }
  if (tell_packed(call)) return true;
  std::optional<Lanes> lanes = lanes_of(call);
  if (!lanes || (!lanes->addresses->getType()->isVectorTy() && is_own(lanes->addresses)))
    return false;
  tell(call, *lanes);
  return true;
}

// Of a size that has no call of its own.
bool tell_odd_size(Instruction& access) {
  const Value* address = getLoadStorePointerOperand(&access);
  if (!address || access.isAtomic() || address->getType()->getPointerAddressSpace() != 0 ||
      is_own(address))
    return false;
  uint64_t size =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  if (isPowerOf2_64(size) && size <= 16) return false;
  auto* object = dyn_cast<GlobalVariable>(getUnderlyingObject(address));
  if (object && object->isConstant()) return false;
  IRBuilder<> builder(&access);
  tell_range(builder, const_cast<Value*>(address), builder.getInt64(size), isa<StoreInst>(access));
  return true;
}

// A call copies the objects which it is given by value.
bool tell_objects_passed(CallBase& call) {
  bool told = false;
  for (unsigned i = 0; i < call.arg_size(); i++) {
    if (!call.isByValArgument(i) || is_own(call.getArgOperand(i))) continue;
    IRBuilder<> builder(&call);
    uint64_t size = call.getDataLayout().getTypeAllocSize(call.getParamByValType(i));
    tell_range(builder, call.getArgOperand(i), builder.getInt64(size), false);
    told = true;
  }
  return told;
}

// A copy that is still there is told with what it writes, and one that became a load as that.
bool is_told_next(const Instruction& mark, const Value* from, const Value* size) {
  const Instruction* next = mark.getNextNonDebugInstruction();
  if (auto* copy = dyn_cast_or_null<MemTransferInst>(next)) return copy->getRawSource() == from;
  auto* load = dyn_cast_or_null<LoadInst>(next);
  auto* bytes = dyn_cast<ConstantInt>(size);
  return load && bytes && load->getPointerOperand() == from &&
         bytes->getZExtValue() == load->getDataLayout().getTypeStoreSize(load->getType());
}

bool tell_copy(Instruction& mark) {
  Value *from = copied_object(mark), *size = from ? mark.getOperand(1) : nullptr;
  if (!from) return false;
  IRBuilder<> builder(&mark);
  if (!is_own(from) && !is_told_next(mark, from, size)) tell_range(builder, from, size, false);
  mark.eraseFromParent();
  return true;
}

// The compiler's instrumentation leaves out accesses to a local variable whose address does not
// leave the function, and asks that of the address of the member, not of the variable: a member of
// a local that a thread was given by reference would be missed. An empty instruction that takes the
// address makes it see.
bool show_member(Instruction& access) {
  auto* address = const_cast<Value*>(getLoadStorePointerOperand(&access));
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

bool touches_unknown_memory(const IntrinsicInst& call) {
  if (!call.getCalledFunction()->isTargetIntrinsic() || !call.mayReadOrWriteMemory()) return false;
  if (is_whole_load(call) || lanes_of_processor(call)) return false;
  return any_of(call.args(),
                [](const Use& argument) { return argument->getType()->isPointerTy(); });
}

PreservedAnalyses TellUntold::run(Function& function, FunctionAnalysisManager&) {
  if (!function.hasFnAttribute(Attribute::SanitizeThread)) return PreservedAnalyses::all();
  SmallVector<Instruction*, 64> all;
  for (Instruction& instruction : instructions(function))
    if (instruction.mayReadOrWriteMemory()) all.push_back(&instruction);
  bool changed = false;
  for (Instruction* instruction : all) {
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(instruction))
      changed |= tell_intrinsic(*intrinsic);
    else if (tell_copy(*instruction))
      changed = true;
    else if (auto* call = dyn_cast<CallBase>(instruction))
      changed |= tell_objects_passed(*call);
    else
      changed |= tell_odd_size(*instruction) || show_member(*instruction);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace omc::pass
