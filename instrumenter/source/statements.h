// Which statements get a hook: every one that does something. Bodies without braces get braces.
// Every iteration of a loop has a hook, so that no thread can run for ever without one.
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

// As in InstrumentRequest.
struct HookDensity {
  bool naive, sparse;
};
void find_statements(const Parsed& parsed, Filter& filter, HookDensity density, Edits& edits);

}  // namespace omc::source
