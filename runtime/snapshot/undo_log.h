// What the program has changed in the kernel, so that it can be changed back: descriptors it opened
// and closed, and the working directory. A log; the world remembers how long it was, and going back
// to a state undoes what came after. Forked processes never go back, and never use it.
#pragma once

#include <cstdint>

namespace omc {

void opened(int fd);
// Instead of closing: gives 0, and the descriptor waits aside in case it is needed again.
long close_for_now(int fd);
// Before the working directory changes.
void directory_changes();

void undo_to(uint64_t length);

}  // namespace omc
