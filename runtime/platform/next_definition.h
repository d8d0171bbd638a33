// The next definition of a function: the one behind libomc's in the order of the loader's search,
// which the program would call without omc.
#pragma once

#include <dlfcn.h>

namespace omc {

// False when nothing that is loaded behind libomc defines the name. dlsym would allocate memory for
// its error text, from a heap that may not exist yet.
bool may_be_loaded(const char* name);

template <class F>
F next_definition(const char* name, const char* version = nullptr) {
  if (!may_be_loaded(name)) return nullptr;
  void* found = version ? dlvsym(RTLD_NEXT, name, version) : nullptr;
  if (!found) found = dlsym(RTLD_NEXT, name);
  if (!found) dlerror();  // the program's own first call of it must not report this
  return reinterpret_cast<F>(found);
}

// The first definition behind libomc in anything that is loaded now, even if the program has loaded
// that for itself alone. Only for functions with one version. Allocates nothing.
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

// The section of variables that hold late definitions. A library that the program unloads may hold
// one of them, so all are forgotten then.
#define LATE_DEFINITIONS "omc_late"
void forget_late_definitions();

}  // namespace omc

// The next definition of a function, for those that are not in libc/interposed.def with their own.
#define REAL(name)                                                   \
  ([] {                                                              \
    static auto real = omc::next_definition<decltype(&name)>(#name); \
    return real;                                                     \
  }())
