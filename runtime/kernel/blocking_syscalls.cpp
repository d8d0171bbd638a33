#include "kernel/blocking_syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/futex.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>

#include "kernel/descriptor_table.h"
#include "kernel/descriptors.h"
#include "kernel/file_locks.h"
#include "kernel/open_files.h"
#include "kernel/output.h"
#include "kernel/polling.h"
#include "kernel/process.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "sync/futex.h"
#include "sync/sleep.h"
#include "threads/cancel.h"
#include "threads/signals.h"
#include "threads/virtual_time.h"
#include "world/current.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

template <class T>
T* pointer(long word) {
  return reinterpret_cast<T*>(word);
}

// A time limit in milliseconds, or null for none.
const timespec* from_milliseconds(int ms, timespec& room) {
  if (ms < 0) return nullptr;
  room = {ms / 1000, ms % 1000 * 1'000'000L};
  return &room;
}

const timespec* from_timeval(const timeval* value, timespec& room) {
  if (!value) return nullptr;
  room = {value->tv_sec, value->tv_usec * 1000};
  return &room;
}

iovec one_part(long bytes, long n) { return {pointer<void>(bytes), static_cast<size_t>(n)}; }

bool is_own_process(long id) { return id == checker.program_id || id == 0; }

}  // namespace

// ---- Transfers ----

long read_descriptor(int fd, void* out, size_t n) {
  OpenFile* object = object_of(fd);
  iovec part{out, n};
  return object ? read_object(fd, *object, &part, 1, 0) : read_file(fd, out, n);
}

long read_parts(int fd, const iovec* parts, long count) {
  OpenFile* object = object_of(fd);
  return object ? read_object(fd, *object, parts, count, 0) : read_vector(fd, parts, count);
}

long write_descriptor(const Call& call) {
  int fd = static_cast<int>(call.a);
  iovec part = one_part(call.b, call.c);
  if (OpenFile* object = object_of(fd)) return write_object(fd, *object, &part, 1, 0);
  return is_output(fd) ? write_output_vector(fd, &part, 1) : write_file(call, &part, 1);
}

long write_parts(const Call& call) {
  int fd = static_cast<int>(call.a);
  auto* parts = pointer<const iovec>(call.b);
  if (OpenFile* object = object_of(fd)) return write_object(fd, *object, parts, call.c, 0);
  return is_output(fd) ? write_output_vector(fd, parts, call.c) : write_file(call, parts, call.c);
}

long receive_bytes(const Call& call) {
  OpenFile* object = object_of(call.a);
  if (!object) return pass_on(call);
  iovec part = one_part(call.b, call.c);
  return read_object(static_cast<int>(call.a), *object, &part, 1, static_cast<int>(call.d));
}

long receive_message(const Call& call) {
  OpenFile* object = object_of(call.a);
  if (!object) return pass_on(call);
  auto& message = *pointer<msghdr>(call.b);
  message.msg_controllen = 0;
  message.msg_namelen = 0;
  message.msg_flags = 0;
  return read_object(static_cast<int>(call.a), *object, message.msg_iov,
                     static_cast<long>(message.msg_iovlen), static_cast<int>(call.c));
}

long send_bytes(const Call& call) {
  OpenFile* object = object_of(call.a);
  if (!object) return pass_on(call);
  iovec part = one_part(call.b, call.c);
  return write_object(static_cast<int>(call.a), *object, &part, 1, static_cast<int>(call.d));
}

long send_message(const Call& call) {
  OpenFile* object = object_of(call.a);
  if (!object) return pass_on(call);
  const auto& message = *pointer<const msghdr>(call.b);
  if (message.msg_controllen) return -EOPNOTSUPP;
  return write_object(static_cast<int>(call.a), *object, message.msg_iov,
                      static_cast<long>(message.msg_iovlen), static_cast<int>(call.c));
}

// Closing an object may wake those who wait for its other end.
long close_descriptor(int fd) {
  if (object_of(fd) || holds_lock(fd)) point(Op::hook, nullptr);
  return close_file(fd);
}

// close_range, as one close for each of the program's descriptors. A table of descriptors of its
// own (CLOSE_RANGE_UNSHARE) is not modelled.
long close_descriptors(const Call& call) {
  constexpr unsigned known_flags = CLOSE_RANGE_UNSHARE | CLOSE_RANGE_CLOEXEC;
  auto first = static_cast<unsigned>(call.a), last = static_cast<unsigned>(call.b);
  auto flags = static_cast<unsigned>(call.c);
  if (flags & ~known_flags || first > last) return -EINVAL;
  if (flags & CLOSE_RANGE_UNSHARE) name_call(call);
  for (long fd = next_descriptor(first); fd >= 0 && fd <= long{last};
       fd = next_descriptor(fd + 1)) {
    if (flags & CLOSE_RANGE_CLOEXEC)
      set_descriptor_flags(static_cast<int>(fd), FD_CLOEXEC);
    else
      close_descriptor(static_cast<int>(fd));
  }
  return 0;
}

