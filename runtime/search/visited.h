// The states that were reached: a table in memory that all processes share, lock-free, without
// deletion.
//
// It grows by levels, each four times the one before. A state belongs to one bucket in each level,
// and lives in the first level whose bucket had room when it came; so to look for it means to look
// into that bucket level by level, and nothing ever moves. An entry is 32 bytes: 16 of digest, and
// 8 that lead back to the state it was first reached from, so that a schedule to any state can be
// told.
#pragma once

#include <atomic>

#include "platform/digest.h"
#include "run/run.h"

namespace omc {

using StateId = uint64_t;  // 0 is none; ids are below 2^39
constexpr StateId no_state = 0;

// How a state was first reached: by which choice from which state.
struct Step {
  StateId from = no_state;
  Choice choice;
  uint32_t extra = 0;  // steps of the same thread that belong to it
};

enum class Reached : uint8_t { first, again, no_room };
struct Arrival {
  Reached reached;
  StateId id;
};

void open_visited(Run& run);
// Nothing was reached: the search begins again.
void clear_visited(Run& run);
Arrival visit(const Digest& digest, Step step);

// The schedule that first led to a state; gives how many stretches it has, and stores them if there
// are no more than `capacity`.
uint64_t schedule_to(StateId id, Stretch* out, uint64_t capacity);

// A step that led to a state reached before, kept for the question which states can still end;
// false when there is no room.
bool keep_edge(StateId from, StateId to);
// The program ended in this state, or stopped there for a reason that was told.
void mark_ending(StateId id);
// A state from which no ending can be reached and which leads back to a known one, with a schedule
// as short as any; none when all states can end.
StateId find_endless_state();

// order-race: the first state seen at a combined execution counter.
struct CounterEntry {
  bool is_new;
  bool same;  // the shared state is that of the first
  StateId first;
};
CounterEntry meet_counter(const Digest& counter, const Digest& shared, StateId id);

uint64_t visited_bytes();

}  // namespace omc
