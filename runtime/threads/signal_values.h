// Values of signals (sigqueue, pthread_sigqueue). A value stays in the world until its signal is
// taken. A signal that is sent again before that is one signal with the first value.
#pragma once

#include <signal.h>

#include "world/world.h"

namespace omc {

// For a signal to the thread in `slot`, or to the process; false when there is no room.
constexpr unsigned to_process = max_threads;
bool queue_value(unsigned slot, int signal, const siginfo_t& sent);
// The signal is taken: adds its value to `info`.
void take_value(unsigned slot, int signal, siginfo_t& info);

}  // namespace omc
