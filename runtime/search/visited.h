// The visited states: a lock-free hash table in shared memory, without deletion.
//
// It grows by levels, each four times the size of the previous one. A state has a few buckets in
// each level and is stored in the first one that has room. Entries never move. An entry has 32
// bytes: 16 for the digest, and 8 for the state from which it was first reached. So every state has
// a schedule.
#pragma once

#include <atomic>

#include "platform/digest.h"
#include "run/run.h"

namespace omc {

using StateId = uint64_t;  // 0 is none; ids are below 2^39
constexpr StateId no_state = 0;

// How a state was first reached.
struct Step {
  StateId from = no_state;
  Choice choice;
  uint32_t extra = 0;       // further schedule entries of the same thread
  bool failed_try = false;  // of a lock or semaphore, in this step
};

enum class Reached : uint8_t { first, again, no_room };
struct Arrival {
  Reached reached;
  StateId id;
  bool is_left = false;  // reached again, and the search has left it
};

void open_visited(Run& run);
// Empties the table for a restart.
void clear_visited(Run& run);
Arrival visit(const Digest& digest, Step step);

// The schedule that first led to a state. Returns the number of its stretches, and stores them if
// `capacity` suffices.
uint64_t schedule_to(StateId id, Stretch* out, uint64_t capacity);

// Records a step to a visited state, for the livelock check. False when there is no room.
bool record_edge(const Step& step, StateId to);
// The search has taken all steps from this state that it takes.
void mark_left(StateId id);
// Records a step with which the execution has ended.
void record_last_step(const Step& step);

// All steps between states, for the search of cycles (search/fair_cycles.h). `to` is no_state where
// the execution has ended. False when some were not recorded, or none has failed a try.
bool has_all_steps();
StateId states_end();
void for_each_step(void (*visit)(const Step& step, StateId to, void* context), void* context);
// An execution ended in this state, normally or with a reported bug or limit.
void mark_ending(StateId id);
// A state from which no ending can be reached, with the shortest schedule; no_state when every
// state can end.
StateId find_endless_state();
// A way from an endless state back to it, the first to be reached; its begin is no_state when the
// edges show none. To be called after find_endless_state.
struct Loop {
  StateId begin = no_state, end = no_state;  // the state, and the last one before it again
  Step back;                                 // the step from `end` to `begin`
};
Loop find_loop();
// The schedule of one round; as schedule_to.
uint64_t schedule_of_loop(const Loop& loop, Stretch* out, uint64_t capacity);

// For order-race: the first state at a combined execution counter.
struct CounterEntry {
  bool is_new;
  bool same;  // the shared state equals that of `first`
  StateId first;
};
CounterEntry visit_counter(const Digest& counter, const Digest& shared, StateId id);

}  // namespace omc
