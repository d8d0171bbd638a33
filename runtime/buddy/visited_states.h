// The table of states that the search has been in, as digests.
#pragma once

#include "platform/digest.h"

namespace omc::buddy {

// Whether the state was there; it is afterwards. Sets `full` when there is no memory for it.
bool insert_state(const Digest& state, bool& full);
uint64_t state_count();
void forget_states();

// The paper's race condition. The first state with this combined execution counter, and how the
// search came there; null when this is the first. `schedule` is copied.
struct FirstOfCounter {
  Digest state;
  char* schedule;
  bool was_reported;
};
FirstOfCounter* first_of_counter(const Digest& counter, const Digest& state, const char* schedule);

}  // namespace omc::buddy
