#include "search/workers.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "world/assumptions.h"
#include "world/counters.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned max_workers = 255;  // in the life of a run, replacements included
constexpr unsigned max_jobs = 512;     // waiting or running
constexpr unsigned most_tries = 2;

// A job in the Run. Its stretches are reused for later jobs.
struct QueuedJob {
  uint64_t stretches, capacity;  // offset in the Run; how many fit
  ScheduleEnd path;
  Choice next;
  uint64_t state, co_enabled, preemptions;
  uint32_t deaths;  // workers that died while they had it
  bool used;
};

struct Queue {
  std::atomic<uint32_t> lock;
  std::atomic<uint32_t> changed;  // a futex; advances when waiters must look again
  std::atomic<uint32_t> idle, queued, over, any_dead;
  uint32_t workers;
  uint16_t waiting[max_jobs];
  QueuedJob jobs[max_jobs];  // the first is the initial state
  uint16_t current_job[max_workers + 1];
  bool dead[max_workers + 1];
  bool ended[max_workers + 1];  // the worker has said that it has no more to do
};

Queue* queue;
uint8_t me;
bool inherits_job;  // this worker begins with a job that is assigned already

class QueueLock {
 public:
  QueueLock() {
    uint32_t open = 0;
    for (unsigned spins = 0; !queue->lock.compare_exchange_weak(open, 1) && spins < 50'000'000;
         spins++)
      open = 0, __builtin_ia32_pause();
  }
  ~QueueLock() { queue->lock = 0; }
  QueueLock(const QueueLock&) = delete;
  QueueLock& operator=(const QueueLock&) = delete;
};

void wake_waiters() {
  queue->changed++;
  raw_syscall(SYS_futex, as_long(&queue->changed), FUTEX_WAKE, INT32_MAX);
}

// Sleeps until something changes. The timeout covers processes that were killed before they could
// wake others.
void wait_for_change(uint32_t last_change) {
  timespec while_waiting{0, 50'000'000};
  raw_syscall(SYS_futex, as_long(&queue->changed), FUTEX_WAIT, last_change,
              as_long(&while_waiting));
}

[[noreturn]] void end_worker() {
  queue->ended[me] = true;
  queue->lock = 0;  // called with the lock held
  flush_counters(*checker.run);
  exit_process(0);
}

QueuedJob* free_job(uint64_t stretches) {
  for (unsigned i = 1; i < max_jobs; i++) {
    QueuedJob& job = queue->jobs[i];
    if (job.used) continue;
    if (job.capacity < stretches) {
      uint64_t room = pool_take(*checker.run, 2 * stretches * sizeof(Stretch));
      if (!room) return nullptr;
      job.stretches = room;
      job.capacity = 2 * stretches;
    }
    return &job;
  }
  return nullptr;
}

Job job_of(const QueuedJob& job) {
  return {at<Stretch>(*checker.run, job.stretches),
          job.path,
          job.next,
          job.state,
          job.co_enabled,
          job.preemptions};
}

// ---- The process above the workers ----

struct Child {
  long pid;
  uint8_t id;
};

long start_worker(uint8_t id, uint16_t job, bool has_job, void (*search)(void*), void* argument) {
  long parent = raw_syscall(SYS_getpid);
  queue->current_job[id] = job;
  long pid = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) {
    raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (raw_syscall(SYS_getppid) != parent) exit_process(1);
    me = id;
    inherits_job = has_job;
    search(argument);
    exit_process(1);
  }
  if (is_error(pid)) {
    stop_incomplete(Incomplete::processes,
                    "the system allows no further process (ulimit -u, pids.max)");
    return 0;
  }
  Stats& stats = checker.run->stats;
  stats.forks++;
  raise_to(stats.max_processes, ++stats.processes);
  return pid;
}

// A worker died: returns the job that must be repeated, or reports it as lost.
bool inherit(uint8_t id, uint16_t& job) {
  QueueLock lock;
  queue->dead[id] = true;
  queue->any_dead = 1;
  job = queue->current_job[id];
  queue->jobs[job].co_enabled = 0;  // the dead worker may have left its step in the record
  if (++queue->jobs[job].deaths < most_tries) return true;
  stop_incomplete(Incomplete::lost, "a part of the search killed its process twice, and is lost");
  return false;
}

}  // namespace

