// How long the investigation of bugs may take.
#pragma once

#include <chrono>

namespace omc::driver {

// How long schedules may be shortened, over all bugs of a run.
class TimeBudget {
 public:
  explicit TimeBudget(double seconds) : seconds_(seconds) {}
  double left() const {
    return seconds_ - std::chrono::duration<double>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  double seconds_;
};

}  // namespace omc::driver
