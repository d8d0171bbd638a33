#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "world/border.h"
#include "world/current.h"
#include "world/world.h"

using namespace omc;

namespace {

const omc_loop* loop;

uint64_t size_of(int64_t step) { return static_cast<uint64_t>(step < 0 ? -step : step); }

// Few are not worth the call.
constexpr uint64_t fewest_rounds = 16, rounds_between = 64;

[[gnu::noinline]] uint64_t rounds_allowed() {
  if (!known.any || !inside()) return 0;
  bool passed_none = omc_quick.hooks_left == checker.hooks_given;
  if (world().current->synchronised && passed_none) return 0;
  uint64_t rounds = omc_quick.hooks_left / loop->most, most = UINT32_MAX / size_of(loop->step);
  if (most < rounds) rounds = most;
  for (unsigned i = 0; i < loop->walk_count && rounds >= fewest_rounds; i++) {
    const omc_walk& walk = loop->walks[i];
    uint64_t known =
        known_walk(omc_quick.walks[i] + static_cast<uint64_t>(walk.step), walk.step, walk.size);
    if (known < rounds) rounds = known;
  }
  return rounds >= fewest_rounds ? rounds : 0;
}

}  // namespace

void omc_begin_rounds(uint64_t count, const omc_loop* of) {
  loop = of;
  omc_quick.rounds_begin = count;
  omc_quick.extra_hooks = 0;
  uint64_t rounds = rounds_allowed();
  omc_quick.rounds_allowed = rounds * size_of(of->step);
  omc_quick.until_turn = rounds ? 1 : rounds_between;
  clear_a_little_below();
  leave_no_traces();
}

void omc_end_rounds(uint64_t count, uint64_t passed) {
  uint64_t far = loop->step > 0 ? count - omc_quick.rounds_begin : omc_quick.rounds_begin - count;
  if (loop->width == 32) far = static_cast<uint32_t>(far);
  omc_quick.hooks_left -= far / size_of(loop->step) * loop->each + passed + omc_quick.extra_hooks;
  leave_no_traces();
}
