// Which bugs of a run are reported: those that no suppression matches, each once.
#pragma once

#include <memory>
#include <vector>

#include "debuginfo/symbols.h"
#include "explain/suppressions.h"
#include "run/run.h"

namespace omc::driver {

class BugFilter {
 public:
  explicit BugFilter(Suppressions& suppressions) : suppressions_(suppressions) {}

  bool is_active() const { return !suppressions_.empty(); }
  // Whether a bug that counts was added since the last call.
  bool has_new(const Run& run);
  // The bugs to report: all that count, or without `all` one of them. Counts what each suppression
  // took out.
  std::vector<const BugRecord*> bugs_to_report(const Run& run, bool all);

 private:
  // The row of the suppressions that matches the bug, or -1.
  int suppressed_by(const Run& run, const BugRecord& bug);

  Suppressions& suppressions_;
  std::unique_ptr<Symbols> symbols_;
  uint32_t examined_ = 0;
};

}  // namespace omc::driver
