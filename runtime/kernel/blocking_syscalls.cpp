// System calls in which a thread may wait or wake others, served on the thread's own stack
// (omc_serve_here). Each forwards to the primitive that it belongs to.
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/socket.h>
#include <time.h>

#include "kernel/descriptors.h"
#include "kernel/polling.h"
#include "kernel/streams.h"
#include "kernel/syscall.h"
#include "platform/raw_syscall.h"
#include "sync/futex.h"
#include "sync/sleep.h"
#include "threads/cancel.h"
#include "threads/signals.h"
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
const timespec* from_milliseconds(long ms, timespec& room) {
  if (ms < 0) return nullptr;
  room = {ms / 1000, ms % 1000 * 1'000'000};
  return &room;
}

const timespec* from_timeval(const timeval* value, timespec& room) {
  if (!value) return nullptr;
  room = {value->tv_sec, value->tv_usec * 1000};
  return &room;
}

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
      return futex_wake(word, INT32_MAX);  // nobody is queued: all look again
    default:
      return -ENOSYS;
  }
}

long close_object(int fd) {
  point(Op::hook, nullptr);
  return close_file(fd);
}

// A copy onto something that is open.
long copy_onto(const Call& call) {
  point(Op::hook, nullptr);
  return copy_file(call.number, call.a, call.b, call.c);
}

long transfer(const Call& call) {
  int fd = static_cast<int>(call.a);
  OpenFile& file = *file_of(fd);
  iovec one{pointer<void>(call.b), static_cast<size_t>(call.c)};
  switch (call.number) {
    case SYS_read:
      return read_object(fd, file, &one, 1, 0);
    case SYS_write:
      return write_object(fd, file, &one, 1, 0);
    case SYS_readv:
      return read_object(fd, file, pointer<const iovec>(call.b), call.c, 0);
    case SYS_writev:
      return write_object(fd, file, pointer<const iovec>(call.b), call.c, 0);
    case SYS_recvfrom:
      return read_object(fd, file, &one, 1, static_cast<int>(call.d));
    case SYS_sendto:
      return write_object(fd, file, &one, 1, static_cast<int>(call.d));
    default:
      break;
  }
  auto& message = *pointer<msghdr>(call.b);
  auto count = static_cast<long>(message.msg_iovlen);
  if (call.number == SYS_sendmsg) {
    if (message.msg_controllen) return -EOPNOTSUPP;
    return write_object(fd, file, message.msg_iov, count, static_cast<int>(call.c));
  }
  message.msg_controllen = 0;
  message.msg_namelen = 0;
  message.msg_flags = 0;
  return read_object(fd, file, message.msg_iov, count, static_cast<int>(call.c));
}

Thread* with_id(long id) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (checker.program_id + world().threads[i].slot == id) return &world().threads[i];
  return nullptr;
}

long kill_thread(long id, long signal, const siginfo_t* sent) {
  Thread* to = with_id(id);
  return to ? send_signal(to, static_cast<int>(signal), sent) : -ESRCH;
}

const siginfo_t* sent_with(long info) { return reinterpret_cast<const siginfo_t*>(info); }

long kill_process(const Call& call) {
  if (call.a != checker.program_id && call.a != 0) return pass_and_name(call);
  return send_signal(nullptr, static_cast<int>(call.b),
                     call.number == SYS_rt_sigqueueinfo ? sent_with(call.c) : nullptr);
}

long sleep_until(const Call& call) {
  bool absolute = call.b & TIMER_ABSTIME;
  return rest_for(pointer<const timespec>(call.c), absolute ? nullptr : pointer<timespec>(call.d));
}

bool is_cancellation_point(long number) {
  switch (number) {
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_close:
    case SYS_sendto:
    case SYS_recvfrom:
    case SYS_sendmsg:
    case SYS_recvmsg:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_rt_sigtimedwait:
    case SYS_rt_sigsuspend:
    case SYS_pause:
      return true;
    default:
      return false;
  }
}

