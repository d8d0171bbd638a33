// The C library's own version of a function that this library defines too.
#pragma once

#include <dlfcn.h>

namespace omc {

template <class F>
F next_definition(const char* name, const char* version = nullptr) {
  void* found = version ? dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (!found) found = dlsym(RTLD_NEXT, name);
  if (!found) dlerror();  // the program's own first call of it must not tell of this
  return reinterpret_cast<F>(found);
}

}  // namespace omc

#define REAL(name) ([] { static auto real = omc::next_definition<decltype(&name)>(#name); return real; }())
// Condition variables have two versions, and asked for none dlsym gives the old one.
#define REAL_COND(name) \
  ([] { static auto real = omc::next_definition<decltype(&name)>(#name, "GLIBC_2.3.2"); return real; }())
