// A handler runs between statements. A signal that arrives inside is blocked, sent again to the
// thread, and taken at the next hook or call. A fault is handled at once.
#pragma once

#include <csignal>

#pragma GCC visibility push(default)
extern "C" {
int omc_atomic_sigaction(int signal, const struct sigaction* wanted, struct sigaction* before);
sighandler_t omc_atomic_signal(int signal, sighandler_t handler);
}
#pragma GCC visibility pop

namespace omc::atomic {

// Runs the handlers of the signals that have arrived inside. The thread is outside.
void take_signals();

}  // namespace omc::atomic
