// dlclose: rows in libc/loader.def. The next definition of a function may lie in a library that the
// program unloads.
#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "world/border.h"

namespace omc {

#include "libc/loader.def"

namespace {

// Late definitions are forgotten before, and again for functions that were called meanwhile.
template <class Call>
int close_library(Call call) {
  forget_late_definitions();
  int result = call();
  forget_late_definitions();
  clear_below();
  leave_no_traces();
  return result;
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/loader.def"

}  // namespace omc