void run_workers(void (*search)(void*), void* argument) {
  Run& run = *checker.run;
  uint64_t room = pool_take(run, sizeof(Queue));
  OMC_ASSERT(room);
  queue = at<Queue>(run, room);
  queue->workers = checker.options.jobs < max_workers / 2 ? checker.options.jobs : max_workers / 2;
  queue->jobs[0].used = true;
  run.stats.processes++;
  Child children[max_workers];
  unsigned alive = 0, next_id = 1;
  for (unsigned i = 0; i < queue->workers; i++) {
    uint8_t id = static_cast<uint8_t>(next_id++);
    if (long pid = start_worker(id, 0, i == 0, search, argument)) children[alive++] = {pid, id};
  }
  while (alive) {
    long pid = raw_syscall(SYS_wait4, -1, 0, 0, 0);
    if (pid == -EINTR) continue;
    if (is_error(pid)) break;
    unsigned i = 0;
    while (i < alive && children[i].pid != pid) i++;
    if (i == alive) continue;
    uint8_t id = children[i].id;
    children[i] = children[--alive];
    run.stats.processes--;
    // The exit status says nothing: it may be that of the program.
    bool died = !queue->ended[id];
    uint16_t job;
    if (!died || run.stop || queue->over) continue;
    if (next_id > max_workers || !inherit(id, job)) {
      stop_incomplete(Incomplete::lost, "the processes of the search die again and again");
      continue;
    }
    uint8_t heir = static_cast<uint8_t>(next_id++);
    if (long born = start_worker(heir, job, true, search, argument))
      children[alive++] = {born, heir};
  }
  run.stats.processes--;
}

bool is_first_worker() {
  bool first = inherits_job && queue->current_job[me] == 0;
  if (first) inherits_job = false;
  return first;
}

bool job_is_wanted() {
  return queue->idle.load(std::memory_order_relaxed) >
         queue->queued.load(std::memory_order_relaxed);
}

bool offer_job(const Job& offered) {
  QueueLock lock;
  if (queue->queued == max_jobs) return false;
  QueuedJob* job = free_job(offered.path.stretches + 1);
  if (!job) return false;
  job->used = true;
  job->path = offered.path;
  job->next = offered.next;
  job->state = offered.state;
  job->co_enabled = offered.co_enabled;
  job->preemptions = offered.preemptions;
  job->deaths = 0;
  auto* stretches = at<Stretch>(*checker.run, job->stretches);
  memcpy(static_cast<void*>(stretches), offered.stretches,
         offered.path.stretches * sizeof(Stretch));
  if (offered.path.stretches) stretches[offered.path.stretches - 1].count = offered.path.last;
  queue->waiting[queue->queued++] = static_cast<uint16_t>(job - queue->jobs);
  wake_waiters();
  return true;
}

Job wait_for_job() {
  if (inherits_job) {
    inherits_job = false;
    return job_of(queue->jobs[queue->current_job[me]]);
  }
  bool had_job = true, waiting = false;
  for (;;) {
    uint32_t last_change = queue->changed;
    {
      QueueLock lock;
      if (had_job && queue->current_job[me]) queue->jobs[queue->current_job[me]].used = false;
      had_job = false;
      if (waiting) queue->idle--;
      if (checker.run->stop || queue->over) {
        wake_waiters();
        end_worker();
      }
      if (queue->queued) {
        uint16_t job = queue->waiting[--queue->queued];
        queue->current_job[me] = job;
        return job_of(queue->jobs[job]);
      }
      queue->idle++;
      waiting = true;
      if (queue->idle == queue->workers) {
        queue->over = 1;
        wake_waiters();
        end_worker();
      }
    }
    wait_for_change(last_change);
  }
}

uint8_t worker_id() { return me; }
bool is_dead_worker(uint8_t id) { return queue && queue->any_dead && queue->dead[id]; }

}  // namespace omc
