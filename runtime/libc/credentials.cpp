// User and group ids: rows in libc/credentials.def.
#include "threads/credentials.h"

#include <errno.h>
#include <grp.h>
#include <unistd.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"

namespace omc {

#include "libc/credentials.def"

namespace {

constexpr uint32_t same = ~uint32_t{0};

int as_errno(long result) {
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

int join_groups_of(const char* user, gid_t group) {
  gid_t groups[max_groups] = {};
  int count = max_groups;
  if (getgrouplist(user, group, groups, &count) < 0) return as_errno(-EINVAL);
  return as_errno(set_more_groups(static_cast<size_t>(count), groups));
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/credentials.def"

}  // namespace omc
