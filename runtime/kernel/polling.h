// Waiting for any of several descriptors: poll, select, epoll. Descriptors that only the kernel
// serves (terminals, sockets) are polled there without waiting. A wait for such descriptors alone
// happens in the kernel.
#pragma once

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// For each: the result as the system call would give it. Without a time limit, null.
long poll_files(pollfd* files, unsigned long count, const timespec* duration);
long select_files(int count, fd_set* in, fd_set* out, fd_set* urgent, const timespec* duration);

long open_watcher(int flags);
long change_watcher(int watcher, int operation, int fd, epoll_event* event);
long watch_files(int watcher, epoll_event* events, int room, const timespec* duration);
bool watcher_is_ready(const OpenFile& file);
void release_watcher(OpenFile& file);

// Waits for a descriptor that only the kernel serves, among others.
bool waits_outside(const Thread& thread);

extern const Waiting waiting_to_poll;

}  // namespace omc
