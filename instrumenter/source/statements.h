// Which statements get a hook: every one that does something. Their bodies get braces where they
// have none, and a loop has a hook in every round, so that no thread can run for ever without one.
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

void find_statements(const Parsed& parsed, Filter& filter, bool naive, Edits& edits);

}  // namespace omc::source
