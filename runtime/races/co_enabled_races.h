// Data races. At a state, the next steps of all threads that can go on are known once each of them
// was taken; two that touch the same bytes, one of them writing and not both atomic, could happen
// at the same time, because nothing in either has waited for the other. So the steps of a state
// meet: each brings the list of what it touched and is compared with those that came before,
// whichever process took them.
//
// A program whose synchronisation is sequentially consistent has a data race if and only if two
// steps meet in one.
#pragma once

#include "run/run.h"

namespace omc {

// At a state with several alternatives: where their steps will meet, as an offset in the run; 0
// when nobody asks.
uint64_t open_meeting(const Choice* alternatives, unsigned n);
// The step has been taken that began at the state of this meeting.
void attend_meeting(uint64_t meeting, Choice taken);

// In a process that was forked: what the parent has to give away is the parent's.
void leave_rooms_to_parent();

// Replay, where each state has one step: the two last ones, when both could have been taken at the
// same state.
void compare_with_last_step(Choice taken);
void before_replayed_step();

}  // namespace omc
