#include "report/outcomes.h"

#include <csignal>

#include "platform/digest.h"
#include "report/bugs.h"
#include "world/current_schedule.h"
#include "world/run_records.h"
#include "world/shared_lock.h"
#include "world/world.h"

namespace omc {
namespace {

uint64_t outcome_digest(const World& w) {
  uint64_t words[] = {static_cast<uint64_t>(w.exit_status | w.exit_signal << 16),
                      w.output.streams[0].length,
                      w.output.streams[0].digest[0],
                      w.output.streams[0].digest[1],
                      w.output.streams[1].length,
                      w.output.streams[1].digest[0],
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
  outcome.signal = w.exit_signal;
  store_output(1, outcome.out, outcome.out_length);
  store_output(2, outcome.err, outcome.err_length);
  StoredSchedule schedule = store_schedule();
  outcome.schedule = schedule.offset;
  outcome.schedule_stretches = schedule.stretches;
  run.outcome_count = n + 1;
}

namespace {

// After so many endings that are all wrong, the schedule is hardly to blame.
constexpr uint64_t most_wrong_endings = 1000;

// How a failure ends that the user does not check for.
bool is_unchecked_failure(int signal) {
  const Options& options = checker.options;
  if (signal == SIGABRT) return !options.checks_for(BugKind::assertion);
  bool is_crash = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
  return is_crash && !options.checks_for(BugKind::crash);
}

}  // namespace

void check_exit_status() {
  const World& w = world();
  Run& run = *checker.run;
  const Options& options = checker.options;
  if (!options.checks_for(BugKind::exit_status) || is_unchecked_failure(w.exit_signal)) return;
  auto status = static_cast<uint32_t>(w.exit_status);
  if (status == options.expected_exit) {
    run.right_endings++;
  } else {
    run.wrong_endings++;
    Finding finding{BugKind::exit_status};
    finding.signal = w.exit_signal;
    finding.size = status;
    finding.weak = true;
    record_bug(*w.last_thread, finding);
  }
  bool knows_enough = run.right_endings || run.wrong_endings >= most_wrong_endings;
  if (run.wrong_endings && knows_enough && !options.all && !checker.is_replay)
    run.decided = run.stop = 1;
}

}  // namespace omc
