// Where threads end: in the function that a thread was started with. It gets `done`, a guard that
// speaks on every way out, so returns and exceptions need no edit of their own.
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

void find_thread_ends(const Parsed& parsed, Filter& filter, Edits& edits);

}  // namespace omc::source
