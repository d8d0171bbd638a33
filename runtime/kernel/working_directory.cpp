#include "kernel/working_directory.h"

#include <sys/stat.h>

#include "platform/raw_syscall.h"
#include "snapshot/undo_log.h"
#include "world/world.h"

namespace omc {

long change_directory(const Call& call) {
  log_directory_change();
  long result = pass_on(call);
  note_directory();
  return result;
}

void note_directory() {
  struct stat status{};
  raw_syscall(SYS_stat, as_long("."), as_long(&status));
  world().directory = {status.st_dev, status.st_ino};
}

}  // namespace omc
