// Functions with results in memory, and functions that keep something for all threads: rows in
// libc/misc.def.
#include <arpa/inet.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"

namespace omc {

#include "libc/misc.def"

// drand48 and its relatives keep this from one call to the next, for all threads. Only its address
// is used, and its name in reports.
extern "C" char state_of_drand48;
char state_of_drand48;

namespace {

unsigned draw_number() {
  unsigned number = 0;
  draw_random(world().chance, reinterpret_cast<unsigned char*>(&number), sizeof number);
  return number;
}

size_t address_size(int family) { return family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr); }

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/misc.def"

}  // namespace omc
