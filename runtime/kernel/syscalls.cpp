#include "kernel/syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>

#include <cstring>

#include "kernel/descriptors.h"
#include "kernel/mappings.h"
#include "kernel/output.h"
#include "kernel/resource_limits.h"
#include "kernel/streams.h"
#include "kernel/timers.h"
#include "kernel/working_directory.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "snapshot/undo_log.h"
#include "steps/reduction.h"
#include "threads/fiber.h"
#include "threads/signals.h"
#include "threads/virtual_time.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif

extern "C" {
void omc_signal_return();
void omc_call_and_return();
void omc_serve_here();
__attribute__((visibility("hidden"))) greg_t omc_return_address;
}

namespace omc {
namespace {

char selector;  // nonzero: system calls outside this library are caught

// The executable segment of this library: system calls made there are its own.
int find_own_text(dl_phdr_info* info, size_t, void* out) {
  auto here = reinterpret_cast<uintptr_t>(&omc_signal_return);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& header = info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + header.p_vaddr, end = begin + header.p_memsz;
    if (header.p_type != PT_LOAD || here < begin || here >= end) continue;
    *static_cast<Extent*>(out) = {begin, end};
    return 1;
  }
  return 0;
}

// Only the watchdog interrupts a call: the program's own signals are not the kernel's.
long pass(const Call& call) {
  long result;
  do result = raw_syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
  while (result == -EINTR);
  return result;
}

// The kernel writes where we have made pages read-only; it does not fault as the program would.
void open_for_kernel(const Call& call) {
  auto touch_at = [](long p, long n) {
    touch_range(static_cast<uintptr_t>(p), static_cast<size_t>(n));
  };
  switch (call.number) {
    case SYS_read:
    case SYS_pread64:
    case SYS_recvfrom:
    case SYS_getdents64:
    case SYS_readlink:
      return touch_at(call.b, call.c);
    case SYS_readlinkat:
      return touch_at(call.c, call.d);
    case SYS_getcwd:
      return touch_at(call.a, call.b);
    default:
      return;
  }
}

// Passes a call on; when the kernel could not write to a page of ours, opens what the arguments
// point to.
long pass_on(const Call& call) {
  open_for_kernel(call);
  long result = pass(call);
  if (result != -EFAULT) return result;
  constexpr size_t most = 2 * page_size;  // no fixed-size result is larger
  for (long argument : {call.a, call.b, call.c, call.d, call.e, call.f})
    touch_range(static_cast<uintptr_t>(argument), most);
  return pass(call);
}

long write_vector(const Call& call) {
  auto* parts = reinterpret_cast<const iovec*>(call.b);
  long total = 0;
  for (long i = 0; i < call.c; i++) {
    if (!parts[i].iov_len) continue;
    long n = write_output(static_cast<int>(call.a), static_cast<const char*>(parts[i].iov_base),
                          parts[i].iov_len);
    if (n < 0) return total ? total : n;
    total += n;
  }
  return total;
}

// Passed on without a word: it changes nothing that another schedule could notice.
bool is_harmless(const Call& call) {
  switch (call.number) {
    case SYS_openat:
      return (call.c & O_ACCMODE) == O_RDONLY;
    case SYS_open:
      return (call.b & O_ACCMODE) == O_RDONLY;
    case SYS_memfd_create:
      return true;
    case SYS_close:
    case SYS_fstat:
    case SYS_newfstatat:
    case SYS_lseek:
    case SYS_access:
    case SYS_faccessat:
    case SYS_readlink:
    case SYS_readlinkat:
    case SYS_getcwd:
    case SYS_uname:
    case SYS_sysinfo:
    case SYS_getdents64:
    case SYS_ioctl:
    case SYS_fcntl:
    case SYS_pread64:
    case SYS_prlimit64:
    case SYS_getrlimit:
    case SYS_getrusage:
    case SYS_sched_getaffinity:
    case SYS_sched_setaffinity:
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_getpid:
    case SYS_getppid:
    case SYS_gettid:
    case SYS_rt_sigprocmask:
    case SYS_rt_sigaction:
    case SYS_set_robust_list:
    case SYS_rseq:
    case SYS_arch_prctl:
    case SYS_prctl:
    case SYS_statx:
    case SYS_stat:
    case SYS_lstat:
    case SYS_getpriority:
    case SYS_getcpu:
    case SYS_membarrier:
      return true;
    default:
      return false;
  }
}

void name_if_it_matters(const Call& call) {
  if (is_harmless(call) || call.number >= 512) return;
  checker.run->unmodelled[call.number / 64] |= uint64_t{1} << call.number % 64;
  if (!checker.options.strict || !inside()) return;
  stop_incomplete(Incomplete::unmodelled);
  leave(Stop::limit);
}

// Signals are handled on the checker's stack; the program may think that it has set one of its own.
long set_signal_stack(const Call& call) {
  if (!call.b) return 0;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  memcpy(reinterpret_cast<void*>(call.b), &none, sizeof none);
  return 0;
}

// What can be waited for has its own idea of waiting or not.
long control_file(const Call& call) {
  if (call.b == F_DUPFD || call.b == F_DUPFD_CLOEXEC)
    return copy_file(SYS_fcntl, call.a, call.b, call.c);
  OpenFile* file = file_of(static_cast<int>(call.a));
  if (!file || file->kind == FileKind::regular) return pass(call);
  if (call.b == F_SETFL) return set_nonblocking(*file, call.c & O_NONBLOCK), 0;
  long result = pass(call);
  if (call.b == F_GETFL && !is_error(result))
    result = (result & ~O_NONBLOCK) | (is_nonblocking(*file) ? O_NONBLOCK : 0);
  return result;
}

long control_device(const Call& call) {
  OpenFile* file = file_of(static_cast<int>(call.a));
  if (file && file->kind != FileKind::regular && (call.b == FIONBIO || call.b == FIONREAD)) {
    auto& number = *reinterpret_cast<int*>(call.c);
    if (call.b == FIONBIO)
      set_nonblocking(*file, number);
    else
      number = static_cast<int>(readable_bytes(*file));
    return 0;
  }
  return pass_and_name(call);
}

long change_directory(const Call& call) {
  directory_changes();
  long result = pass(call);
  note_directory();
  return result;
}

// A thread's name is one of the fiber's, not of the kernel thread that runs all of them.
long control_process(const Call& call) {
  if (!inside()) return pass_and_name(call);
  Thread& thread = self();
  if (call.a == PR_SET_NAME) return set_name(thread, reinterpret_cast<const char*>(call.b)), 0;
  if (call.a != PR_GET_NAME) return pass_and_name(call);
  memcpy(reinterpret_cast<char*>(call.b), name_of(thread), sizeof thread.name);
  return 0;
}

long fill_random(const Call& call) {
  auto* bytes = reinterpret_cast<unsigned char*>(call.a);
  for (long i = 0; i < call.b; i++) {
    world().random_state = world().random_state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = static_cast<unsigned char>(world().random_state >> 56);
  }
  return call.b;
}

void begin_child(const Call& call) {
  name_if_it_matters(call);
  give_streams_to_kernel();
  world().has_children = true;
}

// A child of the program itself goes on without the checker. It sees which locks are taken, and all
// of memory. That of vfork has memory of its own, too: what it wrote would be the checker's.
long fork_program(const Call& call) {
  refute(Assumption::whole_sections);
  begin_child(call);
  long pid = call.number == SYS_vfork ? pass({SYS_fork, 0, 0, 0, 0, 0, 0}) : pass(call);
  if (pid == 0) go_dormant();
  return pid;
}

// A child on a stack of its own (posix_spawn, system) can not come back through this handler.
bool needs_own_stack(long number, const greg_t* registers) {
  return number == SYS_clone && (registers[REG_RSI] || registers[REG_RDI] & CLONE_VM);
}

// Everything that can be answered at once.
long serve(const Call& call) {
  switch (call.number) {
    case SYS_write:
      if (!is_output(call.a)) {
        name_if_it_matters(call);
        return write_file(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b),
                          static_cast<size_t>(call.c));
      }
      return call.c ? write_output(static_cast<int>(call.a), reinterpret_cast<const char*>(call.b),
                                   static_cast<size_t>(call.c))
                    : 0;
    case SYS_writev:
      if (is_output(call.a)) return write_vector(call);
      break;
    case SYS_exit_group:
      if (!inside()) break;
      world().exit_status = static_cast<int>(call.a & 0xff);
      leave(Stop::exited);
    case SYS_openat:
    case SYS_open:
    case SYS_creat:
    case SYS_memfd_create:
      name_if_it_matters(call);
      return open_file(call.number, call.a, call.b, call.c, call.d);
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
      return copy_file(call.number, call.a, call.b, call.c);
    case SYS_fcntl:
      return control_file(call);
    case SYS_ioctl:
      return control_device(call);
    case SYS_close:
      return close_file(static_cast<int>(call.a));
    case SYS_read:
      return read_file(static_cast<int>(call.a), reinterpret_cast<void*>(call.b),
                       static_cast<size_t>(call.c));
    case SYS_readv:
      return read_vector(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b), call.c);
    case SYS_lseek:
      return seek_file(static_cast<int>(call.a), call.b, static_cast<int>(call.c));
    case SYS_chdir:
    case SYS_fchdir:
      return change_directory(call);
    case SYS_prctl:
      return control_process(call);
    case SYS_mmap:
      return map(call);
    case SYS_munmap:
      return unmap_range(call);
    case SYS_mprotect:
      return protect_range(call);
    case SYS_mremap:
      return inside() ? remap(call) : pass(call);
    case SYS_madvise:
      return inside() ? advise(call) : pass(call);
    case SYS_brk:
      return move_break(call);
    // What the checker has reserved would all be memory in use.
    case SYS_mlock:
    case SYS_mlock2:
    case SYS_munlock:
    case SYS_mlockall:
    case SYS_munlockall:
      return 0;
    case SYS_sigaltstack:
      return set_signal_stack(call);
    case SYS_getrandom:
      return fill_random(call);
    case SYS_clock_gettime:
      return tell_time(reinterpret_cast<timespec*>(call.b)), 0;
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
      return fork_program(call);
    case SYS_clone3:
      return -ENOSYS;  // the C library then uses clone
    // A timer of the kernel would strike at any moment, in any schedule: it is named, and never
    // strikes.
    case SYS_alarm:
    case SYS_setitimer:
      return name_if_it_matters(call), set_timer(call);
    case SYS_setrlimit:
    case SYS_prlimit64:
      return set_limit(call);
    case SYS_getrlimit:
      return tell_limit(call);
    case SYS_timer_create:
    case SYS_timerfd_create:
    case SYS_signalfd:
    case SYS_signalfd4:
      return name_if_it_matters(call), -ENOSYS;
    // What is asked for in a queue would be done beside all threads, with the kernel's idea of
    // pipes and descriptors.
    case SYS_io_uring_setup:
    case SYS_io_setup:
      return name_if_it_matters(call), -ENOSYS;
    case SYS_getpid:
      return checker.program_id;
    case SYS_gettid:
      return checker.program_id + (inside() ? self().slot : 0);
    default:
      break;
  }
  return pass_and_name(call);
}

