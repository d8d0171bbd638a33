// Priorities, policies and processors of the program's threads. They make no difference to a
// search, so nothing reaches the kernel, whose one thread runs all of them; the program can read
// them back.
#pragma once

#include <sched.h>

#include <cstddef>

#include "kernel/syscall.h"

namespace omc {

struct Thread;

// For each: the result as the system call would give it. Ids are those of threads; 0 is the caller.
long read_priority(const Call& call);
long set_priority(const Call& call);
long read_policy(long id);
long set_policy(long id, int policy, const sched_param* parameters);
long read_policy_parameters(long id, sched_param* out);
long set_policy_parameters(long id, const sched_param* parameters);
long read_processor(unsigned* processor, unsigned* node);
long read_processors(const Call& call);
long set_processors(const Call& call);

// The same for a thread, which may be null: 0 or a negative error number.
long set_policy_of(Thread* thread, int policy, int priority);
long read_policy_of(const Thread* thread, int* policy, sched_param* parameters);
long set_processors_of(Thread* thread, size_t size, const void* set);
// Or how many bytes were written.
long read_processors_of(const Thread* thread, size_t size, void* out);

}  // namespace omc
