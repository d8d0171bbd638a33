#include "platform/assert.h"
#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "world/border.h"
#include "world/current.h"
#include "world/world.h"

using namespace omc;

namespace {

const omc_loop* loop;

uint64_t size_of(int64_t step) { return static_cast<uint64_t>(step < 0 ? -step : step); }

// Below this many fast iterations the call does not pay. The loop then runs some slow ones and asks
// again.
constexpr uint64_t fewest_iterations = 16, iterations_between = 64;

[[gnu::noinline]] uint64_t iterations_allowed() {
  if (!private_cache.enabled || !inside()) return 0;
  bool passed_none = omc_fast_path.hooks_left == checker.last_hooks_left;
  if (world().current->synchronised && passed_none) return 0;
  uint64_t iterations = omc_fast_path.hooks_left / loop->max_hooks,
           most = UINT32_MAX / size_of(loop->step);
  if (most < iterations) iterations = most;
  for (unsigned i = 0; i < loop->stride_count && iterations >= fewest_iterations; i++) {
    const omc_stride& stride = loop->strides[i];
    uint64_t allowed =
        private_iterations(omc_fast_path.stride_addresses[i] + static_cast<uint64_t>(stride.step),
                           stride.step, stride.size);
    if (allowed < iterations) iterations = allowed;
  }
  return iterations >= fewest_iterations ? iterations : 0;
}

}  // namespace

void omc_begin_fast_iterations(uint64_t induction, const omc_loop* of) {
  loop = of;
  omc_fast_path.fast_begin = induction;
  omc_fast_path.extra_hooks = 0;
  uint64_t iterations = iterations_allowed();
  omc_fast_path.fast_range = iterations * size_of(of->step);
  omc_fast_path.slow_iterations_left = iterations ? 1 : iterations_between;
  clear_a_little_below();
  leave_no_traces();
}

void omc_end_fast_iterations(uint64_t induction, uint64_t common_hooks_passed) {
  OMC_ASSERT(loop->step != 0);
  uint64_t distance =
      loop->step > 0 ? induction - omc_fast_path.fast_begin : omc_fast_path.fast_begin - induction;
  if (loop->width == 32) distance = static_cast<uint32_t>(distance);
  omc_fast_path.hooks_left -= distance / size_of(loop->step) * loop->common_hooks +
                              common_hooks_passed + omc_fast_path.extra_hooks;
  leave_no_traces();
}
