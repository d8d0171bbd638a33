// At the end of each step: drops the stores that no thread may read any more, and merges stores
// that nothing can tell apart. Without it, executions that differ only in the past would lead to
// different states, and loops would never come back to one.
#pragma once

#include "platform/digest.h"

namespace omc {

void tidy_stores();
// The lists as a part of the state: stores, and how far each clock knows each object. Marks and
// ticks do not count.
Digest digest_stores();

}  // namespace omc
