// Looks for libomc.so and omc.h relative to the executable; the build tree's headers are known from
// when omc was compiled.
#include "launch/installation.h"

#include <cstdlib>

#include <fmt/format.h>

#include "launch/program.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "user_error.h"

namespace omc {
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<Installation> find_installation() {
  Installation found;
  llvm::SmallString<256> executable;
  if (fs::real_path("/proc/self/exe", executable))
    return user_error("can not read /proc/self/exe", "omc needs /proc mounted");
  found.executable = executable.str().str();
  std::string root(path::parent_path(path::parent_path(executable)));
  for (const char* folder : {OMC_LIBDIR, "lib", "lib64"}) {
    std::string library = fmt::format("{}/{}/libomc.so", root, folder);
    if (found.library.empty() && fs::exists(library)) found.library = library;
  }
  found.link = (path::parent_path(found.library) + "/omc/libomc-link.so").str();
  found.versions = (path::parent_path(found.library) + "/omc-versions.so").str();
  for (const std::string& include : {root + "/include", std::string(OMC_SOURCE_INCLUDE)})
    if (found.include.empty() && fs::exists(include + "/omc/hooks.h")) found.include = include;
  if (found.library.empty())
    return user_error(fmt::format("libomc.so is not in {}/{}", root, OMC_LIBDIR),
                      "build or install omc again, and keep bin/ and lib/ together");
  for (const std::string& file : {found.versions, found.link})
    if (!fs::exists(file))
      return user_error(fmt::format("{} is missing", file),
                        "build or install omc again, and keep the files of lib/ together");
  if (found.include.empty())
    return user_error(fmt::format("omc/hooks.h is not in {}/include", root),
                      "build or install omc again, and keep bin/ and include/ together");
  found.hooks = found.include + "/omc/hooks.h";
  found.open = path::parent_path(found.library).str() + "/omc/libomc-open.so";
  found.cmake = path::parent_path(found.library).str() + "/cmake/omc";
  return found;
}

static std::string from_environment(const char* variable, const char* otherwise) {
  const char* value = getenv(variable);
  return value && *value ? value : otherwise;
}

std::string c_compiler() { return from_environment("OMC_CC", "clang-19"); }
std::string cxx_compiler() { return from_environment("OMC_CXX", "clang++-19"); }

// gcc, g++, x86_64-linux-gnu-g++-12; not clang-g++.
static bool has_gcc_name(llvm::StringRef file) {
  llvm::StringRef name = path::filename(file).rtrim("0123456789.").rtrim('-');
  if (name.contains("clang")) return false;
  return name == "gcc" || name == "g++" || name.ends_with("-gcc") || name.ends_with("-g++");
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

std::string find_command(const std::string& command) {
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(command)) return *found;
  return {};
}

}  // namespace omc
