// What comes back while something still names it (--reuse): freed blocks, and ids of threads that
// have ended. A program that compares such names takes the new for the old (the ABA problem). One
// budget serves both.
#pragma once

namespace omc {

// The search can choose here whether something comes back. Not before there is a second thread.
bool can_reuse();
// True when the execution may have one more.
bool may_reuse();
// Without --reuse: the program has a place where something could come back.
void record_reuse_place();
// The search chose that something comes back.
void count_reuse();

}  // namespace omc
