#include "search/fair_run.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "kernel/syscalls.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "races/co_enabled_races.h"
#include "report/bugs.h"
#include "search/livelock.h"
#include "search/pass.h"
#include "search/watchdog.h"
#include "world/counters.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t times_longer = 10, least_trial = 1'000'000;
constexpr unsigned turns[] = {1, 1, 4, 32, 256};  // steps in a row

// What a trial has to say, as its exit status.
enum class Ending : int { unknown, found, not_found };

bool trial;
uint64_t most_steps, most_stretches;
unsigned turn_of, turn_left;
uint64_t random_state;

unsigned random_below(unsigned n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>((random_state >> 33) % n);
}

void become_trial(long parent) {
  raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw_syscall(SYS_getppid) != parent) exit_process(0);
  OMC_ASSERT(catch_system_calls());
  start_watchdog();
  leave_rooms_to_parent();
  counters = {};
  const ScheduleEnd& path = world().schedule;
  uint64_t longer = times_longer * checker.options.max_steps;
  most_steps = path.steps + (longer > least_trial ? longer : least_trial);
  most_stretches = path.stretches + most_trial_switches;
  trial = true;
}

[[noreturn]] void end_with(Ending ending) { exit_process(static_cast<int>(ending)); }

void end_long_trial() {
  const ScheduleEnd& path = world().schedule;
  if (checker.run->stop) end_with(Ending::unknown);
  if (path.steps >= most_steps || path.stretches >= most_stretches) end_with(Ending::not_found);
}

Ending wait_for_trial(long pid) {
  int status = 0;
  while (raw_syscall(SYS_wait4, pid, as_long(&status), 0, 0) == -EINTR) {
  }
  return WIFEXITED(status) ? static_cast<Ending>(WEXITSTATUS(status)) : Ending::unknown;
}

// In the copy `trial` is set, and the search goes on. It cannot wait for the program's own
// children, and what it reads from them would be gone.
Ending find_ending() {
  if (world().has_children) return Ending::unknown;
  long parent = raw_syscall(SYS_getpid);
  long pid = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) become_trial(parent);
  return pid <= 0 ? Ending::unknown : wait_for_trial(pid);
}

// A replay comes to a livelock where its schedule ends; a bug that a trial has met has a longer
// one.
bool is_at_limit() {
  // What was passed in a step takes little time, so a hundred such statements count as one step.
  constexpr uint64_t passed_per_step = 100;
  uint64_t steps = world().schedule.steps, taken = world().steps_taken;
  bool is_over = taken + (steps - taken) / passed_per_step >= checker.options.max_steps;
  return is_over && (!checker.is_replay || steps >= checker.run->schedule_length);
}

void tell_limit(Ending ending) {
  static char text[512];
  describe_place(ending == Ending::found
                     ? "cut at --max-steps, though under a fair scheduler it would end"
                     : "cut at --max-steps",
                 *world().last_thread, text, sizeof text);
  stop_incomplete(Incomplete::steps, text);
}

}  // namespace

bool too_long() {
  if (trial) return end_long_trial(), false;
  if (!is_at_limit()) return false;
  if (pass.cuts_long_executions) return true;
  bool is_asked = checker.options.checks_for(BugKind::livelock);
  Ending ending = checker.is_replay ? Ending::not_found
                  : is_asked        ? find_ending()
                                    : Ending::unknown;
  if (trial) return false;
  if (checker.run->stop && ending == Ending::unknown)
    return true;  // somebody else had a reason to stop
  if (is_asked && ending == Ending::not_found && !uses_timers(*checker.run))
    record_bug(
        *world().last_thread,
        {BugKind::livelock,
         "the execution is longer than --max-steps, and does not end under a fair scheduler"});
  else
    tell_limit(ending);
  return true;
}

bool is_trial() { return trial; }

// Any thread, for a turn of any length: what ends only when threads keep step ends so, and what
// ends only when one of them goes on alone for long.
Choice next_fair_choice(const Choice* alternatives, unsigned n) {
  world().meeting = 0;
  unsigned of_thread = 0, first = 0;
  for (unsigned i = 0; i < n && turn_left; i++)
    if (alternatives[i].thread == turn_of && !of_thread++) first = i;
  if (of_thread) return turn_left--, alternatives[first + random_below(of_thread)];
  Choice choice = alternatives[random_below(n)];
  turn_of = choice.thread;
  turn_left = turns[random_below(sizeof turns / sizeof *turns)] - 1;
  return choice;
}

void end_trial() { end_with(Ending::found); }

}  // namespace omc
