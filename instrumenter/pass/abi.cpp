#include "pass/abi.h"

using namespace llvm;

namespace omc::pass::abi {

static FunctionCallee procedure(Module& module, StringRef name, ArrayRef<Type*> parameters) {
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), parameters, false);
  return module.getOrInsertFunction(name, type);
}

static Type* pointer(Module& module) { return PointerType::getUnqual(module.getContext()); }
static Type* word(Module& module) { return Type::getInt64Ty(module.getContext()); }

FunctionCallee lanes(Module& module) {
  Type* is_write = Type::getInt32Ty(module.getContext());
  return procedure(module, "omc_lanes", {pointer(module), word(module), word(module), is_write});
}

FunctionCallee weak_fails(Module& module) {
  auto* type = FunctionType::get(Type::getInt32Ty(module.getContext()), {pointer(module)}, false);
  return module.getOrInsertFunction(weak_fails_name, type);
}

FunctionCallee undefined(Module& module) {
  return procedure(module, undefined_name, {pointer(module)});
}

FunctionCallee access_range(Module& module, bool is_write) {
  return procedure(module, is_write ? "__tsan_write_range" : "__tsan_read_range",
                   {pointer(module), word(module)});
}

uint64_t access_size(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front("__tsan_read") && !name.consume_front("__tsan_write")) return 0;
  uint64_t size;
  return name.getAsInteger(10, size) ? 0 : size;
}

bool is_atomic_addition(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  unsigned bits;
  return name.consume_front("__tsan_atomic") && !name.consumeInteger(10, bits) &&
         (name == "_fetch_add" || name == "_fetch_sub");
}

Constant* fast_path_field(Module& module, size_t offset) {
  Type* byte = Type::getInt8Ty(module.getContext());
  Constant* whole = module.getOrInsertGlobal(__omc_versioned("omc_fast_path"),
                                             ArrayType::get(byte, sizeof(omc_fast_path_state)));
  return ConstantExpr::getGetElementPtr(byte, whole, ConstantInt::get(word(module), offset));
}

FunctionCallee begin_fast_iterations(Module& module) {
  return procedure(module, "omc_begin_fast_iterations", {word(module), pointer(module)});
}

FunctionCallee end_fast_iterations(Module& module) {
  return procedure(module, "omc_end_fast_iterations", {word(module), word(module)});
}

}  // namespace omc::pass::abi
