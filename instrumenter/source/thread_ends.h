// Where threads end: in the function that a thread was started with. That function gets `done`, a
// guard whose cleanup runs on every way out. So returns and exceptions need no edit of their own.
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

void find_thread_ends(const Parsed& parsed, Filter& filter, Edits& edits);

}  // namespace omc::source
