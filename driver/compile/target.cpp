// The first word decides: a C or C++ source begins a list of sources, any other word is a program
// and everything after it belongs to that program.
#include "compile/target.h"

#include <fmt/format.h>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

bool is_source(const std::string& file) {
  llvm::StringRef extension = llvm::sys::path::extension(file);
  for (llvm::StringRef known : {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP"})
    if (extension == known) return true;
  return false;
}

}  // namespace

llvm::Expected<Target> read_target(Words words) {
  Target target;
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  if (words.empty())
    return user_error("no program to check", "for example: omc check ./prog, or omc check foo.cpp");
  if (!is_source(words[0])) {
    target.program = words[0];
    target.arguments.assign(words.begin() + 1, words.end());
    return target;
  }
  size_t i = 0;
  for (; i < words.size() && words[i] != "--"; i++) {
    if (!is_source(words[i]))
      return user_error(fmt::format("'{}' stands among the sources but is not a source", words[i]),
                        "options go before the sources; compiler flags go after --, and the "
                        "program's arguments after a second --");
    target.sources.push_back(words[i]);
  }
  for (i++; i < words.size() && words[i] != "--"; i++) target.compiler_flags.push_back(words[i]);
  for (i++; i < words.size(); i++) target.arguments.push_back(words[i]);
  return target;
}

}  // namespace omc::driver
