#include "search/workers.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include <cstring>

#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "world/counters.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned max_workers = 255;  // in the life of a run, replacements included
constexpr unsigned max_pieces = 512;   // waiting or being worked on
constexpr unsigned most_tries = 2;

// A piece of work. Its room in the pool is used again for later ones.
struct Piece {
  uint64_t stretches, capacity;  // offset in the run; how many fit
  ScheduleEnd path;
  Choice next;
  uint64_t state, meeting, preemptions;
  uint32_t deaths;  // workers that died of it
  bool used;
};

struct Shop {
  std::atomic<uint32_t> lock;
  std::atomic<uint32_t> changed;  // counts what waiters should know of
  std::atomic<uint32_t> idle, queued, over, any_dead;
  uint32_t workers;
  uint16_t queue[max_pieces];
  Piece pieces[max_pieces];  // the first is the initial state
  uint16_t at_work[max_workers + 1];
  bool dead[max_workers + 1];
};

Shop* shop;
uint8_t me;
bool inherits;  // the piece that this worker begins with is its own already

class ShopLock {
 public:
  ShopLock() {
    uint32_t open = 0;
    for (unsigned spins = 0; !shop->lock.compare_exchange_weak(open, 1) && spins < 50'000'000;
         spins++)
      open = 0, __builtin_ia32_pause();
  }
  ~ShopLock() { shop->lock = 0; }
  ShopLock(const ShopLock&) = delete;
  ShopLock& operator=(const ShopLock&) = delete;
};

void tell_waiters() {
  shop->changed++;
  raw_syscall(SYS_futex, as_long(&shop->changed), FUTEX_WAKE, INT32_MAX);
}

// Sleeps until something changed; now and then looks anyway, for whoever was killed could not tell.
void wait_for_change(uint32_t seen) {
  timespec while_waiting{0, 50'000'000};
  raw_syscall(SYS_futex, as_long(&shop->changed), FUTEX_WAIT, seen, as_long(&while_waiting));
}

[[noreturn]] void end_worker() {
  shop->lock = 0;  // called with the lock held
  flush_counters(*checker.run);
  exit_process(0);
}

Piece* free_piece(uint64_t stretches) {
  for (unsigned i = 1; i < max_pieces; i++) {
    Piece& piece = shop->pieces[i];
    if (piece.used) continue;
    if (piece.capacity < stretches) {
      uint64_t room = pool_take(*checker.run, 2 * stretches * sizeof(Stretch));
      if (!room) return nullptr;
      piece.stretches = room;
      piece.capacity = 2 * stretches;
    }
    return &piece;
  }
  return nullptr;
}

Work work_of(const Piece& piece) {
  return {at<Stretch>(*checker.run, piece.stretches),
          piece.path,
          piece.next,
          piece.state,
          piece.meeting,
          piece.preemptions};
}

// ---- The process above the workers ----

struct Child {
  long pid;
  uint8_t id;
};

long start_worker(uint8_t id, uint16_t piece, bool has_piece, void (*search)(void*),
                  void* argument) {
  long parent = raw_syscall(SYS_getpid);
  shop->at_work[id] = piece;
  long pid = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) {
    raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (raw_syscall(SYS_getppid) != parent) exit_process(1);
    me = id;
    inherits = has_piece;
    search(argument);
    exit_process(0);
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

// A worker died: gives the piece that has to be done again, or says that it is lost.
bool inherit(uint8_t id, uint16_t& piece) {
  ShopLock lock;
  shop->dead[id] = true;
  shop->any_dead = 1;
  piece = shop->at_work[id];
  shop->pieces[piece].meeting = 0;  // the dead one may have been there
  if (++shop->pieces[piece].deaths < most_tries) return true;
  stop_incomplete(Incomplete::lost, "a part of the search killed its process twice, and is lost");
  return false;
}

}  // namespace

void run_workers(void (*search)(void*), void* argument) {
  Run& run = *checker.run;
  uint64_t room = pool_take(run, sizeof(Shop));
  OMC_ASSERT(room);
  shop = at<Shop>(run, room);
  shop->workers = checker.options.jobs < max_workers / 2 ? checker.options.jobs : max_workers / 2;
  shop->pieces[0].used = true;
  run.stats.processes++;
  Child children[max_workers];
  unsigned alive = 0, next_id = 1;
  for (unsigned i = 0; i < shop->workers; i++) {
    uint8_t id = static_cast<uint8_t>(next_id++);
    if (long pid = start_worker(id, 0, i == 0, search, argument)) children[alive++] = {pid, id};
  }
  while (alive) {
    int status = 0;
    long pid = raw_syscall(SYS_wait4, -1, as_long(&status), 0, 0);
    if (pid == -EINTR) continue;
    if (is_error(pid)) break;
    unsigned i = 0;
    while (i < alive && children[i].pid != pid) i++;
    if (i == alive) continue;
    uint8_t id = children[i].id;
    children[i] = children[--alive];
    run.stats.processes--;
    bool died = WIFSIGNALED(status) || WEXITSTATUS(status);
    uint16_t piece;
    if (!died || run.stop || shop->over) continue;
    if (next_id > max_workers || !inherit(id, piece)) {
      stop_incomplete(Incomplete::lost, "the processes of the search die again and again");
      continue;
    }
    uint8_t heir = static_cast<uint8_t>(next_id++);
    if (long born = start_worker(heir, piece, true, search, argument))
      children[alive++] = {born, heir};
  }
}

bool is_first_worker() {
  bool first = inherits && shop->at_work[me] == 0;
  if (first) inherits = false;
  return first;
}

bool work_is_wanted() {
  return shop->idle.load(std::memory_order_relaxed) > shop->queued.load(std::memory_order_relaxed);
}

bool offer_work(const Work& work) {
  ShopLock lock;
  if (shop->queued == max_pieces) return false;
  Piece* piece = free_piece(work.path.stretches + 1);
  if (!piece) return false;
  piece->used = true;
  piece->path = work.path;
  piece->next = work.next;
  piece->state = work.state;
  piece->meeting = work.meeting;
  piece->preemptions = work.preemptions;
  piece->deaths = 0;
  auto* stretches = at<Stretch>(*checker.run, piece->stretches);
  memcpy(static_cast<void*>(stretches), work.stretches, work.path.stretches * sizeof(Stretch));
  if (work.path.stretches) stretches[work.path.stretches - 1].count = work.path.last;
  shop->queue[shop->queued++] = static_cast<uint16_t>(piece - shop->pieces);
  tell_waiters();
  return true;
}

Work wait_for_work() {
  if (inherits) {
    inherits = false;
    return work_of(shop->pieces[shop->at_work[me]]);
  }
  bool was_working = true, waiting = false;
  for (;;) {
    uint32_t seen = shop->changed;
    {
      ShopLock lock;
      if (was_working && shop->at_work[me]) shop->pieces[shop->at_work[me]].used = false;
      was_working = false;
      if (waiting) shop->idle--;
      waiting = false;
      if (checker.run->stop || shop->over) end_worker();
      if (shop->queued) {
        uint16_t piece = shop->queue[--shop->queued];
        shop->at_work[me] = piece;
        return work_of(shop->pieces[piece]);
      }
      shop->idle++;
      waiting = true;
      if (shop->idle == shop->workers) {
        shop->over = 1;
        tell_waiters();
        end_worker();
      }
    }
    wait_for_change(seen);
  }
}

uint8_t worker_id() { return me; }
bool is_dead_worker(uint8_t id) { return shop && shop->any_dead && shop->dead[id]; }

}  // namespace omc
