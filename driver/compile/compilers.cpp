// Names decide: clang and GCC are known by the name of the file that a command leads to.
#include "compile/compilers.h"

#include <cstdlib>

#include <fmt/format.h>

#include "launch/command.h"
#include "launch/program.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string from_environment(const char* variable, const char* otherwise) {
  const char* value = getenv(variable);
  return value && *value ? value : otherwise;
}

// gcc, g++, x86_64-linux-gnu-g++-12; not clang-g++.
bool has_gcc_name(llvm::StringRef file) {
  llvm::StringRef name = path::filename(file).rtrim("0123456789.").rtrim('-');
  if (name.contains("clang")) return false;
  return name == "gcc" || name == "g++" || name.ends_with("-gcc") || name.ends_with("-g++");
}

}  // namespace

std::string c_compiler() { return from_environment("OMC_CC", "clang-19"); }
std::string cxx_compiler() { return from_environment("OMC_CXX", "clang++-19"); }

// Clang and GCC can be made to read other texts than those on disk; other compilers cannot. The
// replacement also covers omc-cc itself, in a project that goes through omc twice.
llvm::Expected<std::string> resolve_compiler(const std::string& command) {
  std::string found = find_command(command);
  if (found.empty())
    return user_error(fmt::format("compiler {} not found", command),
                      "install it, or name another in OMC_CC and OMC_CXX");
  llvm::SmallString<256> real;
  if (!fs::real_path(found, real) && path::filename(real).contains("clang")) return found;
  if (path::filename(found).contains("clang") || is_gcc(found)) return found;
  std::string ours = path::filename(found).contains("++") ? cxx_compiler() : c_compiler();
  std::string ours_found = find_command(ours);
  if (ours_found.empty())
    return user_error(fmt::format("compiler {} not found", ours),
                      "install clang-19, or name another clang in OMC_CC and OMC_CXX");
  return ours_found;
}

bool is_gcc(const std::string& compiler) {
  llvm::SmallString<256> real;
  return has_gcc_name(compiler) || (!fs::real_path(compiler, real) && has_gcc_name(real));
}

bool takes_versions(const std::string& compiler) {
  llvm::SmallString<256> file;
  if (fs::real_path(compiler, file)) return false;
  return needs_library(file.str().str(),
                       fmt::format("libLLVM.so.{}.{}", LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR));
}

}  // namespace omc::driver
