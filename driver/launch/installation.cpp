// Finds libomc.so and omc.h relative to the executable. In a build tree the headers stay in the
// source tree, whose path is compiled in.
#include "launch/installation.h"

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

llvm::Expected<Installation> find_installation() {
  Installation found;
  llvm::SmallString<256> executable;
  if (fs::real_path("/proc/self/exe", executable))
    return user_error("cannot read /proc/self/exe", "omc needs /proc mounted");
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
  std::string folder(path::parent_path(found.library));
  found.atomic_library = folder + "/libomc-atomic.so";
  found.atomic_archive = folder + "/libomc-atomic.a";
  found.atomic_plugin = folder + "/omc/omc-atomic.so";
  found.cmake = path::parent_path(found.library).str() + "/cmake/omc";
  found.gdb = root + "/share/omc/omc_gdb.py";
  return found;
}

}  // namespace omc::driver
