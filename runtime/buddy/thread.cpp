// A thread's side: it reports where it stands and waits for a command. A process ends with its
// parent, so nothing is left when the checker is killed.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "buddy/protocol.h"

namespace omc::buddy {
namespace {

int self = -1;  // the slot of this process

ThreadSlot& own_slot() { return control->slots[self]; }

void copy_text(char* to, const char* from, size_t size) {
  if (!from) from = "";
  size_t n = strnlen(from, size - 1);
  memcpy(to, from, n);
  to[n] = 0;
}

// A child that ends before its time has crashed, or its code has called _exit.
void on_child(int) {
  int error = errno, status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    for (int i = 0; i < max_slots; i++) {
      ThreadSlot& slot = control->slots[i];
      if (slot.pid != pid || slot.status != StepEnd::starting) continue;
      control->died = i;
      control->status = status;
      sem_post(&control->done);
    }
  errno = error;
}

void begin_process(int slot, pid_t parent) {
  self = slot;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  own_slot().pid = getpid();
}

// Returns in the process of the next step, which may be a child of this one.
void wait_for_command() {
  for (;;) {
    while (sem_wait(&own_slot().go) != 0) {
    }
    ThreadSlot& slot = own_slot();
    if (slot.command == Command::exit) _exit(0);
    if (slot.command == Command::step) break;
    pid_t parent = getpid(), child = fork();
    if (child < 0) {
      control->no_fork = errno;
      sem_post(&control->done);
    } else if (child == 0) {
      begin_process(slot.fork_into, parent);
      break;
    }
  }
}

// Ends a step.
void stop(StepEnd status, const void* local, size_t n, const char* site) {
  ThreadSlot& slot = own_slot();
  uint64_t place[2] = {slot.counter, static_cast<uint64_t>(status)};
  slot.local = local ? digest_of(local, n, 1) : digest_of(place, sizeof place, 2);
  copy_text(slot.site, site, site_size);
  if (status != StepEnd::blocked) slot.waits[0] = 0;
  if (options->condition && options->condition(options->context)) {
    if (!control->kind[0]) copy_text(control->kind, "condition", sizeof control->kind);
    status = StepEnd::failed;
  }
  slot.status = status;
  sem_post(&control->done);
  wait_for_command();
}

[[noreturn]] void end(StepEnd status) {
  ThreadSlot& slot = own_slot();
  slot.local = {};
  slot.waits[0] = 0;
  if (status == StepEnd::done) {
    slot.counter++;
    slot.site[0] = 0;
    if (options->condition && options->condition(options->context)) {
      if (!control->kind[0]) copy_text(control->kind, "condition", sizeof control->kind);
      status = StepEnd::failed;
    }
  }
  slot.status = status;
  sem_post(&control->done);
  _exit(0);
}

}  // namespace

void be_thread(int slot) {
  begin_process(slot, control->checker);
  signal(SIGINT, SIG_IGN);  // the checker gets it too
  struct sigaction action{};
  action.sa_handler = on_child;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction(SIGCHLD, &action, nullptr);
  options->run(own_slot().thread, options->context);
  end(StepEnd::done);
}

}  // namespace omc::buddy

using namespace omc::buddy;

extern "C" {

void omc_buddy_hook(const void* local, size_t n, const char* site) {
  if (self < 0) return;
  own_slot().counter++;
  __atomic_fetch_add(&control->hooks, 1, __ATOMIC_RELAXED);
  stop(StepEnd::ready, local, n, site);
}

int omc_buddy_wait(const int* word, int comparison, int value, int may_expire, const void* local,
                   size_t n, const char* site, const char* what) {
  if (self < 0) return 1;
  auto offset = static_cast<uint32_t>(reinterpret_cast<const char*>(word) - shared);
  Wait wait{offset, comparison, value, may_expire};
  if (holds(wait)) return 1;
  own_slot().wait = wait;
  copy_text(own_slot().waits, what, site_size);
  stop(StepEnd::blocked, local, n, site);
  return holds(wait);
}

int omc_buddy_choose(int n, const void* local, size_t size, const char* site) {
  if (self < 0 || n <= 1) return 0;
  own_slot().outcomes = n < max_outcomes_of_step ? n : max_outcomes_of_step;
  stop(StepEnd::choosing, local, size, site);
  return own_slot().outcome;
}

void omc_buddy_say(const char* kind, const char* message) {
  if (!control) return;
  copy_text(control->kind, kind, sizeof control->kind);
  copy_text(control->text, message, text_size);
}

void omc_buddy_fail(const char* kind, const char* message) {
  if (self < 0) abort();
  omc_buddy_say(kind, message);
  end(StepEnd::failed);
}

void omc_buddy_abandon() {
  if (self < 0) abort();
  end(StepEnd::abandoned);
}

int omc_buddy_self() { return self < 0 ? -1 : own_slot().thread; }
}
