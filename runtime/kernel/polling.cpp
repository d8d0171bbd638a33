#include "kernel/polling.h"

#include <errno.h>
#include <stdlib.h>

#include <cstring>

#include "heap/heap.h"
#include "kernel/descriptor_table.h"
#include "kernel/open_files.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "snapshot/pages.h"
#include "threads/virtual_time.h"
#include "world/assumptions.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

struct Interest {
  int fd;
  uint32_t events;
  epoll_data_t data;
  bool spent;  // EPOLLONESHOT: it was reported
};

// Lies in the program's heap, as its list does.
struct Watcher {
  unsigned count;
  Interest* interests;
};

Watcher& watcher_of(const OpenFile& file) { return *reinterpret_cast<Watcher*>(file.place); }

constexpr short always_reported = POLLERR | POLLHUP | POLLNVAL;

short ready_now(int fd, short wanted) {
  if (const OpenFile* file = file_of(fd)) {
    if (file->kind == FileKind::regular)
      return static_cast<short>(wanted & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM));
    int ready = file->kind != FileKind::watcher ? readiness(*file)
                : watcher_is_ready(*file)       ? POLLIN | POLLRDNORM
                                                : 0;
    return static_cast<short>(ready & (wanted | always_reported));
  }
  pollfd one{fd, wanted, 0};
  long n = raw_syscall(SYS_poll, as_long(&one), 1, 0);
  return n > 0 ? one.revents : short{0};
}

// What made a descriptor ready happens before the call that reports it. A report of nothing orders
// nothing.
void order_reported(int fd, int reported) {
  const OpenFile* file = reported & (POLLIN | POLLRDNORM | POLLHUP) ? file_of(fd) : nullptr;
  if (!file) return;
  if (file->kind != FileKind::watcher) return acquire_what_came(*file);
  const Watcher& watcher = watcher_of(*file);
  for (unsigned i = 0; i < watcher.count; i++) {
    const Interest& interest = watcher.interests[i];
    if (!interest.spent)
      order_reported(interest.fd, ready_now(interest.fd, static_cast<short>(interest.events)));
  }
}

struct PollSet {
  pollfd* files;
  unsigned long count;
};

bool any_ready(const PollSet& set) {
  for (unsigned long i = 0; i < set.count; i++)
    if (set.files[i].fd >= 0 && ready_now(set.files[i].fd, set.files[i].events)) return true;
  return false;
}

bool is_ready(const Thread& thread) {
  if (thread.pending.value)
    return watcher_is_ready(*static_cast<const OpenFile*>(thread.pending.object));
  return any_ready(*static_cast<const PollSet*>(thread.pending.object));
}

bool is_nothing(const timespec* duration) {
  return duration && !duration->tv_sec && !duration->tv_nsec;
}

bool is_kernels(int fd) { return fd >= 0 && !file_of(fd); }

bool all_are_kernels(const PollSet& set) {
  bool all = set.count > 0;
  for (unsigned long i = 0; i < set.count; i++) all &= is_kernels(set.files[i].fd);
  return all;
}

// 1: something is ready; 0: the time limit has expired; or an error.
long wait_for_any(const void* object, bool watcher, const timespec* duration) {
  if (is_nothing(duration)) return point(Op::hook, nullptr), 1;
  Pending pending{Op::poll, duration != nullptr, false, 1, object, watcher, Interrupt::always,
                  true,     &waiting_to_poll};
  if (wait_until(pending, duration)) return 1;
  return was_interrupted() ? -EINTR : 0;
}

}  // namespace

const Waiting waiting_to_poll{is_ready};

long poll_files(pollfd* files, unsigned long count, const timespec* duration) {
  PollSet set{files, count};
  make_range_writable(reinterpret_cast<uintptr_t>(files),
                      count * sizeof(pollfd));  // the kernel may write there
  if (all_are_kernels(set))
    return raw_syscall(SYS_ppoll, as_long(files), static_cast<long>(count), as_long(duration), 0,
                       8);
  long result = wait_for_any(&set, false, duration);
  if (result < 0) return result;
  long ready = 0;
  for (unsigned long i = 0; i < count; i++) {
    files[i].revents =
        files[i].fd >= 0 && result ? ready_now(files[i].fd, files[i].events) : short{0};
    ready += files[i].revents != 0;
    order_reported(files[i].fd, files[i].revents);
  }
  if (!ready) refute(Assumption::strong_orders);
  happened(Op::poll, nullptr, static_cast<uint64_t>(ready));
  return ready;
}

