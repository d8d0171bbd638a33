// The semaphores of the paper, numbered.
#pragma once

#include "world/thread.h"

namespace omc {

void set_semaphore(unsigned i, bool up);
void raise_semaphore(unsigned i);
void lower_semaphore(unsigned i);
extern const Waiting waiting_to_raise;

}  // namespace omc
