#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>

#include <cstring>

#include "bug.h"
#include "check.h"
#include "descriptors.h"
#include "output.h"
#include "pages.h"
#include "scheduler.h"
#include "start.h"
#include "syscalls.h"
#include "undo.h"
#include "virtual_time.h"
#include "watchdog.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif

extern "C" {
void omc_signal_return();
void omc_call_and_return();
__attribute__((visibility("hidden"))) greg_t omc_return_address;
}

namespace omc {
namespace {

char selector;  // nonzero: system calls outside this library are caught

struct Call {
  long number;
  long a, b, c, d, e, f;
};

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

long pass(const Call& call) {
  return raw_syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
}

// The kernel writes where we have made pages read-only; it does not fault as the program would.
void open_for_kernel(const Call& call) {
  auto touch_at = [](long p, long n) { touch_range(static_cast<uintptr_t>(p), static_cast<size_t>(n)); };
  switch (call.number) {
    case SYS_read: case SYS_pread64: case SYS_recvfrom: case SYS_getdents64: case SYS_readlink:
      return touch_at(call.b, call.c);
    case SYS_readlinkat: return touch_at(call.c, call.d);
    case SYS_getcwd: return touch_at(call.a, call.b);
    default: return;
  }
}

// Passes a call on; when the kernel could not write to a page of ours, opens what the arguments point to.
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
    long n = write_output(static_cast<int>(call.a), static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    if (n < 0) return total ? total : n;
    total += n;
  }
  return total;
}

// Passed on without a word: it changes nothing that another schedule could notice.
bool is_harmless(const Call& call) {
  switch (call.number) {
    case SYS_openat: return (call.c & O_ACCMODE) == O_RDONLY;
    case SYS_open: return (call.b & O_ACCMODE) == O_RDONLY;
    case SYS_eventfd2: case SYS_memfd_create: case SYS_epoll_create1: return true;
    case SYS_close: case SYS_fstat: case SYS_newfstatat: case SYS_lseek: case SYS_access: case SYS_faccessat:
    case SYS_readlink: case SYS_readlinkat: case SYS_getcwd: case SYS_uname: case SYS_sysinfo:
    case SYS_getdents64: case SYS_ioctl: case SYS_fcntl: case SYS_pread64: case SYS_prlimit64:
    case SYS_getrlimit: case SYS_getrusage: case SYS_sched_getaffinity: case SYS_sched_setaffinity:
    case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid: case SYS_getpid: case SYS_getppid:
    case SYS_gettid: case SYS_rt_sigprocmask: case SYS_rt_sigaction:
    case SYS_set_robust_list: case SYS_rseq: case SYS_arch_prctl: case SYS_prctl: case SYS_statx: case SYS_stat:
    case SYS_lstat: case SYS_getpriority: case SYS_getcpu: case SYS_membarrier: return true;
    default: return false;
  }
}

void name_if_it_matters(const Call& call) {
  if (!is_harmless(call) && call.number < 512)
    checker.run->unmodelled[call.number / 64] |= uint64_t{1} << call.number % 64;
}

long pass_and_name(const Call& call) {
  name_if_it_matters(call);
  return pass_on(call);
}

// Where a mapping goes that may go anywhere: to a place that depends on the thread alone, so that it is
// the same in every schedule.
long choose_address(size_t length) {
  Thread& thread = self();
  uintptr_t begin = slot_address(thread.slot) + maps_offset;
  if (!thread.maps_next) thread.maps_next = begin;
  uintptr_t address = thread.maps_next;
  size_t whole = round_up(length, page_size) + page_size;  // a page between, as a guard
  if (whole > begin + maps_size - address) return -ENOMEM;
  thread.maps_next = address + whole;
  return static_cast<long>(address);
}

long map(Call call) {
  constexpr long fixed = MAP_FIXED | MAP_FIXED_NOREPLACE;
  bool shared_file = call.d & MAP_SHARED && !(call.d & MAP_ANONYMOUS);
  if (!inside() || shared_file) return pass_and_name(call);
  if (!call.b) return -EINVAL;
  // Between the threads of one process, shared and private memory are the same.
  call.d = (call.d & ~(MAP_SHARED | MAP_SHARED_VALIDATE)) | MAP_PRIVATE | MAP_NORESERVE;
  if (!(call.d & fixed)) {
    call.a = choose_address(static_cast<size_t>(call.b));
    if (is_error(call.a)) return call.a;
    call.d |= MAP_FIXED;
  }
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size) return -EINVAL;
  unmap(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size));
  long result = pass(call);
  if (is_error(result)) return result;
  auto kind = call.d & MAP_ANONYMOUS ? RegionKind::anonymous : RegionKind::module;
  watch_mapped(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size), kind, static_cast<int>(call.c));
  return result;
}

