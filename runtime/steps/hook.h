// The paper's hook: a statement begins.
#pragma once

#include "world/thread.h"

namespace omc {

void hook(const Place& place);

}  // namespace omc
