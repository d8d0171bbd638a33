#include "sync/spurious.h"

#include "world/events.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {

bool may_be_spurious() {
  checker.run->has_spurious_places = 1;
  return world().chance.spurious < checker.options.spurious;
}

void count_spurious() { world().chance.spurious++; }

bool fails_spuriously(const void* object) {
  if (!may_be_spurious()) return false;
  bool fails = point(Op::spurious, object, 0, 2);
  if (fails) count_spurious();
  happened(Op::spurious, object, fails);
  return fails;
}

}  // namespace omc
