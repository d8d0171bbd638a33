// Fair cycles: threads that take turns for ever, and each fails to take what it tries to take. Such
// a program can end if a scheduler is lucky. That it need not is a livelock all the same.
//
// A cycle of the state graph is fair when every thread that is enabled somewhere on it takes a step
// of it. So a thread that waits for one that is not scheduled is no fair cycle. It is reported when
// each of its threads fails a try (of try_lock and its relatives) in a round. Other threads that go
// round together, such as a server and its client, are no livelock.
#pragma once

#include "search/visited.h"

namespace omc {

struct FairCycle {
  StateId begin;
  const Stretch* round;  // the schedule that leads from there back to it
  uint64_t stretches;
};

// After a complete search: calls `found` for a cycle in each part of the state graph that has one,
// at most a few times.
void find_fair_cycles(void (*found)(const FairCycle& cycle));

}  // namespace omc
