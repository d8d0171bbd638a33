#include "quick.h"

namespace {

const omc_loop* loop;

uint64_t step_size() { return static_cast<uint64_t>(loop->step < 0 ? -loop->step : loop->step); }

}  // namespace

// Small, without a frame: what these leave on the stack and in registers may become part of the state.
void omc_begin_rounds(uint64_t count, const omc_loop* of, uint64_t passed) {
  loop = of;
  omc_quick.rounds_begin = count;
  omc_quick.extra_hooks = -passed;
  uint64_t rounds = omc_quick.hooks_left / of->most, most = UINT32_MAX / step_size();
  omc_quick.rounds_allowed = (rounds < most ? rounds : most) * step_size();
}

void omc_end_rounds(uint64_t count, uint64_t passed) {
  uint64_t far = loop->step > 0 ? count - omc_quick.rounds_begin : omc_quick.rounds_begin - count;
  if (loop->width == 32) far = static_cast<uint32_t>(far);
  omc_quick.hooks_left -= far / step_size() * loop->each + passed + omc_quick.extra_hooks;
}
