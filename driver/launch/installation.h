// Where omc's own files are: found beside the running executable, in a build tree as in an
// installed one, so that an installation can be moved.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc {

struct Installation {
  std::string executable;
  std::string library;   // libomc.so
  std::string versions;  // omc-versions.so beside it
  std::string link;  // what programs are linked with: it has the name of libomc.so and less in it
  std::string include;  // the folder of omc.h
  std::string hooks;    // omc/hooks.h in it
  std::string open;     // libomc-open.so, for GCC
  std::string cmake;    // the folder of the CMake package
};

llvm::Expected<Installation> find_installation();

// The compiler that stands behind omc-cc or omc-c++, after OMC_CC and OMC_CXX.
std::string c_compiler();
std::string cxx_compiler();

// GCC, by its name or by the name of what it is a link to (cc, c++).
bool is_gcc(const std::string& compiler);

// Whether a compiler can load omc-versions.so: it has the LLVM in it that this was built for.
bool takes_versions(const std::string& compiler);

// Where a command is, looked up in PATH unless it has a slash; empty when it is nowhere.
std::string find_command(const std::string& command);

}  // namespace omc
