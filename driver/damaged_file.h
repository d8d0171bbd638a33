// Reads files that may be damaged. LLVM's readers return errors for most mistakes in an ELF file or
// in debug information; others are fatal or crash. A read that crashes has no result, and its file
// is not read again.
#pragma once

#include <optional>
#include <string>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace omc::driver {

// Whether a read of the file has crashed.
bool is_damaged(const std::string& file);

// Runs `read` unless the file is damaged. False when it has not run to its end: the file is damaged
// from then on, and what `read` has made must not be used, not even by a destructor.
bool runs_to_end(const std::string& file, llvm::function_ref<void()> read);

// What `read` returns, or a default value.
template <class Read>
auto read_safely(const std::string& file, Read read) {
  std::optional<decltype(read())> out;
  if (!runs_to_end(file, [&] { out = read(); })) return decltype(read()){};
  return std::move(*out);
}

}  // namespace omc::driver
