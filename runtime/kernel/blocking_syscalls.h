// System calls in which a thread may wait or wake others, and their forms with other time limits.
// They are served on the thread's own stack, where the thread can be switched.
#pragma once

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <time.h>

#include <cstdint>

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long read_descriptor(int fd, void* out, size_t n);
long read_parts(int fd, const iovec* parts, long count);
long write_descriptor(const Call& call);
long write_parts(const Call& call);
long receive_bytes(const Call& call);
long receive_message(const Call& call);
long send_bytes(const Call& call);
long send_message(const Call& call);
long close_descriptor(int fd);
long close_descriptors(const Call& call);
long duplicate(const Call& call);
long shut_down(const Call& call);

long open_plain_pipe(int* fds);
long open_plain_counter(unsigned value);
long open_plain_watcher();
long watch_files_for(int watcher, epoll_event* events, int room, int milliseconds);
long poll_files_for(pollfd* files, unsigned long count, int milliseconds);
long select_files_for(int count, fd_set* in, fd_set* out, fd_set* urgent, const timeval* duration);

long futex(const Call& call);
long yield_processor();
long sleep_on_clock(int clock, int flags, const timespec* duration, timespec* left);
long read_clock(int clock, timespec* out);
long read_time_of_day(timeval* out, struct timezone* zone);
long read_seconds(time_t* out);
long read_process_times(tms* out);
long read_usage(int who, rusage* out);

long signal_process(const Call& call);
long queue_to_process(const Call& call);
long signal_thread(long id, int signal);
long signal_thread_of(long process, long id, int signal);
long queue_to_thread(long process, long id, int signal, const siginfo_t* sent);
long take_signal(const uint64_t* set, siginfo_t* out, const timespec* until);
long suspend_thread(const uint64_t* mask);
long pause_thread();

}  // namespace omc