// Those in which a thread may wait, or wake others: they are served as a call on the thread's own
// stack, where it can be switched.
bool may_wait(const Call& call) {
  switch (call.number) {
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_close:
    case SYS_sendto:
    case SYS_recvfrom:
    case SYS_sendmsg:
    case SYS_recvmsg:
    case SYS_shutdown:
    case SYS_dup2:
    case SYS_dup3: {
      bool onto = call.number == SYS_dup2 || call.number == SYS_dup3;
      const OpenFile* file = file_of(static_cast<int>(onto ? call.b : call.a));
      return file && file->kind != FileKind::regular;
    }
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_socketpair:
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_epoll_ctl:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_futex:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_sched_yield:
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_rt_sigaction:
    case SYS_rt_sigprocmask:
    case SYS_rt_sigpending:
    case SYS_rt_sigtimedwait:
    case SYS_rt_sigsuspend:
    case SYS_pause:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo:
    case SYS_epoll_pwait2:
      return true;
    default:
      return false;
  }
}

}  // namespace

long pass_and_name(const Call& call) {
  name_if_it_matters(call);
  return pass_on(call);
}

bool catch_system_calls() {
  static Extent text;
  if (!text.end) dl_iterate_phdr(find_own_text, &text);
  selector = 1;
  long result = raw_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                            static_cast<long>(text.begin), static_cast<long>(text.end - text.begin),
                            as_long(&selector));
  return !is_error(result);
}

