// Functions without instrumentation whose accesses libomc records all the same, so that a call of
// one need not be announced as external.
#pragma once

#include "llvm/ADT/StringSet.h"
#include "pass/abi.h"

// libomc defines them: rows with the word COMPLETE in runtime/libc/interposed.def.
#define COMPLETE_SYMBOL(symbol) symbol,
#include "libc/rows_as_names.h"

namespace omc::pass {

inline const char* const interposed_functions[] = {
#include "libc/interposed.def"
};

// The hooks that the passes themselves insert.
inline constexpr llvm::StringLiteral hook_functions[] = {
    abi::passable_hook,   abi::done,           abi::external,        abi::external_return,
    abi::external_call,   abi::external_named, abi::external_memory, abi::external_assembly,
    "omc_lanes",          "__tsan_read_range", "__tsan_write_range", abi::undefined_name,
    abi::weak_fails_name,
};

// Functions of the C++ library that only call interposed ones, or touch the stack of their caller.
// clang-format off
inline const char* const harmless_functions[] = {
    "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread6_StateD1Ev", "_ZNSt6thread6_StateD2Ev",
    "_ZNSt18condition_variableC1Ev", "_ZNSt18condition_variableC2Ev",
    "_ZNSt18condition_variableD1Ev", "_ZNSt18condition_variableD2Ev",
    "_ZNSt18condition_variable10notify_oneEv", "_ZNSt18condition_variable10notify_allEv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    ("_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIl"
     "St5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"),
};
// clang-format on

inline bool is_recorded_by_libomc(llvm::StringRef name) {
  static const llvm::StringSet<> recorded = [] {
    llvm::StringSet<> names;
    for (const char* function : interposed_functions) names.insert(function);
    for (llvm::StringRef function : hook_functions) names.insert(function);
    for (const char* function : harmless_functions) names.insert(function);
    return names;
  }();
  return recorded.contains(name);
}

}  // namespace omc::pass
