#include "launch/bounded_front.h"

namespace omc::driver {
namespace {

constexpr double begins_after = 5;  // seconds
constexpr unsigned most_preemptions = 8;

// What the program does for real, a second program beside it would do too.
bool is_alone_in_the_world(const Run& run) {
  for (const auto& calls : run.unmodelled)
    if (calls) return false;
  return !run.gap;
}

// A search that could not read what the other one reads is of another program.
bool proves_its_bound(const Launched& search) {
  const Run& run = search.run();
  return run.finished && !run.incomplete && !run.bug_count && !run.bugs_dropped && !run.input &&
         is_alone_in_the_world(run);
}

// A thread that spins needs a preemption before another one can end its loop.
bool has_no_endings(const Run& run) {
  return run.finished && !run.bug_count && !run.stats.endings &&
         run.incomplete == static_cast<uint32_t>(Incomplete::lost);
}

}  // namespace

bool BoundedFront::go_on(const Run& search, double seconds) {
  if (is_over_ || seconds < begins_after) return with_bug_.has_value();
  if (search.input || !is_alone_in_the_world(search) || search.bug_count) {
    is_over_ = true;
    running_.reset();
    return false;
  }
  if (!running_) {
    start_next();
  } else if (running_->has_ended()) {
    end_search();
  }
  return with_bug_.has_value();
}

void BoundedFront::start_next() {
  auto running = Running::start(replayer_.search_beside(bound_));
  if (running) {
    running_ = std::move(*running);
    return;
  }
  llvm::consumeError(running.takeError());  // the search itself goes on
  is_over_ = true;
}

void BoundedFront::end_search() {
  Launched ended = running_->finish();
  running_.reset();
  const Run& run = ended.run();
  if (run.finished && run.bug_count && !run.input) {
    with_bug_ = std::move(ended);
    is_over_ = true;
  } else if (proves_its_bound(ended)) {
    complete_within_ = bound_++;
    is_over_ = bound_ > most_preemptions;
  } else if (has_no_endings(run)) {
    is_over_ = ++bound_ > most_preemptions;
  } else {
    is_over_ = true;
  }
}

}  // namespace omc::driver
