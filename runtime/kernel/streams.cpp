#include "kernel/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <cstring>

#include "heap/heap.h"
#include "kernel/descriptor_table.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "threads/signals.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr size_t capacity = 65536;  // as the kernel's pipes have

// Bytes on their way from one end to the other. What writers did happens before a read of their
// bytes, and before a read that finds the end; the same holds for what is added to a counter. What
// readers did happens before a write that finds no reader, or room in a channel that was full
// (readers_of).
struct Channel {
  uint32_t readers;
  uint32_t writers : 31, was_full : 1;
  size_t length;
  char* bytes;
};

// One end. An end of a pipe has one of the two channels, an end of a socket pair has both.
struct Stream {
  Channel *in, *out;
  bool nonblocking;
};

struct Counter {
  uint64_t value;
  bool nonblocking, as_semaphore;
};

Stream& stream_of(const OpenFile& file) { return *reinterpret_cast<Stream*>(file.place); }
Counter& counter_of(const OpenFile& file) { return *reinterpret_cast<Counter*>(file.place); }

const OpenFile& file_of(const Thread& thread) {
  return *static_cast<const OpenFile*>(thread.pending.object);
}

constexpr uint64_t most_count = UINT64_MAX - 1;

bool can_receive(const OpenFile& file) {
  if (file.kind == FileKind::counter) return counter_of(file).value > 0;
  const Channel* in = stream_of(file).in;
  return !in || in->length || !in->writers;
}

// A write of at most PIPE_BUF bytes is atomic. A larger one writes as much as there is room for.
bool can_send(const OpenFile& file, uint64_t n) {
  if (file.kind == FileKind::counter) return n <= most_count - counter_of(file).value;
  const Channel* out = stream_of(file).out;
  return !out || !out->readers || capacity - out->length >= (n <= PIPE_BUF ? n : 1);
}

bool may_receive(const Thread& thread) { return can_receive(file_of(thread)); }
bool may_send(const Thread& thread) {
  return can_send(file_of(thread), thread.pending.value >> 16);
}

Channel* new_channel() {
  auto* channel = static_cast<Channel*>(allocate_internal(sizeof(Channel)));
  if (channel) channel->readers = channel->writers = 1;
  return channel;
}

Stream* new_stream(Channel* in, Channel* out, bool nonblocking) {
  auto* stream = static_cast<Stream*>(allocate_internal(sizeof(Stream)));
  if (stream) *stream = {in, out, nonblocking};
  return stream;
}

void release_channel(Channel* channel) {
  if (channel->readers || channel->writers) return;
  free_internal(channel->bytes);
  free_internal(channel);
}

void close_in(Stream& stream) {
  Channel* in = stream.in;
  stream.in = nullptr;
  if (!in) return;
  release_to(readers_of(in));
  in->readers--;
  release_channel(in);
}

void close_out(Stream& stream) {
  Channel* out = stream.out;
  stream.out = nullptr;
  if (!out) return;
  release_to(out);
  out->writers--;
  release_channel(out);
}

bool append(Channel& channel, const char* bytes, size_t n) {
  auto* grown = static_cast<char*>(reallocate_internal(channel.bytes, channel.length + n));
  if (!grown) return false;
  memcpy(grown + channel.length, bytes, n);
  channel.bytes = grown;
  channel.length += n;
  if (channel.was_full) acquire_from(readers_of(&channel));
  if (channel.length >= capacity) channel.was_full = 1;
  release_to(&channel);
  return true;
}

// The rest gets a new block, as if only it had been written: states that differ only in what was
// read before are equal.
void take_out(Channel& channel, size_t n) {
  release_to(readers_of(&channel));
  size_t left = channel.length - n;
  char* rest = left ? static_cast<char*>(allocate_internal(left)) : nullptr;
  if (left) memcpy(rest, channel.bytes + n, left);
  free_internal(channel.bytes);
  channel.bytes = rest;
  channel.length = left;
}

const void* as_object(int fd) { return reinterpret_cast<const void*>(static_cast<uintptr_t>(fd)); }

size_t total_of(const iovec* parts, long count) {
  size_t n = 0;
  for (long i = 0; i < count; i++) n += parts[i].iov_len;
  return n;
}

// Waits until reading or writing is possible: 0, or the error of the call.
long wait_for(Op op, int fd, OpenFile& file, uint64_t bytes, bool nonblocking) {
  if (nonblocking) {
    point(Op::hook, nullptr);
    bool ready = op == Op::read ? can_receive(file) : can_send(file, bytes);
    if (ready) return 0;
    refute(Assumption::strong_orders);
    return -EAGAIN;
  }
  Pending pending{op,
                  false,
                  false,
                  1,
                  &file,
                  static_cast<uint64_t>(fd) | bytes << 16,
                  Interrupt::unless_restarted,
                  true,
                  op == Op::read ? &waiting_to_receive : &waiting_to_send};
  file.users++;  // another thread may close the descriptor meanwhile
  bool there = wait_until(pending, nullptr);
  if (!--file.users) return release_stream(file), -EBADF;
  if (there) return 0;
  return was_interrupted() ? -EINTR : -EAGAIN;
}

