// The file says itself what it was made from. Another form, `-include a.h` with a.h.pch beside it,
// needs no change: such a file is used only where it is the first that is included, and there omc
// has its prologue.
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

// The header that a precompiled one was made from; empty when there is none.
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
    // To the driver, or one word at a time to the compiler proper.
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
