// The watchdog: ends a step that does not come back, be it an endless loop without a hook or a call
// that blocks. Once a second it looks whether the same step is still running. The run is then
// incomplete and says where.
#pragma once

namespace omc {

// In each process that explores.
void start_watchdog();
// The handler of its signal.
void watchdog_bites();
extern const int watchdog_signal;

}  // namespace omc
