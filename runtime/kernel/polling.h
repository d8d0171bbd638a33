// Waiting for any of several descriptors: poll, select, epoll. What only the kernel knows is asked
// of it without waiting; it can not change while all threads wait, so a wait for such alone is the
// kernel's.
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

// Waits for something that only the kernel knows of, among others.
bool waits_outside(const Thread& thread);

extern const Waiting waiting_to_poll;

}  // namespace omc
