#include "search/crash.h"

#include <signal.h>
#include <ucontext.h>

#include "heap/heap.h"
#include "kernel/external_sources.h"
#include "kernel/file_records.h"
#include "kernel/syscalls.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "races/external_libraries.h"
#include "report/bugs.h"
#include "search/watchdog.h"
#include "sharing/instrumented_code.h"
#include "snapshot/pages.h"
#include "threads/signals.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr size_t handler_stack = 256 << 10;

bool in_guard_page(const Thread& thread, uintptr_t address) {
  uintptr_t slot = slot_address(thread.slot);
  return address >= slot && address < thread.stack_begin;
}

// A frame larger than the guard page ends in other memory. A coroutine has its stack in a block.
bool has_left_stack(const Thread& thread, uintptr_t sp) {
  constexpr uintptr_t largest_frame = 1 << 30;
  // A stack that the program has allocated may have another one below it.
  bool is_in_slot = thread.stack_begin - slot_address(thread.slot) < maps_offset;
  if (!is_in_slot || sp >= thread.stack_begin || thread.stack_begin - sp > largest_frame)
    return false;
  return !in_heap(sp) || block_at(sp).life != Life::live;
}

// The checker itself crashed, or code that it called: this process cannot continue.
[[noreturn]] void die(int signal) {
  struct {
    void* handler;
    unsigned long flags;
    void* restorer;
    uint64_t mask;
  } standard{};
  raw_syscall(SYS_rt_sigaction, signal, as_long(&standard), 0, sizeof(uint64_t));
  raw_syscall(SYS_kill, raw_syscall(SYS_getpid), signal);
  exit_process(128 + signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (signal == SIGSYS) return on_system_call(info, context);
  if (signal == watchdog_signal) return on_watchdog_signal();
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  bool access = signal == SIGSEGV || signal == SIGBUS;
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  bool overflows = access && entered() &&
                   has_left_stack(current_thread(), static_cast<uintptr_t>(registers[REG_RSP]));
  if (access && !overflows && make_writable(address)) return;
  if (signal == SIGSEGV && is_behind_end(address)) info->si_signo = signal = SIGBUS;
  if (!entered()) die(signal);
  // The fault of an instruction has no address, and its code can be read.
  if (signal == SIGSEGV && info->si_code == SI_KERNEL && serve_timestamp(context)) return;
  overflows |= access && in_guard_page(current_thread(), address);
  if (!overflows && enter_handler(signal, *info, context)) return;
  check_allocator(static_cast<uintptr_t>(registers[REG_RIP]));
  Finding finding{BugKind::crash, nullptr, access ? info->si_addr : nullptr, signal, {}};
  if (signal == SIGABRT)
    finding = {BugKind::assertion, "abort() was called", nullptr, signal, {}};
  else if (overflows)
    finding.text = stack_overflow;
  static CallStack stack;
  // The stack walk expects a return address, which follows its call. So pass the address after the
  // faulting instruction.
  walk_stack(current_thread(), static_cast<uintptr_t>(registers[REG_RIP]) + 1,
             static_cast<uintptr_t>(registers[REG_RBP]), stack);
  finding.stack = &stack;
  found(finding);
  // Crashes are not checked for: the execution ends as the program would.
  set_exit_signal(world(), signal);
  leave(Stop::exited);
}

}  // namespace

void install_handlers() {
  stack_t stack{};
  stack.ss_sp = checker_memory(handler_stack);
  stack.ss_size = handler_stack;
  OMC_ASSERT(!is_error(raw_syscall(SYS_sigaltstack, as_long(&stack), 0)));
  for (int signal : {SIGSYS, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, watchdog_signal})
    handle_signal(signal, on_signal);
}

}  // namespace omc
