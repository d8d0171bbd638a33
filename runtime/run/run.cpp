#include "run/run.h"

namespace omc {

void init_run(Run& run, uint64_t bytes, Mode mode) {
  constexpr uint64_t page = 4096;
  run.magic = run_magic;
  run.bytes = bytes;
  run.mode = mode;
  // An eighth for schedules, outputs and traces, the rest for the visited table. Both are sparse.
  run.pool_begin = (sizeof(Run) + page - 1) / page * page;
  run.pool_end = run.pool_begin + (bytes - run.pool_begin) / 8 / page * page;
  if (mode == Mode::replay) run.pool_end = bytes / page * page;
  run.pool_next = run.pool_begin;
  run.table_begin = run.pool_end;
  run.table_end = bytes / page * page;
}

uint64_t pool_take(Run& run, uint64_t n) {
  n = (n + 15) / 16 * 16;
  uint64_t next = run.pool_next.load(std::memory_order_relaxed);
  do {
    if (n > run.pool_end - next) return 0;
  } while (!run.pool_next.compare_exchange_weak(next, next + n));
  return next;
}

}  // namespace omc
