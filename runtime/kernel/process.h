// Calls about the process as a whole: its end, its children, its ids, its file mode mask, random
// numbers.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long exit_program(const Call& call);
long exit_kernel_thread(const Call& call);
long replace_program(const Call& call);
long fork_program(const Call& call);
long wait_for_child(const Call& call);
long filter_calls(const Call& call);
long control_process(const Call& call);
long read_process_id();
long read_parent_id();
long read_thread_id();
long set_file_mode_mask(int mask);
long use_queue_of_kernel(const Call& call);
long fill_random(unsigned char* out, long n);
long set_signal_stack(const void* wanted, void* old);

struct Thread;
// The thread with this id, or null.
Thread* thread_with_id(long id);

// Before a child process starts: it will use the same descriptors.
void begin_child(const Call& call);

}  // namespace omc
