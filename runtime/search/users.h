// Which threads use an object, as far as the run has seen (world/uses.h), and which threads the
// search relied on not to use it. What is learned stays for the whole run, so a few passes suffice.
//
// A thread has a bit in a set of threads. Its slot decides which one, in all processes.
#pragma once

#include <cstdint>

#include "world/thread.h"
#include "world/uses.h"

namespace omc {

using ThreadSet = uint64_t;
constexpr unsigned most_users = 64;  // further threads refute recorded_uses

void open_users();
// The bit of a slot; no_bit when there are too many threads.
constexpr unsigned no_bit = most_users;
unsigned user_bit(unsigned slot);
// The slot that has the bit, or max_threads.
unsigned slot_of_bit(unsigned bit);

// The thread in `slot` uses an object, or waits to use it.
void learn_use(const Use& use, unsigned slot);
// The threads whose uses depend on this one.
ThreadSet dependent_users(const Use& use);
// The search relies on these threads not to have a use that depends on this one. When one of them
// has one later, known_users is refuted.
void rely_on(const Use& use, ThreadSet absent);
// A new pass relies on nothing yet.
void forget_reliance();

}  // namespace omc
