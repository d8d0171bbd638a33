// The second front of a long search: searches within no preemption, within one, and so on, by a
// process beside it. They finish where the whole search does not, and meet bugs with few switches
// early. When the whole search is cut, they say what was proved.
#pragma once

#include <memory>
#include <optional>

#include "launch/replayer.h"

namespace omc::driver {

class BoundedFront {
 public:
  explicit BoundedFront(Replayer replayer) : replayer_(std::move(replayer)) {}

  // To be called now and then while the search runs. True once a bug was found.
  bool go_on(const Run& search, double seconds);
  // The bound within which there is no bug.
  std::optional<unsigned> complete_within() const { return complete_within_; }
  // The search that has found a bug, or nothing.
  std::optional<Launched> take_bug() { return std::exchange(with_bug_, std::nullopt); }

 private:
  void start_next();
  void end_search();

  Replayer replayer_;
  std::unique_ptr<Running> running_;
  unsigned bound_ = 0;  // of the search that runs
  std::optional<unsigned> complete_within_;
  std::optional<Launched> with_bug_;
  bool is_over_ = false;
};

}  // namespace omc::driver