long serve(const Call& call) {
  timespec room;
  switch (call.number) {
    case SYS_pipe:
      return open_pipe(pointer<int>(call.a), 0);
    case SYS_pipe2:
      return open_pipe(pointer<int>(call.a), static_cast<int>(call.b));
    case SYS_socketpair:
      return open_socket_pair(static_cast<int>(call.a), static_cast<int>(call.b),
                              static_cast<int>(call.c), pointer<int>(call.d));
    case SYS_eventfd:
      return open_counter(static_cast<unsigned>(call.a), 0);
    case SYS_eventfd2:
      return open_counter(static_cast<unsigned>(call.a), static_cast<int>(call.b));
    case SYS_epoll_create:
      return open_watcher(0);
    case SYS_epoll_create1:
      return open_watcher(static_cast<int>(call.a));
    case SYS_epoll_ctl:
      return change_watcher(static_cast<int>(call.a), static_cast<int>(call.b),
                            static_cast<int>(call.c), pointer<epoll_event>(call.d));
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      return watch_files(static_cast<int>(call.a), pointer<epoll_event>(call.b),
                         static_cast<int>(call.c),
                         from_milliseconds(static_cast<int>(call.d), room));
    case SYS_epoll_pwait2:
      return watch_files(static_cast<int>(call.a), pointer<epoll_event>(call.b),
                         static_cast<int>(call.c), pointer<const timespec>(call.d));
    case SYS_poll:
      return poll_files(pointer<pollfd>(call.a), static_cast<unsigned long>(call.b),
                        from_milliseconds(static_cast<int>(call.c), room));
    case SYS_ppoll:
      return poll_files(pointer<pollfd>(call.a), static_cast<unsigned long>(call.b),
                        pointer<const timespec>(call.c));
    case SYS_select:
      return select_files(static_cast<int>(call.a), pointer<fd_set>(call.b),
                          pointer<fd_set>(call.c), pointer<fd_set>(call.d),
                          from_timeval(pointer<const timeval>(call.e), room));
    case SYS_pselect6:
      return select_files(static_cast<int>(call.a), pointer<fd_set>(call.b),
                          pointer<fd_set>(call.c), pointer<fd_set>(call.d),
                          pointer<const timespec>(call.e));
    case SYS_close:
      return close_object(static_cast<int>(call.a));
    case SYS_dup2:
    case SYS_dup3:
      return copy_onto(call);
    case SYS_shutdown:
      point(Op::hook, nullptr);
      return shut_down(*file_of(static_cast<int>(call.a)), static_cast<int>(call.b));
    case SYS_futex:
      return futex(call);
    case SYS_nanosleep:
      return rest_for(pointer<const timespec>(call.a), pointer<timespec>(call.b));
    case SYS_clock_nanosleep:
      return sleep_until(call);
    case SYS_sched_yield:
      return rest_for(nullptr, nullptr);
    case SYS_kill:
    case SYS_rt_sigqueueinfo:
      return kill_process(call);
    case SYS_tkill:
      return kill_thread(call.a, call.b, nullptr);
    case SYS_tgkill:
      return kill_thread(call.b, call.c, nullptr);
    case SYS_rt_tgsigqueueinfo:
      return kill_thread(call.b, call.c, sent_with(call.d));
    case SYS_rt_sigaction:
      return set_action(static_cast<int>(call.a), pointer<const SignalAction>(call.b),
                        pointer<SignalAction>(call.c));
    case SYS_rt_sigprocmask:
      return set_signal_mask(static_cast<int>(call.a), pointer<const uint64_t>(call.b),
                             pointer<uint64_t>(call.c));
    case SYS_rt_sigpending:
      return tell_pending_signals(pointer<uint64_t>(call.a));
    case SYS_rt_sigtimedwait:
      return wait_for_signal(*pointer<const uint64_t>(call.a), pointer<siginfo_t>(call.b),
                             pointer<const timespec>(call.c));
    case SYS_rt_sigsuspend:
      return suspend_until_signal(*pointer<const uint64_t>(call.a));
    case SYS_pause:
      return suspend_until_signal(self().signal_mask);
    default:
      return transfer(call);
  }
}

}  // namespace
}  // namespace omc

extern "C" __attribute__((visibility("hidden"))) long omc_serve_call(const omc::Call* call) {
  if (omc::is_cancellation_point(call->number)) omc::cancellation_point();
  return omc::serve(*call);
}
