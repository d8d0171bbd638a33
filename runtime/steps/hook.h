// The paper's hook, before a statement.
#pragma once

#include "world/thread.h"

namespace omc {

void hook(const Place& place);

}  // namespace omc
