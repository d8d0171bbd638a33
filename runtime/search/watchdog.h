// The watchdog: ends a step that does not return, because it loops without a hook or blocks in a
// call. Once a second it checks whether the same step is still running. The run is then INCOMPLETE
// and names the place.
#pragma once

namespace omc {

// Once in each process that explores.
void start_watchdog();
// Handles the timer signal.
void on_watchdog_signal();
extern const int watchdog_signal;

}  // namespace omc
