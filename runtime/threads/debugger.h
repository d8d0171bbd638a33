// A replay under a debugger stops where the debugger asks, with the threads described as plain
// data: libomc has no debug information, and no code of the program needs to be called.
//
// The layouts are part of the interface with driver/launch/omc_gdb.py, which reads them as bytes.
#pragma once

#include <cstdint>

#include "world/world.h"

namespace omc {

// At a scheduling point that the running thread leaves to take a step. Stops if the step is the one
// that the debugger waits for, or a later one.
void stop_for_debugger_now(bool at_end);
extern "C" uint64_t omc_debugger_stop_at;
inline void stop_for_debugger() {
  if (checker.is_replay && world().schedule.steps >= omc_debugger_stop_at)
    stop_for_debugger_now(false);
}
// After the last step of the schedule. On the stack of the search.
void stop_for_debugger_at_end();
// A replay begins: the debugger can set where to stop.
void announce_to_debugger();

}  // namespace omc
