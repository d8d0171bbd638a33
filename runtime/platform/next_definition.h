// The next definition of a function: the one after libomc's in the loader's search order. Without
// omc, the program would call it.
#pragma once

#include <dlfcn.h>

namespace omc {

// False when nothing that is loaded after libomc defines the name. dlsym would then allocate an
// error text, from a heap that may not exist yet.
bool may_be_loaded(const char* name);

template <class F>
F next_definition(const char* name, const char* version = nullptr) {
  if (!may_be_loaded(name)) return nullptr;
  void* found = version ? dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (!found) found = dlsym(RTLD_NEXT, name);
  if (!found) dlerror();  // the program's next dlerror must not report this
  return reinterpret_cast<F>(found);
}

// The first definition after libomc in all loaded files, even those loaded with RTLD_LOCAL. Only
// for functions with one version. Does not allocate.
void* find_loaded(const char* name);

// The same for a function that was not loaded when libomc was initialised, or is called before
// that.
template <class F>
F late_definition(const char* name, const char* version = nullptr) {
  bool is_of_cxx =
      name[0] == '_' &&
      (name[1] == 'Z' || (name[1] == '_' && name[2] == 'c'));  // a mangled name, or __cxa_…
  void* found = is_of_cxx ? find_loaded(name) : nullptr;
  return found ? reinterpret_cast<F>(found) : next_definition<F>(name, version);
}

// The section of variables that hold late definitions. When the program unloads a library, all are
// reset, because the library may contain one of them.
#define LATE_DEFINITIONS "omc_late"
void forget_late_definitions();

}  // namespace omc

// The next definition of a function that has no row in libc/interposed.def.
#define REAL(name)                                                     \
  ([] {                                                                \
    static auto real = omc::next_definition<decltype(&(name))>(#name); \
    return real;                                                       \
  }())
