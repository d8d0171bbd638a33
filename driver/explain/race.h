// A data race in words: which variable, and the two accesses, each with its place, its statement
// and the locks that its thread held.
#pragma once

#include "debuginfo/source_text.h"
#include "debuginfo/symbolize.h"
#include "explain/minimize.h"
#include "explain/story.h"
#include "report.h"
#include "run/run.h"

namespace omc {

// Fills in message, place, places and accesses of a bug; `run` is the replay that showed it.
void tell_race(const Run& run, const Run& found, const BugRecord& record, const Schedule& schedule,
               Symbols& symbols, SourceText& sources, const ObjectNames& names, Bug& bug);

}  // namespace omc
