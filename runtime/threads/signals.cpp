#include "threads/signals.h"

#include <errno.h>
#include <sys/time.h>
#include <ucontext.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "threads/signal_values.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

extern "C" void omc_signal_return();

namespace omc {
namespace {

const auto default_handler = reinterpret_cast<uint64_t>(SIG_DFL);
const auto ignoring_handler = reinterpret_cast<uint64_t>(SIG_IGN);
constexpr uint64_t red_zone = 128;

uint64_t bit(int signal) { return uint64_t{1} << (signal - 1); }
constexpr bool is_signal(int signal) {
  return signal >= 1 && signal <= static_cast<int>(max_signals);
}
SignalAction& action_of(int signal) { return world().signals.actions[signal - 1]; }

int lowest(uint64_t signals) { return __builtin_ctzll(signals) + 1; }

uint64_t deliverable(const Thread& thread) {
  return (thread.signals | world().signals.pending) & ~thread.signal_mask;
}

// Takes a pending signal; gives the siginfo_t for its handler or its wait.
siginfo_t take_signal(Thread& thread, int signal) {
  bool is_own = thread.signals & bit(signal);
  (is_own ? thread.signals : world().signals.pending) &= ~bit(signal);
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = signal;
  info.si_code = SI_TKILL;
  info.si_pid = checker.program_id;
  take_value(is_own ? thread.slot : to_process, signal, info);
  return info;
}

bool is_ignored(int signal) {
  uint64_t handler = action_of(signal).handler;
  if (handler == ignoring_handler) return true;
  bool harmless = signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH ||
                  signal == SIGCONT || signal == SIGSTOP || signal == SIGTSTP ||
                  signal == SIGTTIN || signal == SIGTTOU;
  return handler == default_handler && harmless;
}

bool is_crash(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGSYS;
}

// The default action.
[[noreturn]] void end_by_signal(int signal) {
  bool was_fault = current_thread().fault == signal;  // a handler has run, and the program gave up
  if (is_crash(signal) && was_fault)
    found({BugKind::crash, nullptr, current_thread().fault_address, signal,
           current_thread().fault_place});
  if (is_crash(signal))
    found({BugKind::crash, "the signal was sent by the program", nullptr, signal, {}});
  if (signal == SIGABRT) found({BugKind::assertion, "SIGABRT was raised", nullptr, signal, {}});
  set_exit_signal(world(), signal);
  leave(Stop::exited);
}

void change_action(int signal, const SignalAction& action) {
  SignalAction& mine = action_of(signal);
  auto seed = static_cast<uint64_t>(signal);
  world().signals.actions_digest -= digest_of(&mine, sizeof mine, seed);
  world().signals.actions_digest += digest_of(&action, sizeof action, seed);
  mine = action;
}

// The mask while a handler runs, as the kernel would set it.
uint64_t mask_in_handler(const Thread& thread, int signal, const SignalAction& action) {
  return thread.signal_mask | action.mask | (action.flags & SA_NODEFER ? 0 : bit(signal));
}

void run_handler(int signal, siginfo_t info) {
  Thread& thread = current_thread();
  SignalAction action = action_of(signal);
  happened(Op::handler, reinterpret_cast<void*>(static_cast<uintptr_t>(signal)));
  if (action.handler == default_handler) end_by_signal(signal);
  uint64_t mask = thread.signal_mask;
  thread.signal_mask = mask_in_handler(thread, signal, action);
  if (action.flags & SA_RESETHAND) change_action(signal, {});
  if (action.flags & SA_SIGINFO) {
    ucontext_t context;
    memset(&context, 0, sizeof context);
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(action.handler)(signal, &info, &context);
  } else {
    reinterpret_cast<void (*)(int)>(action.handler)(signal);
  }
  charge_hooks();
  thread.signal_mask = mask;
}

uint64_t awaited(const Thread& thread) {
  return (thread.signals | world().signals.pending) & thread.pending.value;
}
bool has_awaited_signal(const Thread& thread) { return awaited(thread); }

}  // namespace

const Waiting waiting_for_signal{has_awaited_signal};

void adopt_signals() {
  for (int signal = 1; signal <= static_cast<int>(max_signals); signal++)
    raw_syscall(SYS_rt_sigaction, signal, 0, as_long(&action_of(signal)), 8);
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, as_long(&world().threads[0].signal_mask), 8);
}

