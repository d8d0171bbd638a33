// Pipes, socket pairs and event counters: threads wait for each other with them. Their state lies
// in the program's heap. The kernel has an object of the same kind for each, for the number and for
// calls that ask its type. No byte goes through it until the program starts a child process.
#pragma once

#include <sys/uio.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// For each: the result as the system call would give it.
long open_pipe(int* fds, int flags);
long open_socket_pair(int domain, int type, int protocol, int* fds);
long open_counter(unsigned value, int flags);
// The counter that a descriptor leads to, or null; and the value of such a counter.
void* counter_behind(int fd);
uint64_t& value_of_counter(void* counter);
long read_object(int fd, OpenFile& file, const iovec* parts, long count, int flags);
long write_object(int fd, OpenFile& file, const iovec* parts, long count, int flags);
long shut_down_stream(OpenFile& file, int how);
bool is_nonblocking(const OpenFile& file);
void set_nonblocking(OpenFile& file, bool nonblocking);
long readable_bytes(const OpenFile& file);
void release_stream(OpenFile& file);

// POLLIN, POLLOUT, POLLHUP, POLLERR of what is ready now.
short readiness(const OpenFile& file);
// A call has reported something to read, or the end: what the writers did happens before it.
void acquire_what_came(const OpenFile& file);

// A child process will use them too: from now on the kernel serves them.
void give_streams_to_kernel();

extern const Waiting waiting_to_receive, waiting_to_send;

}  // namespace omc
