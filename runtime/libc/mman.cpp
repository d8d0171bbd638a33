// munmap and its relatives: rows in libc/mman.def.
#include <sys/mman.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/lifetimes.h"

namespace omc {

#include "libc/mman.def"

#include "libc/rows_as_functions.h"

#include "libc/mman.def"

}  // namespace omc