long unmap_range(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size || !call.b) return -EINVAL;
  unmap(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size));
  return 0;
}

long protect_range(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size) return -EINVAL;
  return change_protection(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size), static_cast<int>(call.c));
}

// Moving memory by its page tables could not be undone: it is copied to a place of its own.
long remap(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  size_t old_size = round_up(static_cast<size_t>(call.b), page_size), size = round_up(static_cast<size_t>(call.c), page_size);
  if (begin % page_size || !size || !old_size || call.d & ~long{MREMAP_MAYMOVE}) return -EINVAL;
  int protection = protection_at(begin, begin + old_size);
  if (protection < 0) return -EFAULT;
  if (size <= old_size) {
    if (size < old_size) unmap(begin + size, begin + old_size);
    return call.a;
  }
  if (!(call.d & MREMAP_MAYMOVE)) return -ENOMEM;
  Call fresh{SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0};
  long result = map(fresh);
  if (is_error(result)) return result;
  memcpy(reinterpret_cast<void*>(result), reinterpret_cast<const void*>(begin), old_size);
  if (protection != (PROT_READ | PROT_WRITE))
    change_protection(static_cast<uintptr_t>(result), static_cast<uintptr_t>(result) + size, protection);
  unmap(begin, begin + old_size);
  return result;
}

// Advice that empties pages is followed by hand, so that it is seen; other advice is of no consequence.
long advise(const Call& call) {
  if (call.c != MADV_DONTNEED && call.c != MADV_FREE) return 0;
  auto begin = static_cast<uintptr_t>(call.a);
  uintptr_t end = round_up(begin + static_cast<uintptr_t>(call.b), page_size);
  if (begin % page_size) return -EINVAL;
  empty_pages(begin, end);
  return 0;
}

// A wait in the kernel for another thread would be for ever: all of them are this one.
long futex(const Call& call) {
  int operation = static_cast<int>(call.b) & FUTEX_CMD_MASK;
  bool waits = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET || operation == FUTEX_LOCK_PI;
  if (!waits) return 0;
  if (operation != FUTEX_LOCK_PI && *reinterpret_cast<const int*>(call.a) != static_cast<int>(call.c)) return -EAGAIN;
  if (!inside()) return -EAGAIN;
  hit_limit(Limit::stalled,
            "a thread waits in a way that is not modelled yet (futex: rwlock, once, semaphore, barrier, "
            "atomic wait, or a static variable being initialised)");
  leave(Stop::limit);
}

// Signals that the checker itself lives by stay with it.
bool is_reserved(long signal) {
  return signal == SIGSYS || signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGABRT || signal == SIGTRAP || signal == watchdog_signal;
}

constexpr size_t action_size = 32;  // the kernel's struct sigaction

// Signals are handled on the checker's stack; the program may think that it has set one of its own.
long set_signal_stack(const Call& call) {
  if (!call.b) return 0;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  memcpy(reinterpret_cast<void*>(call.b), &none, sizeof none);
  return 0;
}

long set_handler(const Call& call) {
  char old[action_size] = {};
  if (!is_reserved(call.a)) {
    long result = raw_syscall(SYS_rt_sigaction, call.a, call.b, as_long(old), call.d);
    if (is_error(result)) return result;
    if (call.b) handler_changed(static_cast<int>(call.a), old);
  }
  if (call.c) memcpy(reinterpret_cast<void*>(call.c), old, action_size);
  return 0;
}

// The mask may block anything but those.
long set_mask(const Call& call) {
  uint64_t mask = 0, old = 0;
  if (call.b) {
    mask = *reinterpret_cast<const uint64_t*>(call.b);
    for (long signal = 1; signal < 65; signal++)
      if (is_reserved(signal)) mask &= ~(uint64_t{1} << (signal - 1));
  }
  long result = raw_syscall(SYS_rt_sigprocmask, call.a, call.b ? as_long(&mask) : 0, as_long(&old), 8);
  if (is_error(result)) return result;
  if (call.b) mask_changed(old);
  if (call.c) memcpy(reinterpret_cast<void*>(call.c), &old, sizeof old);
  return 0;
}

// Two descriptors at once.
long open_pair(const Call& call, long where) {
  long result = pass_and_name(call);
  auto* pair = reinterpret_cast<const int*>(where);
  if (!is_error(result)) opened(pair[0]), opened(pair[1]);
  return result;
}

long change_directory(const Call& call) {
  directory_changes();
  return pass(call);
}

