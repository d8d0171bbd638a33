// Which version of the source's function an LLVM function is. The pipeline passes the answer along
// in names and attributes, because a pass has only the module.
//
//   f        the dispatcher: continues in f.omc while the program is explored, else in f.plain
//   f.omc    the explored version: reports statements and accesses to libomc
//   f.plain  the plain version: compiled as without omc
//
// A function that has a single version (pass/single_version.h) keeps its name and its body.
#pragma once

#include "llvm/IR/Function.h"

namespace omc::pass {

constexpr llvm::StringRef omc_suffix = ".omc", plain_suffix = ".plain";
constexpr llvm::StringRef single_version_attribute = "omc-has-one-version",
                          dispatcher_attribute = "omc-dispatches";

inline bool is_dispatcher(const llvm::Function& function) {
  return function.hasFnAttribute(dispatcher_attribute);
}

inline bool has_single_version(const llvm::Function& function) {
  return function.hasFnAttribute(single_version_attribute);
}

// While a function has this attribute, its accesses are to be reported or are reported already
// (pass/sanitize_attribute.h).
inline bool reports_accesses(const llvm::Function& function) {
  return function.hasFnAttribute(llvm::Attribute::SanitizeThread);
}

inline bool is_explored_version(const llvm::Function& function) {
  return function.getName().ends_with(omc_suffix);
}

inline bool is_plain_version(const llvm::Function& function) {
  return function.getName().ends_with(plain_suffix);
}

}  // namespace omc::pass