long read_counter(int fd, OpenFile& file, const iovec* parts, long count) {
  if (count < 1 || parts[0].iov_len < sizeof(uint64_t)) return -EINVAL;
  if (long error = wait_for(Op::read, fd, file, 0, counter_of(file).nonblocking)) return error;
  Counter& counter = counter_of(file);
  uint64_t value = counter.as_semaphore ? 1 : counter.value;
  counter.value -= value;
  acquire_from(&counter);
  memcpy(parts[0].iov_base, &value, sizeof value);
  happened(Op::read, as_object(fd), sizeof value);
  return sizeof value;
}

long write_counter(int fd, OpenFile& file, const iovec* parts, long count) {
  uint64_t value;
  if (count < 1 || parts[0].iov_len < sizeof value) return -EINVAL;
  memcpy(&value, parts[0].iov_base, sizeof value);
  if (value > most_count) return -EINVAL;
  if (long error = wait_for(Op::write, fd, file, value, counter_of(file).nonblocking)) return error;
  counter_of(file).value += value;
  release_to(&counter_of(file));
  happened(Op::write, as_object(fd), sizeof value);
  return sizeof value;
}

// The descriptors are those of a kernel object of the same kind.
bool lead_pair(const int* fds, Stream* first, Stream* second) {
  return first && second && lead_to(fds[0], FileKind::stream, first) &&
         lead_to(fds[1], FileKind::stream, second);
}

}  // namespace

const Waiting waiting_to_receive{may_receive};
const Waiting waiting_to_send{may_send};

long open_pipe(int* out, int flags) {
  int fds[2];  // the kernel cannot write to pages that are watched
  long result = raw_syscall(SYS_pipe2, as_long(fds), flags);
  if (is_error(result)) return result;
  if (is_error(result = admit_pair(fds))) return result;
  memcpy(out, fds, sizeof fds);
  Channel* channel = new_channel();
  bool nonblocking = flags & O_NONBLOCK;
  lead_pair(fds, new_stream(channel, nullptr, nonblocking),
            new_stream(nullptr, channel, nonblocking));
  return 0;
}

long open_socket_pair(int domain, int type, int protocol, int* out) {
  int fds[2];
  long result = raw_syscall(SYS_socketpair, domain, type, protocol, as_long(fds));
  if (is_error(result)) return result;
  if (is_error(result = admit_pair(fds))) return result;
  memcpy(out, fds, sizeof fds);
  constexpr int kind = 0xf;
  if ((type & kind) != SOCK_STREAM) return 0;
  Channel *there = new_channel(), *back = new_channel();
  bool nonblocking = type & SOCK_NONBLOCK;
  lead_pair(fds, new_stream(there, back, nonblocking), new_stream(back, there, nonblocking));
  return 0;
}

long open_counter(unsigned value, int flags) {
  long fd = admit_descriptor(raw_syscall(SYS_eventfd2, value, flags));
  if (is_error(fd)) return fd;
  auto* counter = static_cast<Counter*>(allocate_internal(sizeof(Counter)));
  if (!counter) return fd;
  *counter = {value, (flags & EFD_NONBLOCK) != 0, (flags & EFD_SEMAPHORE) != 0};
  lead_to(static_cast<int>(fd), FileKind::counter, counter);
  return fd;
}

long read_object(int fd, OpenFile& file, const iovec* parts, long count, int flags) {
  if (file.kind == FileKind::watcher) return -EINVAL;
  if (file.kind == FileKind::counter) return read_counter(fd, file, parts, count);
  Channel* in = stream_of(file).in;
  if (!in) return -EBADF;
  if (!total_of(parts, count)) return 0;
  bool nonblocking = stream_of(file).nonblocking || flags & MSG_DONTWAIT;
  if (long error = wait_for(Op::read, fd, file, 0, nonblocking)) return error;
  size_t n = 0;
  for (long i = 0; i < count && n < in->length; i++) {
    size_t part = parts[i].iov_len < in->length - n ? parts[i].iov_len : in->length - n;
    memcpy(parts[i].iov_base, in->bytes + n, part);
    n += part;
  }
  if (n && !(flags & MSG_PEEK)) take_out(*in, n);
  acquire_from(in);
  happened(Op::read, as_object(fd), n);
  return static_cast<long>(n);
}

