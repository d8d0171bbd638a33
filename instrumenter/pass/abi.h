// The ABI between instrumented code and libomc, as the passes need it: the names of what
// omc/hooks.h and omc/fast_path.h declare in C, and the declarations that go with these names. No
// other file of the plugin spells such a name.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "omc/fast_path.h"

namespace omc::pass::abi {

using Name = llvm::StringLiteral;

// ---- Of omc/hooks.h ----

constexpr Name awake = __omc_versioned("omc_awake");  // int: nonzero while the program is explored
constexpr Name hook = "omc_hook_at", passable_hook = "omc_pass_hook_at", done = "omc_done_at";

// Announcements of what libomc cannot observe itself (pass/external_calls.h).
constexpr Name external = "omc_external", external_return = "omc_external_return",
               external_call = "omc_external_call", external_named = "omc_external_named",
               external_memory = "omc_external_memory", external_assembly = "omc_external_assembly";

// The text of the empty assembly by which the source of a function asks for no_sanitize("thread").
constexpr Name no_sanitize_mark = __omc_no_sanitize_text;

// void(ptr first, i64 size, i64 which, i32 is_write)
llvm::FunctionCallee lanes(llvm::Module& module);
constexpr unsigned max_lanes = 64;  // of one call
// i32(ptr object)
constexpr Name weak_fails_name = "omc_weak_fails";
llvm::FunctionCallee weak_fails(llvm::Module& module);
// void(ptr text)
constexpr Name undefined_name = "omc_undefined";
llvm::FunctionCallee undefined(llvm::Module& module);

// ---- Of ThreadSanitizer, whose instrumentation pass the compiler runs ----

// void(ptr address, i64 size)
llvm::FunctionCallee access_range(llvm::Module& module, bool is_write);
// The size that a call __tsan_readN or __tsan_writeN reports; 0 for any other call.
uint64_t access_size(const llvm::CallBase& call);
// __tsan_atomicN_fetch_add or _sub; the memory order is the last argument.
bool is_atomic_addition(const llvm::CallBase& call);

// ---- Of omc/fast_path.h ----

// The address of a field of omc_fast_path, by its offset in omc_fast_path_state.
llvm::Constant* fast_path_field(llvm::Module& module, size_t offset);
// void(i64 induction, ptr loop)
llvm::FunctionCallee begin_fast_iterations(llvm::Module& module);
// void(i64 induction, i64 common_hooks_passed)
llvm::FunctionCallee end_fast_iterations(llvm::Module& module);

// ---- For the driver ----

// The section with the list of statements (pass/statement_list.h), which driver/debuginfo reads.
constexpr Name statement_section = ".omc_statements";

}  // namespace omc::pass::abi
