// The progress line of a search, on stderr: rewritten in place on a terminal, a new line elsewhere.
#pragma once

#include <optional>
#include <string>

#include "run/run.h"

namespace omc::driver {

enum class ProgressKind { none, bar, plain };

class Progress {
 public:
  explicit Progress(ProgressKind kind) : kind_(kind) {}
  // `within`: the number of preemptions within which there is no bug.
  void show(const Run& run, double seconds, std::optional<unsigned> within);
  // Erases the line, so that the report begins at the margin.
  void clear();

 private:
  ProgressKind kind_;
  double next_ = 0;
  double last_seconds_ = 0;
  uint64_t last_steps_ = 0;
  bool visible_ = false;
};

// "1,204,331 states, 52,000 steps/s, depth 31, 3 threads, 12 s"
std::string progress_text(const Stats& stats, double seconds, double steps_per_second);

}  // namespace omc::driver