long write_object(int fd, OpenFile& file, const iovec* parts, long count, int flags) {
  if (file.kind == FileKind::watcher) return -EINVAL;
  if (file.kind == FileKind::counter) return write_counter(fd, file, parts, count);
  if (!stream_of(file).out) return -EBADF;
  bool nonblocking = stream_of(file).nonblocking || flags & MSG_DONTWAIT;
  size_t all = total_of(parts, count), done = 0;
  for (long i = 0; i < count; i++) {
    for (size_t from = 0; from < parts[i].iov_len;) {
      // An atomic write waits once for all of its parts.
      size_t want = all <= PIPE_BUF ? all : parts[i].iov_len - from;
      bool has_waited = all <= PIPE_BUF && done;
      long error = has_waited ? 0 : wait_for(Op::write, fd, file, want, nonblocking);
      if (error) return done ? static_cast<long>(done) : error;
      Channel* out = stream_of(file).out;
      if (!out || !out->readers) {
        if (out) acquire_from(readers_of(out));
        if (!(flags & MSG_NOSIGNAL)) send_signal(&current_thread(), SIGPIPE);
        return done ? static_cast<long>(done) : -EPIPE;
      }
      size_t room = capacity - out->length,
             n = parts[i].iov_len - from < room ? parts[i].iov_len - from : room;
      if (!append(*out, static_cast<const char*>(parts[i].iov_base) + from, n)) return -ENOMEM;
      from += n;
      done += n;
    }
  }
  happened(Op::write, as_object(fd), done);
  return static_cast<long>(done);
}

long shut_down_stream(OpenFile& file, int how) {
  if (file.kind != FileKind::stream) return -ENOTSOCK;
  if (how == SHUT_RD || how == SHUT_RDWR) close_in(stream_of(file));
  if (how == SHUT_WR || how == SHUT_RDWR) close_out(stream_of(file));
  return 0;
}

bool is_nonblocking(const OpenFile& file) {
  if (file.kind == FileKind::counter) return counter_of(file).nonblocking;
  return file.kind == FileKind::stream && stream_of(file).nonblocking;
}

void set_nonblocking(OpenFile& file, bool nonblocking) {
  if (file.kind == FileKind::counter) counter_of(file).nonblocking = nonblocking;
  if (file.kind == FileKind::stream) stream_of(file).nonblocking = nonblocking;
}

long readable_bytes(const OpenFile& file) {
  if (file.kind != FileKind::stream || !stream_of(file).in) return 0;
  return static_cast<long>(stream_of(file).in->length);
}

void* counter_behind(int fd) {
  const OpenFile* file = object_of(fd);
  return file && file->kind == FileKind::counter ? &counter_of(*file) : nullptr;
}

uint64_t& value_of_counter(void* counter) { return static_cast<Counter*>(counter)->value; }

void release_stream(OpenFile& file) {
  if (file.kind == FileKind::counter) drop_timer_of(world().timers, &counter_of(file));
  if (file.kind == FileKind::stream) {
    close_in(stream_of(file));
    close_out(stream_of(file));
  }
  free_internal(reinterpret_cast<void*>(file.place));
  file.place = 0;
}

short readiness(const OpenFile& file) {
  int ready = 0;
  if (file.kind == FileKind::counter) {
    if (can_receive(file)) ready |= POLLIN | POLLRDNORM;
    if (can_send(file, 1)) ready |= POLLOUT | POLLWRNORM;
  }
  if (file.kind == FileKind::stream) {
    const Stream& stream = stream_of(file);
    if (stream.in && stream.in->length) ready |= POLLIN | POLLRDNORM;
    if (stream.in && !stream.in->writers) ready |= POLLHUP | (stream.out ? POLLIN | POLLRDNORM : 0);
    if (stream.out && !stream.out->readers)
      ready |= POLLERR;
    else if (stream.out && capacity - stream.out->length >= PIPE_BUF)
      ready |= POLLOUT | POLLWRNORM;
  }
  return static_cast<short>(ready);
}

void acquire_what_came(const OpenFile& file) {
  if (file.kind == FileKind::counter) acquire_from(&counter_of(file));
  if (file.kind == FileKind::stream && stream_of(file).in) acquire_from(stream_of(file).in);
}

void give_streams_to_kernel() {
  World& w = world();
  // Bytes on their way move to the kernel's object: they are written at the sending end.
  for (int to = 0; to < max_files; to++) {
    if (!w.files.slots[to] || w.files.open[w.files.slots[to]].kind != FileKind::stream) continue;
    Channel* in = stream_of(w.files.open[w.files.slots[to]]).in;
    for (int from = 0; in && in->length && from < max_files; from++) {
      if (!w.files.slots[from] || w.files.open[w.files.slots[from]].kind != FileKind::stream)
        continue;
      if (stream_of(w.files.open[w.files.slots[from]]).out != in) continue;
      raw_syscall(SYS_write, from, as_long(in->bytes), static_cast<long>(in->length));
      take_out(*in, in->length);
    }
  }
  for (int fd = 0; fd < max_files; fd++) {
    uint8_t& slot = w.files.slots[fd];
    if (!slot || w.files.open[slot].kind == FileKind::regular ||
        w.files.open[slot].kind == FileKind::watcher)
      continue;
    OpenFile& file = w.files.open[slot];
    long flags = raw_syscall(SYS_fcntl, fd, F_GETFL);
    if (is_nonblocking(file) && !is_error(flags))
      raw_syscall(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
    if (file.kind == FileKind::counter && counter_of(file).value) {
      uint64_t value = counter_of(file).value;
      raw_syscall(SYS_write, fd, as_long(&value), sizeof value);
      counter_of(file).value = 0;
    }
    slot = 0;
    if (!--file.users) release_stream(file);
  }
}

}  // namespace omc