long fill_random(const Call& call) {
  auto* bytes = reinterpret_cast<unsigned char*>(call.a);
  for (long i = 0; i < call.b; i++) {
    world().random_state = world().random_state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = static_cast<unsigned char>(world().random_state >> 56);
  }
  return call.b;
}

// A child of the program itself goes on without the checker.
long fork_program(const Call& call) {
  long pid = pass(call);
  if (pid == 0) go_dormant();
  return pid;
}

// A child on a stack of its own (posix_spawn, system) can not come back through this handler.
bool needs_own_stack(long number, const greg_t* registers) {
  if (number == SYS_vfork) return true;
  return number == SYS_clone && (registers[REG_RSI] || registers[REG_RDI] & CLONE_VM);
}

long serve(const Call& call) {
  switch (call.number) {
    case SYS_write:
      if (!is_output(call.a)) {
        name_if_it_matters(call);
        return write_file(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b), static_cast<size_t>(call.c));
      }
      return call.c ? write_output(static_cast<int>(call.a), reinterpret_cast<const char*>(call.b), static_cast<size_t>(call.c)) : 0;
    case SYS_writev:
      if (is_output(call.a)) return write_vector(call);
      break;
    case SYS_exit_group:
      if (!inside()) break;
      world().exit_status = static_cast<int>(call.a & 0xff);
      leave(Stop::exited);
    case SYS_openat: case SYS_open: case SYS_creat: case SYS_eventfd2: case SYS_memfd_create: case SYS_epoll_create1:
      name_if_it_matters(call);
      return open_file(call.number, call.a, call.b, call.c, call.d);
    case SYS_pipe: case SYS_pipe2: return open_pair(call, call.a);
    case SYS_socketpair: return open_pair(call, call.d);
    case SYS_close: return close_file(static_cast<int>(call.a));
    case SYS_dup: case SYS_dup2: case SYS_dup3:
      return copy_file(call.number, call.a, call.b, call.c);
    case SYS_fcntl:
      if (call.b == F_DUPFD || call.b == F_DUPFD_CLOEXEC) return copy_file(SYS_fcntl, call.a, call.b, call.c);
      break;
    case SYS_read: return read_file(static_cast<int>(call.a), reinterpret_cast<void*>(call.b), static_cast<size_t>(call.c));
    case SYS_readv: return read_vector(static_cast<int>(call.a), reinterpret_cast<const void*>(call.b), call.c);
    case SYS_lseek: return seek_file(static_cast<int>(call.a), call.b, static_cast<int>(call.c));
    case SYS_chdir: case SYS_fchdir: return change_directory(call);
    case SYS_mmap: return map(call);
    case SYS_munmap: return unmap_range(call);
    case SYS_mprotect: return protect_range(call);
    case SYS_mremap: return inside() ? remap(call) : pass(call);
    case SYS_madvise: return inside() ? advise(call) : pass(call);
    case SYS_brk: return raw_syscall(SYS_brk, 0);  // stays where it is: the heap is ours
    case SYS_futex: return futex(call);
    case SYS_rt_sigaction: return set_handler(call);
    case SYS_rt_sigprocmask: return set_mask(call);
    case SYS_sigaltstack: return set_signal_stack(call);
    case SYS_getrandom: return fill_random(call);
    case SYS_nanosleep: return pass_time(reinterpret_cast<const timespec*>(call.a)), 0;
    case SYS_clock_nanosleep: return pass_time(reinterpret_cast<const timespec*>(call.c)), 0;
    case SYS_clock_gettime: return tell_time(reinterpret_cast<timespec*>(call.b)), 0;
    case SYS_sched_yield: return 0;
    case SYS_fork: case SYS_clone: return fork_program(call);
    case SYS_clone3: return -ENOSYS;  // the C library then uses clone
    case SYS_getpid: case SYS_gettid: return checker.program_id;
    default: break;
  }
  return pass_and_name(call);
}

}  // namespace

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
  if (needs_own_stack(number, registers)) {
    omc_return_address = registers[REG_RIP];
    registers[REG_RIP] = reinterpret_cast<greg_t>(&omc_call_and_return);
    return;
  }
  registers[REG_RAX] = serve({number, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                              registers[REG_R10], registers[REG_R8], registers[REG_R9]});
}

void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct {
    void (*handler)(int, siginfo_t*, void*);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  } action{handler, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | 0x04000000 /* SA_RESTORER */, omc_signal_return, 0};
  long result = raw_syscall(SYS_rt_sigaction, signal, as_long(&action), 0, sizeof(uint64_t));
  OMC_ASSERT(!is_error(result));
}

}  // namespace omc
