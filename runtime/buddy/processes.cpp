// A process lives as long as a node needs its slot or a child of it lives: children end with their
// parents.
#include "buddy/processes.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

namespace omc::buddy {

Processes processes;

namespace {

int next_free = 0;

ThreadSlot& at(int slot) { return control->slots[slot]; }

// A slot that nobody uses. Its status `starting` lasts until the step has ended.
int make_slot(int thread, int parent) {
  for (int tried = 0; tried < max_slots; tried++) {
    int i = next_free;
    next_free = (next_free + 1) % max_slots;
    ThreadSlot& slot = at(i);
    if (slot.thread >= 0) continue;
    sem_init(&slot.go, 1, 0);
    slot.thread = thread;
    slot.parent = parent;
    slot.status = StepEnd::starting;
    slot.nodes = slot.children = 0;
    slot.outcomes = 1;
    slot.outcome = 0;
    return i;
  }
  return -1;
}

void count_process(int parent) {
  processes.forks++;
  processes.most = ++processes.running > processes.most ? processes.running : processes.most;
  if (parent >= 0) at(parent).children++;
}

void free_slot(int slot) {
  int parent = at(slot).parent;
  processes.running--;
  at(slot).pid = 0;  // an end that is noticed later is none of the slot's next process
  at(slot).thread = -1;
  if (parent >= 0 && --at(parent).children == 0 && at(parent).nodes == 0) release(parent);
}

double seconds_now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Of a process that the checker has made, only the checker learns how it ended.
bool has_died(const ThreadSlot& slot) {
  if (slot.parent >= 0) return slot.pid && kill(slot.pid, 0) != 0 && errno == ESRCH;
  int status;
  if (!slot.pid || waitpid(slot.pid, &status, WNOHANG) != slot.pid) return false;
  control->status = status;
  return slot.status == StepEnd::starting;
}

Trouble wait_for_step(int slot) {
  double limit = options->step_seconds > 0 ? options->step_seconds : 10,
         end = seconds_now() + limit;
  int rounds_without_it = 0;
  for (;;) {
    timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100'000'000;
    if (until.tv_nsec >= 1'000'000'000) until.tv_sec++, until.tv_nsec -= 1'000'000'000;
    if (sem_timedwait(&control->done, &until) == 0) {
      if (control->no_fork) return Trouble::no_fork;
      if (control->died >= 0) return Trouble::died;
      return Trouble::none;
    }
    if (options->pulse && options->pulse(options->context)) return Trouble::interrupted;
    if (errno == EINTR) continue;
    // The parent of a process tells how that has ended, if it lives; that may take a while.
    if (has_died(at(slot)) && (at(slot).parent < 0 || ++rounds_without_it > 20)) {
      // Its last act may have been to end the step.
      if (sem_trywait(&control->done) == 0 && at(slot).status != StepEnd::starting)
        return Trouble::none;
      return Trouble::died;
    }
    if (seconds_now() > end) return Trouble::too_long;
  }
}

}  // namespace

Trouble start(int thread, int& slot) {
  slot = make_slot(thread, -1);
  if (slot < 0) return Trouble::no_slot;
  at(slot).counter = 0;
  pid_t child = fork();
  if (child < 0) {
    control->no_fork = errno;
    at(slot).thread = -1;
    return Trouble::no_fork;
  }
  if (child == 0) be_thread(slot);
  at(slot).pid = child;
  count_process(-1);
  return wait_for_step(slot);
}

Trouble take_step(int slot, int outcome, bool is_needed_again, int& after) {
  ThreadSlot& from = at(slot);
  after = slot;
  if (is_needed_again) {
    after = make_slot(from.thread, slot);
    if (after < 0) return Trouble::no_slot;
    ThreadSlot& to = at(after);
    to.counter = from.counter;
    memcpy(to.site, from.site, site_size);
    to.waits[0] = 0;
    to.wait = from.wait;
    to.outcome = outcome;
    from.fork_into = after;
    from.command = Command::fork_and_step;
    count_process(slot);
  } else {
    from.outcome = outcome;
    from.status = StepEnd::starting;
    from.command = Command::step;
  }
  sem_post(&from.go);
  return wait_for_step(after);
}

void keep(int slot) { at(slot).nodes++; }

void release(int slot) {
  ThreadSlot& it = at(slot);
  if (it.nodes > 0) it.nodes--;
  if (it.nodes > 0 || it.children > 0 || it.thread < 0) return;
  // A process that has ended on its own does not see this.
  it.command = Command::exit;
  sem_post(&it.go);
  if (it.parent < 0 && it.pid) waitpid(it.pid, nullptr, 0);
  free_slot(slot);
}

void end_all() {
  for (int i = 0; i < max_slots; i++)
    if (at(i).thread >= 0 && at(i).pid > 0) kill(at(i).pid, SIGKILL);
  for (int i = 0; i < max_slots; i++)
    if (at(i).thread >= 0 && at(i).parent < 0 && at(i).pid > 0) waitpid(at(i).pid, nullptr, 0);
}

bool is_enabled(const ThreadSlot& slot) {
  if (slot.status == StepEnd::ready || slot.status == StepEnd::choosing) return true;
  if (slot.status != StepEnd::blocked) return false;
  return slot.wait.may_expire || holds(slot.wait);
}

}  // namespace omc::buddy
