// The files of omc itself. They are found beside the running executable, in a build tree as in an
// installation, so an installation can be moved.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc::driver {

struct Installation {
  std::string executable;
  std::string library;   // libomc.so
  std::string versions;  // omc-versions.so beside it
  std::string link;      // the stand-in for libomc.so that programs are linked with
  std::string include;   // the folder of omc.h
  std::string hooks;     // omc/hooks.h in it
  std::string open;      // libomc-open.so, which is loaded into GCC
  // Of --omc-mode=atomic: its library, as an archive too, and its plugin of the compiler.
  std::string atomic_library, atomic_archive, atomic_plugin;
  std::string cmake;  // the folder of the CMake package
  std::string gdb;    // omc_gdb.py
};

llvm::Expected<Installation> find_installation();

}  // namespace omc::driver
