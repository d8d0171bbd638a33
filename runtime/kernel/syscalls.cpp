#include "kernel/syscalls.h"

#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include "kernel/open_files.h"
#include "kernel/process.h"
#include "kernel/syscall_table.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "threads/cancel.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/uses.h"
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

// Functions that serve a call may have variables that are not set yet where the thread stops.
constexpr long frames_of_a_call = 4096;

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

// Only the watchdog interrupts a call: signals of the program never reach the kernel.
long pass(const Call& call) {
  long result;
  do result = raw_syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
  while (result == -EINTR);
  return result;
}

// A child on its own stack (posix_spawn, system) cannot return through this handler.
bool needs_own_stack(long number, const greg_t* registers) {
  return number == SYS_clone && (registers[REG_RSI] || registers[REG_RDI] & CLONE_VM);
}

// The thread must be able to switch during the call.
bool needs_thread_stack(const Call& call) {
  if (!entered()) return false;
  switch (system_call(call.number).where) {
    case Where::at_once:
      return false;
    case Where::may_wait:
      return true;
    case Where::if_object:
      return object_of(call.a) || changeable_file(call.a);
    case Where::if_onto_object:
      return object_of(call.b);
  }
  return false;
}

// What a system call does in the kernel or in the world is one object to the search, except where
// the call concerns its own thread alone, or records its use itself.
void record_use(const Call& call) {
  bool is_private = call.number == SYS_mmap && !(call.d & MAP_SHARED);
  switch (call.number) {
    case SYS_futex:
    case SYS_sched_yield:
    case SYS_gettid:
    case SYS_getpid:
    case SYS_rt_sigprocmask:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_clock_gettime:
      return;
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_mremap:
    case SYS_shmat:
    case SYS_shmdt:
      if (inside() && world().thread_count > 1) refute(Assumption::recorded_uses);
      return;
    case SYS_mmap:
      // A file and its mappings are one object that accesses to memory do not name.
      if (!is_private) refute(Assumption::recorded_uses);
      [[fallthrough]];
    default:
      use_object(WorldObject::kernel);
  }
}

// In the handler. Outside of the program's threads nobody can wait: the kernel does such calls.
long serve(const Call& call) {
  const SystemCall& row = system_call(call.number);
  return row.where == Where::may_wait ? pass_unnamed(call) : row.serve(call);
}

}  // namespace

void name_call(const Call& call) {
  if (system_call(call.number).naming == Naming::never || call.number >= max_calls) return;
  checker.run->unmodelled[call.number / 64] |= uint64_t{1} << call.number % 64;
  if (system_call(call.number).naming == Naming::outside && inside() && world().thread_count > 1)
    note_gap(name_of_call(call.number));
  if (!checker.options.strict || !entered()) return;
  stop_incomplete(Incomplete::unmodelled);
  leave(Stop::limit);
}

void note_gap_at(const Call& call) { note_gap(name_of_call(call.number)); }

long pass_on(const Call& call) {
  name_call(call);
  return pass_unnamed(call);
}

long pass_unnamed(const Call& call) {
  open_for_kernel(call);
  long result = pass(call);
  if (result != -EFAULT || !system_call(call.number).writes.is_unknown) return result;
  constexpr size_t most = 2 * page_size;  // no fixed-size result is larger
  for (long argument : {call.a, call.b, call.c, call.d, call.e, call.f})
    make_range_writable(static_cast<uintptr_t>(argument), most);
  return pass(call);
}

long refuse(const Call& call) {
  name_call(call);
  return -ENOSYS;
}

long accept_call(const Call&) { return 0; }

bool catch_system_calls() {
  static Extent text;
  if (!text.end) dl_iterate_phdr(find_own_text, &text);
  selector = 1;
  long result = raw_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                            static_cast<long>(text.begin), static_cast<long>(text.end - text.begin),
                            as_long(&selector));
  return !is_error(result);
}

void on_system_call(siginfo_t* info, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (info->si_arch != AUDIT_ARCH_X86_64) {
    note_gap("int $0x80, a system call of 32-bit programs");
    if (entered()) leave(Stop::limit);
  }
  long number = registers[REG_RAX];
  if (number == SYS_rt_sigreturn) {
    // It needs the stack as it is: repeat it from an address that is not caught.
    registers[REG_RIP] = reinterpret_cast<greg_t>(&omc_signal_return);
    return;
  }
  if (number == SYS_clone && registers[REG_RDI] & CLONE_THREAD) {
    // A kernel thread that the C library starts for itself would escape the checker.
    name_call({number, 0, 0, 0, 0, 0, 0});
    registers[REG_RAX] = -EAGAIN;
    return;
  }
  if (needs_own_stack(number, registers)) {
    begin_child({number, registers[REG_RDI], 0, 0, 0, 0, 0});
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
  record_use(call);
  if (!needs_thread_stack(call)) {
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

// On the stack of the thread that made the call (platform/context.S).
extern "C" __attribute__((visibility("hidden"))) long omc_serve_call(const omc::Call* call) {
  omc::clear_below<omc::frames_of_a_call>();
  const omc::SystemCall& row = omc::system_call(call->number);
  if (row.cancels) omc::cancellation_point();
  return row.serve(*call);
}