bool has_signal(const Thread& thread) {
  uint64_t signals = deliverable(thread);
  return signals && !(thread.pending.op == Op::sigwait && awaited(thread));
}

bool run_handlers(Interrupt wait) {
  Thread& thread = current_thread();
  bool interrupts = false;
  while (uint64_t signals = deliverable(thread)) {
    int signal = lowest(signals);
    siginfo_t info = take_signal(thread, signal);
    if (is_ignored(signal)) continue;
    bool restarts = action_of(signal).flags & SA_RESTART;
    run_handler(signal, info);
    interrupts |= wait == Interrupt::always || (wait == Interrupt::unless_restarted && !restarts);
  }
  return interrupts;
}

long set_action(int signal, const SignalAction* action, SignalAction* old) {
  if (!is_signal(signal)) return -EINVAL;
  if (action && (signal == SIGKILL || signal == SIGSTOP)) return -EINVAL;
  SignalAction before = action_of(signal);
  if (action) change_action(signal, *action);
  if (old) *old = before;
  return 0;
}

long set_signal_mask(int how, const uint64_t* mask, uint64_t* old) {
  Thread& thread = current_thread();
  uint64_t before = thread.signal_mask;
  if (mask) {
    uint64_t asked = *mask & ~(bit(SIGKILL) | bit(SIGSTOP));
    switch (how) {
      case SIG_BLOCK:
        thread.signal_mask |= asked;
        break;
      case SIG_UNBLOCK:
        thread.signal_mask &= ~asked;
        break;
      case SIG_SETMASK:
        thread.signal_mask = asked;
        break;
      default:
        return -EINVAL;
    }
  }
  if (old) *old = before;
  if (has_signal(thread)) run_handlers(Interrupt::never);
  return 0;
}

long read_pending_signals(uint64_t* out) {
  *out = current_thread().signals | world().signals.pending;
  return 0;
}

static long deliver(Thread* to, int signal, const siginfo_t* sent);

long send_signal(Thread* to, int signal, const siginfo_t* sent) {
  if (signal == 0) return 0;
  if (!is_signal(signal)) return -EINVAL;
  point(Op::kill, nullptr, to ? to->number + 1u : 0);
  return deliver(to, signal, sent);
}

void deliver_signal(Thread* to, int signal, const siginfo_t* sent) { deliver(to, signal, sent); }

static long deliver(Thread* to, int signal, const siginfo_t* sent) {
  happened(Op::kill, reinterpret_cast<void*>(static_cast<uintptr_t>(signal)),
           to ? to->number + 1u : 0);
  if (to && to->ended) return 0;
  if (to != &current_thread())
    refute(Assumption::invisible_statements);  // a handler may run before any statement
  if (signal == SIGKILL) end_by_signal(signal);
  Thread& me = current_thread();
  bool waited_for = false;  // sigwait takes a signal even if it is ignored
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& thread = world().threads[i];
    waited_for |=
        !thread.ended && thread.pending.op == Op::sigwait && thread.pending.value & bit(signal);
  }
  bool blocked = (to ? to->signal_mask : me.signal_mask) & bit(signal);
  if (is_ignored(signal) && !waited_for && !blocked) return 0;
  uint64_t& signals = to ? to->signals : world().signals.pending;
  if (sent && !(signals & bit(signal)) && !queue_value(to ? to->slot : to_process, signal, *sent))
    return -EAGAIN;
  signals |= bit(signal);
  // The kernel delivers a thread's signal to itself before the call returns.
  if ((!to || to == &me) && has_signal(me)) run_handlers(Interrupt::never);
  return 0;
}

