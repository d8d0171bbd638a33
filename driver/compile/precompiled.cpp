// A precompiled header records what it was made from. The form `-include a.h` with a.h.pch beside
// it needs no change: clang uses such a file only when it is included first, where omc's prologue
// is.
#include "compile/precompiled.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/FileSystem.h"

namespace omc::driver {
namespace {

constexpr const char* flag = "-include-pch";

// The header that a precompiled header was made from; empty when it does not exist.
std::string original_of(const std::string& file, const std::string& directory) {
  llvm::SmallString<256> place(file);
  llvm::sys::fs::make_absolute(directory, place);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs());
  clang::DiagnosticsEngine diagnostics(ids, new clang::DiagnosticOptions(),
                                       new clang::IgnoringDiagConsumer());
  clang::FileManager files((clang::FileSystemOptions()));
  clang::RawPCHContainerReader reader;
  std::string original =
      clang::ASTReader::getOriginalSourceFile(place.str().str(), files, reader, diagnostics);
  return llvm::sys::fs::exists(original) ? original : std::string();
}

}  // namespace

Words with_headers_as_text(const Words& words, const std::string& directory) {
  Words result = words;
  for (size_t i = 0; i + 1 < result.size(); i++) {
    if (result[i] != flag) continue;
    // The path follows for the driver, or after another -Xclang for the compiler proper.
    size_t value = result[i + 1] == "-Xclang" ? i + 2 : i + 1;
    if (value >= result.size()) break;
    std::string original = original_of(result[value], directory);
    if (original.empty()) continue;
    result[i] = "-include";
    result[value] = original;
  }
  return result;
}

}  // namespace omc::driver
