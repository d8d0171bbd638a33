// The statements that ran in some schedule, as a table in the run that all processes share. Each
// hook enters its statement. So with coverage no code passes hooks by itself.
#pragma once

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// Makes the table, if the options ask for coverage.
void open_coverage();

// The statement at a place is about to run.
void cover_statement(const Place& place);
inline void cover(const Place& place) {
  if (checker.covers_statements) cover_statement(place);
}

}  // namespace omc
