#include "report/outcomes.h"

#include "platform/digest.h"
#include "world/current_schedule.h"
#include "world/run_records.h"
#include "world/shared_lock.h"
#include "world/world.h"

namespace omc {
namespace {

uint64_t outcome_digest(const World& w) {
  uint64_t words[] = {static_cast<uint64_t>(w.exit_status), w.output.streams[0].length,
                      w.output.streams[0].digest[0],        w.output.streams[0].digest[1],
                      w.output.streams[1].length,           w.output.streams[1].digest[0],
                      w.output.streams[1].digest[1]};
  return digest_of(words, sizeof words, 3).low;
}

void store_output(int fd, uint64_t& offset, uint64_t& length) {
  length = world().output.streams[fd - 1].length;
  if (length > max_stored_output) length = max_stored_output;
  offset = store_bytes(output_text(fd), length);
  if (!offset) length = 0;
}

}  // namespace

void record_outcome() {
  RunLock lock;
  Run& run = *checker.run;
  World& w = world();
  uint64_t digest = outcome_digest(w);
  uint32_t n = run.outcome_count;
  for (uint32_t i = 0; i < n; i++)
    if (run.outcomes[i].digest == digest) return void(run.outcomes[i].count++);
  if (n == max_stored_outcomes) return void(run.outcomes_dropped++);
  OutcomeRecord& outcome = run.outcomes[n];
  outcome.digest = digest;
  outcome.count = 1;
  outcome.exit_status = w.exit_status;
  store_output(1, outcome.out, outcome.out_length);
  store_output(2, outcome.err, outcome.err_length);
  StoredSchedule schedule = store_schedule();
  outcome.schedule = schedule.offset;
  outcome.schedule_stretches = schedule.stretches;
  run.outcome_count = n + 1;
}

}  // namespace omc
