// Builds the table of system calls at compile time. A function that serves a call may have the
// parameters of the call: serve_by converts the registers to them.
#include "kernel/syscall_table.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>

#include <array>
#include <utility>

#include "kernel/blocking_syscalls.h"
#include "kernel/descriptors.h"
#include "kernel/directory_listing.h"
#include "kernel/file_calls.h"
#include "kernel/file_content.h"
#include "kernel/file_locks.h"
#include "kernel/file_status.h"
#include "kernel/mappings.h"
#include "kernel/name_calls.h"
#include "kernel/polling.h"
#include "kernel/process.h"
#include "kernel/resource_limits.h"
#include "kernel/scheduling.h"
#include "kernel/shared_memory.h"
#include "kernel/streams.h"
#include "kernel/timers.h"
#include "kernel/working_directory.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "sync/sleep.h"
#include "threads/credentials.h"
#include "threads/signals.h"

namespace omc {
namespace {

template <class T>
T as_parameter(long word) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(word);
  else
    return static_cast<T>(word);
}

template <auto function, class... Parameters, size_t... i>
long unpack(const Call& call, long (*)(Parameters...), std::index_sequence<i...>) {
  [[maybe_unused]] const long words[] = {call.a, call.b, call.c, call.d, call.e, call.f};
  return function(as_parameter<Parameters>(words[i])...);
}

template <class... Parameters>
constexpr auto indices(long (*)(Parameters...)) {
  return std::index_sequence_for<Parameters...>();
}

template <auto function>
long serve_by(const Call& call) {
  if constexpr (std::is_same_v<decltype(function), long (*)(const Call&)>)
    return function(call);
  else
    return unpack<function>(call, function, indices(function));
}

constexpr long Call::* a = &Call::a;
constexpr long Call::* b = &Call::b;
constexpr long Call::* c = &Call::c;
constexpr long Call::* d = &Call::d;
constexpr long Call::* e = &Call::e;
constexpr long Call::* f = &Call::f;

constexpr Writes nothing{};
constexpr Writes unknown{{}, true};
constexpr Writes record(long Call::* at, size_t size) {
  return {{{Write::Kind::record, at, nullptr, size}}};
}
constexpr Writes buffer(long Call::* at, long Call::* count) {
  return {{{Write::Kind::buffer, at, count, 0}}};
}
constexpr Writes vector(long Call::* at, long Call::* count) {
  return {{{Write::Kind::vector, at, count, 0}}};
}
constexpr Writes message(long Call::* at) {
  return {{{Write::Kind::message, at, nullptr, sizeof(msghdr)}}};
}
constexpr Writes operator+(Writes sum, const Writes& more) {
  unsigned n = 0;
  while (sum.ranges[n].kind != Write::Kind::none) n++;
  sum.ranges[n] = more.ranges[0];
  return sum;
}

constexpr bool yes = true, no = false;
constexpr SystemCall without_row{pass_on, Where::at_once, no, unknown, Naming::done};

// Two rows of one call are a compile error: the index of the second is out of range.
constexpr auto make_table() {
  std::array<SystemCall, max_calls> table;
  table.fill(without_row);
  std::array<bool, max_calls> has_row{};
#define SYSCALL(name, serve, where, cancels, writes, naming, words)                        \
  table[has_row[SYS_##name] ? max_calls : SYS_##name] = {serve_by<&(serve)>, Where::where, \
                                                         cancels, writes, Naming::naming}; \
  has_row[SYS_##name] = true;
#include "kernel/syscalls.def"
#undef SYSCALL
  return table;
}

constexpr auto table = make_table();

void open_range(const void* begin, size_t n) {
  make_range_writable(reinterpret_cast<uintptr_t>(begin), n);
}

void open_vector(const iovec* parts, long count) {
  for (long i = 0; i < count; i++) open_range(parts[i].iov_base, parts[i].iov_len);
}

void open_message(const msghdr& message) {
  open_range(message.msg_name, message.msg_namelen);
  open_range(message.msg_control, message.msg_controllen);
  open_vector(message.msg_iov, static_cast<long>(message.msg_iovlen));
}

}  // namespace

const SystemCall& system_call(long number) {
  return number >= 0 && number < max_calls ? table[static_cast<size_t>(number)] : without_row;
}

const char* name_of_call(long number) {
  switch (number) {
#define SYSCALL(name, serve, where, cancels, writes, naming, words) \
  case SYS_##name:                                                  \
    return #name;
#include "kernel/syscalls.def"
#undef SYSCALL
    default:
      return "a system call that omc does not know";
  }
}

void open_for_kernel(const Call& call) {
  for (const Write& write : system_call(call.number).writes.ranges) {
    if (write.kind == Write::Kind::none || !(call.*write.at)) continue;
    auto* at = reinterpret_cast<const void*>(call.*write.at);
    switch (write.kind) {
      case Write::Kind::none:
        break;
      case Write::Kind::record:
        open_range(at, write.size);
        break;
      case Write::Kind::buffer:
        open_range(at, static_cast<size_t>(call.*write.count));
        break;
      case Write::Kind::vector:
        open_vector(static_cast<const iovec*>(at), call.*write.count);
        break;
      case Write::Kind::message:
        open_range(at, write.size);
        open_message(*static_cast<const msghdr*>(at));
        break;
    }
  }
}

}  // namespace omc