long duplicate(const Call& call) {
  if (call.number != SYS_dup && object_of(call.b)) point(Op::hook, nullptr);
  return copy_file(call.number, call.a, call.b, call.c);
}

long shut_down(const Call& call) {
  OpenFile* object = object_of(call.a);
  if (!object) return pass_on(call);
  point(Op::hook, nullptr);
  return shut_down_stream(*object, static_cast<int>(call.b));
}

// ---- Older forms ----

long open_plain_pipe(int* fds) { return open_pipe(fds, 0); }
long open_plain_counter(unsigned value) { return open_counter(value, 0); }
long open_plain_watcher() { return open_watcher(0); }

long watch_files_for(int watcher, epoll_event* events, int room, int milliseconds) {
  timespec duration{};  // on the live stack, which is part of the state
  return watch_files(watcher, events, room, from_milliseconds(milliseconds, duration));
}

long poll_files_for(pollfd* files, unsigned long count, int milliseconds) {
  timespec duration{};  // on the live stack, which is part of the state
  return poll_files(files, count, from_milliseconds(milliseconds, duration));
}

long select_files_for(int count, fd_set* in, fd_set* out, fd_set* urgent, const timeval* duration) {
  timespec converted{};
  return select_files(count, in, out, urgent, from_timeval(duration, converted));
}

// ---- Waiting and time ----

long futex(const Call& call) {
  auto* word = pointer<int>(call.a);
  auto value = static_cast<int>(call.c);
  switch (call.b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return futex_wait(word, value, pointer<const timespec>(call.d));
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return futex_wake(word, value);
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      return futex_wake(word, INT32_MAX);  // there are no queues: every waiter looks again
    case FUTEX_UNLOCK_PI:
      return -EPERM;  // so the C library knows that a mutex may have priority inheritance
    default:
      return -ENOSYS;
  }
}

long yield_processor() { return sleep_for(nullptr, nullptr); }

long sleep_on_clock(int, int flags, const timespec* duration, timespec* left) {
  return sleep_for(duration, flags & TIMER_ABSTIME ? nullptr : left);
}

// CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, and the clocks of pthread_getcpuclockid. Other
// negative numbers are descriptors.
bool is_clock_of_processor(int id) {
  constexpr int kind = 7, descriptor = 3;
  return id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID ||
         (id < 0 && (id & kind) != descriptor);
}

long read_clock(int id, timespec* out) {
  is_clock_of_processor(id) ? read_used_time(out) : read_time(out);
  return 0;
}

long read_time_of_day(timeval* out, struct timezone* zone) {
  timespec now;
  read_time(&now);
  if (out) *out = {now.tv_sec, now.tv_nsec / 1000};
  if (zone) *zone = {};
  return 0;
}

long read_seconds(time_t* out) {
  timespec now;
  read_time(&now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

// The time that a process has used depends on the machine. Here it uses none.
long read_process_times(tms* out) {
  constexpr long ticks = 100;  // a second has as many
  timespec now;
  read_time(&now);
  if (out) *out = {};
  return now.tv_sec * ticks + now.tv_nsec / (1'000'000'000 / ticks);
}

long read_usage(int, rusage* out) {
  *out = {};
  return 0;
}

// ---- Signals ----

long signal_process(const Call& call) {
  if (!is_own_process(call.a)) return pass_on(call);
  return send_signal(nullptr, static_cast<int>(call.b), nullptr);
}

long queue_to_process(const Call& call) {
  if (!is_own_process(call.a)) return pass_on(call);
  return send_signal(nullptr, static_cast<int>(call.b), pointer<const siginfo_t>(call.c));
}

long signal_thread(long id, int signal) { return queue_to_thread(0, id, signal, nullptr); }

long signal_thread_of(long, long id, int signal) { return queue_to_thread(0, id, signal, nullptr); }

long queue_to_thread(long, long id, int signal, const siginfo_t* sent) {
  Thread* to = thread_with_id(id);
  return to ? send_signal(to, signal, sent) : -ESRCH;
}

long take_signal(const uint64_t* set, siginfo_t* out, const timespec* until) {
  return wait_for_signal(*set, out, until);
}

long suspend_thread(const uint64_t* mask) { return suspend_until_signal(*mask); }

long pause_thread() { return suspend_until_signal(current_thread().signal_mask); }

}  // namespace omc
