// A state at which the reduced search branches, and the threads that it takes there: a persistent
// set (Godefroid). Other threads can be left out, because whatever they do before a thread of the
// set takes its step is independent of that step. So their steps can also come later.
//
// The set is the closure of one thread under "may use what this step uses, before it is taken",
// where the users of an object are learned (search/users.h). Leaving the state relies on what was
// not learned so far; a wrong guess restarts the search.
//
// A cycle of states must not leave a thread out for ever. So one of the taken steps must lead to a
// state that the search has left already, or all threads are taken.
#pragma once

#include "run/run.h"
#include "search/users.h"

namespace omc {

struct Branch;

// At the current state, with its choices.
Branch* open_branch(const Choice* choices, unsigned n);
void drop_branch(Branch* branch);

constexpr unsigned no_choice = ~0u;
// The index of the next choice to take, or no_choice when the rest can be left out. The first one
// needs little of other threads, as far as can be foreseen.
unsigned next_choice_of(Branch& branch);
// A choice that has to be taken and was not so far, or no_choice.
unsigned choice_for_others(const Branch& branch);
// Another worker takes it. What its step uses is not known here, so all choices will be taken.
void give_away(Branch& branch, unsigned choice);
// The step of the choice that was given last has been taken. Its uses are those of the running
// step.
void add_uses(Branch& branch, bool ended_execution);
// The step has led to a state that was left already, or will be before this one.
void add_left_child(Branch& branch);
// Takes no more choices, and relies on what was not learned. True when some were left out.
bool leave_branch(const Branch& branch);

// At each state: what the threads wait for is used, even if it never happens.
void learn_pending_uses();
// Before and after each step.
void foresee_step(const Thread& thread);
void learn_uses_of_step(const Thread& thread);

}  // namespace omc