long select_files(int count, fd_set* in, fd_set* out, fd_set* urgent, const timespec* duration) {
  if (count < 0 || count > FD_SETSIZE) return -EINVAL;
  pollfd files[FD_SETSIZE];
  unsigned long n = 0;
  for (int fd = 0; fd < count; fd++) {
    int wanted = (in && FD_ISSET(fd, in) ? POLLIN : 0) | (out && FD_ISSET(fd, out) ? POLLOUT : 0) |
                 (urgent && FD_ISSET(fd, urgent) ? POLLPRI : 0);
    if (wanted) files[n++] = {fd, static_cast<short>(wanted), 0};
  }
  long result = poll_files(files, n, duration);
  if (result < 0) return result;
  if (in) FD_ZERO(in);
  if (out) FD_ZERO(out);
  if (urgent) FD_ZERO(urgent);
  long ready = 0;
  for (unsigned long i = 0; i < n; i++) {
    const pollfd& file = files[i];
    if (file.revents & POLLNVAL) return -EBADF;
    auto report = [&](fd_set* set, int wanted, int ready_events) {
      if (set && file.events & wanted && file.revents & ready_events) FD_SET(file.fd, set), ready++;
    };
    report(in, POLLIN, POLLIN | POLLHUP | POLLERR);
    report(out, POLLOUT, POLLOUT | POLLERR);
    report(urgent, POLLPRI, POLLPRI);
  }
  return ready;
}

long open_watcher(int flags) {
  long fd = admit_descriptor(raw_syscall(SYS_epoll_create1, flags));
  if (is_error(fd)) return fd;
  if (void* watcher = allocate_internal(sizeof(Watcher)))
    lead_to(static_cast<int>(fd), FileKind::watcher, watcher);
  return fd;
}

long change_watcher(int number, int operation, int fd, epoll_event* event) {
  OpenFile* file = file_of(number);
  if (!file || file->kind != FileKind::watcher)
    return raw_syscall(SYS_epoll_ctl, number, operation, fd, as_long(event));
  if (is_error(raw_syscall(SYS_fcntl, fd, 1 /* F_GETFD */))) return -EBADF;
  if (const OpenFile* target = file_of(fd); target && target->kind == FileKind::regular)
    return -EPERM;
  point(Op::hook, nullptr);
  Watcher& watcher = watcher_of(*file);
  unsigned i = 0;
  while (i < watcher.count && watcher.interests[i].fd != fd) i++;
  bool known = i < watcher.count;
  if (operation == EPOLL_CTL_ADD && known) return -EEXIST;
  if (operation != EPOLL_CTL_ADD && !known) return -ENOENT;
  if (operation == EPOLL_CTL_DEL) {
    memmove(watcher.interests + i, watcher.interests + i + 1,
            (watcher.count - i - 1) * sizeof(Interest));
    memset(watcher.interests + --watcher.count, 0, sizeof(Interest));
    return 0;
  }
  if (!known) {
    auto* grown = static_cast<Interest*>(
        reallocate_internal(watcher.interests, (watcher.count + 1) * sizeof(Interest)));
    if (!grown) return -ENOMEM;
    watcher.interests = grown;
    watcher.count++;
    memset(watcher.interests + i, 0, sizeof(Interest));
  }
  watcher.interests[i].fd = fd;
  watcher.interests[i].events = event->events;
  watcher.interests[i].data = event->data;
  watcher.interests[i].spent = false;
  return 0;
}

long watch_files(int number, epoll_event* events, int room, const timespec* duration) {
  OpenFile* file = file_of(number);
  if (!file || file->kind != FileKind::watcher) return -EINVAL;
  if (room <= 0) return -EINVAL;
  long result = wait_for_any(file, true, duration);
  if (!result) refute(Assumption::strong_orders);
  if (result <= 0) return result;
  Watcher& watcher = watcher_of(*file);
  long ready = 0;
  for (unsigned i = 0; i < watcher.count && ready < room; i++) {
    Interest& interest = watcher.interests[i];
    if (interest.spent) continue;
    auto reported =
        static_cast<uint16_t>(ready_now(interest.fd, static_cast<short>(interest.events)));
    if (!reported || reported & POLLNVAL) continue;
    order_reported(interest.fd, reported);
    events[ready].events = reported;
    events[ready++].data = interest.data;
    if (interest.events & EPOLLONESHOT) interest.spent = true;
  }
  if (!ready) refute(Assumption::strong_orders);
  happened(Op::poll, nullptr, static_cast<uint64_t>(ready));
  return ready;
}

bool watcher_is_ready(const OpenFile& file) {
  const Watcher& watcher = watcher_of(file);
  for (unsigned i = 0; i < watcher.count; i++) {
    const Interest& interest = watcher.interests[i];
    short reported =
        interest.spent ? short{0} : ready_now(interest.fd, static_cast<short>(interest.events));
    if (reported && !(reported & POLLNVAL)) return true;
  }
  return false;
}

bool waits_outside(const Thread& thread) {
  if (thread.ended || thread.pending.op != Op::poll) return false;
  if (thread.pending.value) {
    const Watcher& watcher = watcher_of(*static_cast<const OpenFile*>(thread.pending.object));
    for (unsigned i = 0; i < watcher.count; i++)
      if (is_kernels(watcher.interests[i].fd)) return true;
    return false;
  }
  const auto& set = *static_cast<const PollSet*>(thread.pending.object);
  for (unsigned long i = 0; i < set.count; i++)
    if (is_kernels(set.files[i].fd)) return true;
  return false;
}

void release_watcher(OpenFile& file) {
  free_internal(watcher_of(file).interests);
  free_internal(&watcher_of(file));
  file.place = 0;
}

}  // namespace omc
