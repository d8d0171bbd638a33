// The kernel calls on_signal in place of the program's handler, with the program's mask and flags.
#include "atomic/signals.h"

#include <errno.h>
#include <ucontext.h>
#include <unistd.h>

#include "atomic/lock.h"
#include "atomic/state.h"
#include "platform/raw_syscall.h"

using namespace omc::atomic;

namespace {

constexpr int last_signal = 64;

// What the program has asked for. Signal handlers read it, so it has no lock.
struct OwnHandler {
  void (*volatile function)(int, siginfo_t*, void*);
  volatile int flags;
};
OwnHandler handlers[last_signal + 1];

using KernelSet = uint64_t;
constexpr KernelSet bit(int signal) { return KernelSet{1} << (signal - 1); }

void change_mask(int how, KernelSet set) {
  omc::raw_syscall(SYS_rt_sigprocmask, how, omc::as_long(&set), 0, sizeof set);
}

// A fault of the instruction that runs: it cannot wait.
bool is_fault(int signal, const siginfo_t& info) {
  bool kind = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
              signal == SIGTRAP || signal == SIGSYS;
  return kind && info.si_code > 0;
}

// The context to which the handler returns has the signal blocked, so it stays pending. Sending it
// again with its information is not permitted to every thread, so that is kept here.
void put_off(int signal, const siginfo_t& info, void* context) {
  change_mask(SIG_BLOCK, bit(signal));
  sigaddset(&static_cast<ucontext_t*>(context)->uc_sigmask, signal);
  for (PutOff& each : section.put_off) {
    if (each.signal && each.signal != signal) continue;
    each.info = info;
    each.signal = signal;
    break;
  }
  omc::raw_syscall(SYS_tgkill, getpid(), gettid(), signal);
  bool is_first = !section.blocked_signals;
  section.blocked_signals = section.blocked_signals | bit(signal);
  if (is_first) look_up();
}

// What came with the signal when it arrived first.
bool take_first(int signal, siginfo_t& info) {
  for (PutOff& each : section.put_off) {
    if (each.signal != signal) continue;
    info = each.info;
    each.signal = 0;
    return true;
  }
  return false;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (is_inside() && !is_fault(signal, *info)) {
    int error = errno;
    put_off(signal, *info, context);
    errno = error;
    return;
  }
  OwnHandler handler = handlers[signal];
  if (handler.flags & static_cast<int>(SA_RESETHAND)) ::signal(signal, SIG_DFL);
  siginfo_t first;
  if (info->si_code == SI_TKILL && take_first(signal, first)) info = &first;
  if (handler.function) handler.function(signal, info, context);
}

bool has_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == on_signal;
}

}  // namespace

namespace omc::atomic {

void take_signals() {
  KernelSet set = section.blocked_signals;
  section.blocked_signals = 0;
  look_up_no_more();
  change_mask(SIG_UNBLOCK, set);
}

}  // namespace omc::atomic

extern "C" {

int omc_atomic_sigaction(int signal, const struct sigaction* wanted, struct sigaction* before) {
  if (signal < 1 || signal > last_signal) return sigaction(signal, wanted, before);
  OwnHandler former = handlers[signal];
  struct sigaction ours, old;
  if (wanted) ours = *wanted;
  if (wanted && has_handler(*wanted)) {
    handlers[signal].flags = wanted->sa_flags;
    handlers[signal].function = wanted->sa_sigaction;
    ours.sa_sigaction = on_signal;
    // The signal may come twice: once to be put off.
    ours.sa_flags = (wanted->sa_flags | SA_SIGINFO) & ~static_cast<int>(SA_RESETHAND);
  }
  int result = sigaction(signal, wanted ? &ours : nullptr, &old);
  if (result != 0) {
    handlers[signal] = former;
    return result;
  }
  if (is_ours(old)) {
    old.sa_sigaction = former.function;
    old.sa_flags = former.flags;
  }
  if (before) *before = old;
  return 0;
}

// As BSD and glibc have it: the handler stays, and calls go on.
sighandler_t omc_atomic_signal(int signal, sighandler_t handler) {
  struct sigaction wanted{}, before;
  wanted.sa_handler = handler;
  wanted.sa_flags = SA_RESTART;
  sigemptyset(&wanted.sa_mask);
  sigaddset(&wanted.sa_mask, signal);
  return omc_atomic_sigaction(signal, &wanted, &before) == 0 ? before.sa_handler : SIG_ERR;
}
}
