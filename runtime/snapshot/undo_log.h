// A log of changes that the program has made in the kernel: descriptors and their flags, the
// working directory, the file mode mask. A checkpoint stores the length of the log. Restoring it
// undoes all later entries. The fork engine never restores and writes no entries.
#pragma once

#include <cstdint>

namespace omc {

void log_open(int fd);
// Closes a descriptor for the program, but keeps a duplicate so that undo can reopen it.
long stash_and_close(int fd);
// The undo log holds this descriptor; the program does not own it.
bool is_stashed(int fd);
// Called before the change, with the old value.
void log_descriptor_flags(int fd, int old);
void log_directory_change();
void log_file_mode_mask(int old);

void undo_to(uint64_t length);

}  // namespace omc
