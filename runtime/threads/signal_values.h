// Values that go with signals (sigqueue, pthread_sigqueue). One waits in the world until its signal
// is taken; a signal that is sent again before that is one signal, and has the first value.
#pragma once

#include <signal.h>

#include "world/world.h"

namespace omc {

// For a signal to the thread in this slot, or to the process: false when there is no room.
constexpr unsigned to_process = max_threads;
bool queue_value(unsigned slot, int signal, const siginfo_t& sent);
// The signal is taken: adds what was sent with it.
void take_value(unsigned slot, int signal, siginfo_t& info);

}  // namespace omc