void on_system_call(siginfo_t*, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  long number = registers[REG_RAX];
  if (number == SYS_rt_sigreturn) {
    // Only with the stack as it is: do it again from an address that is not caught.
    registers[REG_RIP] = reinterpret_cast<greg_t>(&omc_signal_return);
    return;
  }
  if (number == SYS_clone && registers[REG_RDI] & CLONE_THREAD) {
    // A thread that the C library starts for itself would escape.
    name_if_it_matters({number, 0, 0, 0, 0, 0, 0});
    registers[REG_RAX] = -EAGAIN;
    return;
  }
  if (needs_own_stack(number, registers)) {
    begin_child({number, 0, 0, 0, 0, 0, 0});
    omc_return_address = registers[REG_RIP];
    registers[REG_RIP] = reinterpret_cast<greg_t>(&omc_call_and_return);
    return;
  }
  Call call{number,
            registers[REG_RDI],
            registers[REG_RSI],
            registers[REG_RDX],
            registers[REG_R10],
            registers[REG_R8],
            registers[REG_R9]};
  if (!inside() || !may_wait(call)) {
    registers[REG_RAX] = serve(call);
    return;
  }
  constexpr greg_t red_zone = 128;
  registers[REG_RSP] -= red_zone + static_cast<greg_t>(sizeof(greg_t));
  *reinterpret_cast<greg_t*>(registers[REG_RSP]) = registers[REG_RIP];
  registers[REG_RIP] = reinterpret_cast<greg_t>(&omc_serve_here);
}

void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct {
    void (*handler)(int, siginfo_t*, void*);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  } action{handler,
           SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART | 0x04000000 /* SA_RESTORER */,
           omc_signal_return, 0};
  long result = raw_syscall(SYS_rt_sigaction, signal, as_long(&action), 0, sizeof(uint64_t));
  OMC_ASSERT(!is_error(result));
}

}  // namespace omc
