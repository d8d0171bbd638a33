#include "heap/reuse.h"

#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

bool can_reuse() {
  const Thread& thread = current_thread();
  return world().thread_count > 1 && !thread.atomic_depth && !thread.takes_no_steps && !thread.done;
}

bool may_reuse() { return world().chance.reused < checker.options.reuse; }

void record_reuse_place() { checker.run->has_reuse_places = 1; }

void count_reuse() { world().chance.reused++; }

}  // namespace omc
