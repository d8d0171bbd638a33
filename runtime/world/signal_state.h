// Signals that are pending for the process, and the program's actions (threads/signals.h). A thread
// has its own pending signals.
#pragma once

#include "world/part.h"

namespace omc {

// Laid out as the kernel's struct sigaction.
struct SignalAction {
  uint64_t handler, flags, restorer, mask;
};
constexpr unsigned max_signals = 64;

// The value of a pending signal (threads/signal_values.h).
struct QueuedValue {
  uint32_t slot, signal;
  void* value;
};
constexpr unsigned max_queued_values = 64;

struct SignalState {
  uint64_t pending;  // by bit signal - 1
  unsigned queued_count;
  QueuedValue sent[max_queued_values];
  Digest actions_digest;  // of the actions that were changed
  SignalAction actions[max_signals];
};

inline Digest digest(const SignalState& signals) {
  const auto& [pending, queued_count, sent, actions_digest, actions] = signals;
  NOT_STATE(actions, "actions_digest stands for them");
  Digest sum = digest_words({pending, actions_digest.low, actions_digest.high}, 0x736967);
  // The order in which values were sent makes no difference.
  for (unsigned i = 0; i < queued_count; i++)
    sum += digest_of(&sent[i], sizeof sent[i], 0x73656e74);
  return sum;
}

}  // namespace omc
