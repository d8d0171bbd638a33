// The engine of the paper: a process waits at each branching point. It forks a child for every
// alternative but the last, and waits for it as a recursive function waits for a call. Then it
// takes the last alternative itself. With several jobs, a parent continues without waiting while
// tokens are left.
//
// A process that dies takes its children with it (PR_SET_PDEATHSIG). So the whole tree ends with
// the first process.
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "kernel/syscalls.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "races/co_enabled_races.h"
#include "search/engine.h"
#include "search/watchdog.h"
#include "world/counters.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr char lost_process[] =
    "a process of the search died, and what it had left to explore is lost";

unsigned running_children;  // children that run concurrently and were not waited for
bool beside_parent;         // this process runs concurrently with its parent and holds a token

std::atomic<int64_t>& tokens() { return checker.run->tokens; }

bool take_token() {
  int64_t left = tokens();
  while (left > 0)
    if (tokens().compare_exchange_weak(left, left - 1)) return true;
  return false;
}

void wait_for(long pid) {
  int status = 0;
  while (raw_syscall(SYS_wait4, pid, as_long(&status), 0, 0) == -EINTR) {
  }
  checker.run->stats.processes--;
  if ((WIFSIGNALED(status) || WEXITSTATUS(status)) && !checker.run->stop)
    stop_incomplete(Incomplete::lost, lost_process);
}

// Waits for one of the concurrent children; false when there is none.
bool wait_for_any() {
  if (!running_children) return false;
  wait_for(-1);
  running_children--;
  return true;
}

void become_child(long parent) {
  raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw_syscall(SYS_getppid) != parent) exit_process(1);
  running_children = 0;
  counters = {};
}

// Forks: returns 0 in the child, otherwise its process id. When no process is available, waits for
// a child to end. Without children the run stops, and the result is negative.
long fork_here() {
  long parent = raw_syscall(SYS_getpid);
  for (;;) {
    checker.run->unended++;
    long pid = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) return become_child(parent), 0;
    if (is_error(pid)) checker.run->unended--;
    if (!is_error(pid)) {
      counters.forks++;
      Stats& stats = checker.run->stats;
      raise_to(stats.max_processes, ++stats.processes);
      return pid;
    }
    if (wait_for_any()) continue;
    if (pid == -ENOMEM)
      stop_incomplete(Incomplete::memory, "the system has no memory for another process");
    else
      stop_incomplete(Incomplete::processes,
                      "the system allows no further process (ulimit -u, pids.max)");
    return pid;
  }
}

[[noreturn]] void end_process();

// The first process explores from the initial state.
bool begin() { return true; }

unsigned split(const Choice*, unsigned n) {
  for (unsigned i = 0; i + 1 < n; i++) {
    if (checker.run->stop) end_process();
    bool beside = take_token();
    long pid = fork_here();
    if (pid == 0) {
      beside_parent = beside;
      OMC_ASSERT(catch_system_calls());
      start_watchdog();
      leave_pool_to_parent();
      return i;
    }
    if (pid > 0 && beside)
      running_children++;
    else if (beside)
      tokens()++;
    if (pid < 0) end_process();
    if (!beside) wait_for(pid);
  }
  if (checker.run->stop) end_process();
  return n - 1;
}

// The remaining alternatives belong to other processes, so this one ends. While it waits for its
// children, another process may use its token.
void end_process() {
  flush_counters(*checker.run);
  bool waits = running_children;
  if (waits || beside_parent) tokens()++;
  while (wait_for_any()) {
  }
  if (waits && !beside_parent) tokens()--;
  checker.run->unended--;
  exit_process(0);
}

Choice go_back() { end_process(); }

void run(void (*search)(void*), void* argument) {
  tokens() = checker.options.jobs ? checker.options.jobs - 1 : 0;
  checker.run->stats.processes++;
  checker.run->unended = 0;
  long pid = fork_here();
  if (pid == 0) {
    search(argument);
    exit_process(1);
  }
  if (pid > 0) wait_for(pid);
  if (checker.run->unended && !checker.run->stop) stop_incomplete(Incomplete::lost, lost_process);
  flush_counters(*checker.run);
}

// Each alternative is taken, whatever its step uses.
void stepped(bool) {}
void arrived(const Arrival&) {}

}  // namespace

const EngineFunctions fork_engine{run, begin, split, stepped, arrived, go_back};

}  // namespace omc
