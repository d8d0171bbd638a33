// What the program has changed in the kernel, so that it can be changed back: descriptors it opened
// and closed, their flags, the working directory, the file mode mask. A log; the world remembers
// how long it was, and going back to a state undoes what came after. Forked processes never go
// back, and never use it.
#pragma once

#include <cstdint>

namespace omc {

void opened(int fd);
// Instead of closing: gives 0, and the descriptor waits aside in case it is needed again.
long close_for_now(int fd);
// The descriptor leads to something that may be needed again, and is not the program's.
bool is_stashed(int fd);
// Before these change; with what they were.
void descriptor_flags_change(int fd, int old);
void directory_changes();
void file_mode_mask_changes(int old);

void undo_to(uint64_t length);

}  // namespace omc