long wait_for_signal(uint64_t set, siginfo_t* out, const timespec* until) {
  bool there = wait_until({Op::sigwait, until != nullptr, false, 1, nullptr, set, Interrupt::always,
                           true, &waiting_for_signal},
                          until);
  if (!there) return was_interrupted() ? -EINTR : -EAGAIN;
  Thread& thread = current_thread();
  int signal = lowest((thread.signals | world().signals.pending) & set);
  siginfo_t info = take_signal(thread, signal);
  happened(Op::sigwait, nullptr, static_cast<uint64_t>(signal));
  if (out) *out = info;
  return signal;
}

long suspend_until_signal(uint64_t mask) {
  Thread& thread = current_thread();
  uint64_t before = thread.signal_mask;
  thread.signal_mask = mask;
  // A wait for no signal, which only a handler ends.
  do
    yield({Op::sigwait, false, false, 1, nullptr, 0, Interrupt::always, true, &waiting_for_signal});
  while (!was_interrupted());
  thread.signal_mask = before;
  return -EINTR;
}

bool signal_can_be_noticed(const Thread* to, int signal) {
  if (!is_signal(signal) || (to && to->ended)) return false;
  if ((to ? to->signals : world().signals.pending) & bit(signal)) return false;
  uint64_t handler = action_of(signal).handler;
  if (handler != default_handler && handler != ignoring_handler) return true;
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& thread = world().threads[i];
    if (thread.ended || thread.is_timer || (to && to != &thread)) continue;
    if (thread.signal_mask & bit(signal)) return true;
    if (thread.pending.op == Op::sigwait && thread.pending.value & bit(signal)) return true;
  }
  return false;
}

bool enter_handler(int signal, const siginfo_t& info, void* raw_context) {
  Thread& thread = current_thread();
  SignalAction action = action_of(signal);
  if (action.handler == default_handler || action.handler == ignoring_handler ||
      thread.signal_mask & bit(signal))
    return false;
  auto& context = *static_cast<ucontext_t*>(raw_context);
  auto& registers = context.uc_mcontext.gregs;
  // A frame as the kernel builds it, on the thread's stack: return address, context, floating-point
  // state.
  struct Frame {
    void (*return_address)();
    ucontext_t context;
    siginfo_t info;
  };
  auto* old_state = reinterpret_cast<const char*>(context.uc_mcontext.fpregs);
  constexpr uint32_t extended_magic = 0x46505853;
  uint32_t magic, size = 512;
  memcpy(&magic, old_state + 464, sizeof magic);
  if (magic == extended_magic) memcpy(&size, old_state + 468, sizeof size);
  uintptr_t state = (static_cast<uintptr_t>(registers[REG_RSP]) - red_zone - size) & ~uintptr_t{63};
  uintptr_t place = ((state - sizeof(Frame)) & ~uintptr_t{15}) - 8;
  if (place < thread.stack_begin + page_size || place > thread.stack_end) return false;
  memcpy(reinterpret_cast<void*>(state), old_state, size);
  auto& frame = *reinterpret_cast<Frame*>(place);
  frame.return_address = omc_signal_return;
  frame.context = context;
  frame.context.uc_mcontext.fpregs = reinterpret_cast<fpregset_t>(state);
  frame.info = info;
  if (action.flags & SA_RESETHAND) change_action(signal, {});
  thread.fault = signal;
  thread.fault_address = info.si_addr;
  thread.fault_place = thread.place;
  registers[REG_RDI] = signal;
  registers[REG_RSI] = reinterpret_cast<greg_t>(&frame.info);
  registers[REG_RDX] = reinterpret_cast<greg_t>(&frame.context);
  registers[REG_RAX] = 0;
  registers[REG_RSP] = static_cast<greg_t>(place);
  registers[REG_RIP] = static_cast<greg_t>(action.handler);
  return true;
}

}  // namespace omc
