// The C library's own version of a function that this library defines too.
#pragma once

#include <dlfcn.h>

namespace omc {

// False when nothing that is loaded behind this library defines the name. To ask dlsym for such a
// one takes memory, of a heap that may not be there yet.
bool may_be_loaded(const char* name);

template <class F>
F next_definition(const char* name, const char* version = nullptr) {
  if (!may_be_loaded(name)) return nullptr;
  void* found = version ? dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (!found) found = dlsym(RTLD_NEXT, name);
  if (!found) dlerror();  // the program's own first call of it must not tell of this
  return reinterpret_cast<F>(found);
}

// The first definition behind this library in anything that is loaded now, which the program may
// have loaded for itself alone. For what has one version only. Takes no memory.
void* find_loaded(const char* name);

// The same for a function that was not there when this library was initialised, or is called before
// that.
template <class F>
F late_definition(const char* name) {
  bool is_of_cxx =
      name[0] == '_' &&
      (name[1] == 'Z' || (name[1] == '_' && name[2] == 'c'));  // a mangled name, or __cxa_…
  void* found = is_of_cxx ? find_loaded(name) : nullptr;
  return found ? reinterpret_cast<F>(found) : next_definition<F>(name);
}

// Where those that were found late are kept. They may lie in what the program has loaded for itself
// and unloads again: then they are looked for anew (dlclose in platform/next_definition.cpp).
#define LATE_DEFINITIONS "omc_late"

}  // namespace omc

#define REAL(name)                                                   \
  ([] {                                                              \
    static auto real = omc::next_definition<decltype(&name)>(#name); \
    return real;                                                     \
  }())
// Condition variables have two versions, and asked for none dlsym gives the old one.
#define REAL_COND(name)                                                             \
  ([] {                                                                             \
    static auto real = omc::next_definition<decltype(&name)>(#name, "GLIBC_2.3.2"); \
    return real;                                                                    \
  }())
