// Everything here is read from the events and from the threads' last records, so it is a fact of
// this schedule: who took a lock and where, which signal came and whom it found waiting. What a
// waiting thread would have done next is unknown, and is never guessed.
#include "explain/deadlock.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "explain/events.h"
#include "render/render.h"

namespace omc::driver {
namespace {

bool is_blocked(const ThreadState* thread) {
  return thread && thread->standing == Standing::blocked;
}

const ThreadState* find_thread(const std::vector<ThreadState>& threads, unsigned id) {
  for (const ThreadState& thread : threads)
    if (thread.id == id) return &thread;
  return nullptr;
}

std::string title_of(const std::vector<ThreadState>& threads, unsigned id) {
  const ThreadState* thread = find_thread(threads, id);
  return thread ? thread_title(*thread) : fmt::format("thread {}", id);
}

std::string times(unsigned n) { return fmt::format("{} time{}", n, n == 1 ? "" : "s"); }

std::string counted_threads(uint64_t n) { return fmt::format("{} thread{}", n, n == 1 ? "" : "s"); }

// One thread that waits at the end of a replay, and what the replay shows about it.
struct WaitingThread {
  Replay& replay;
  const std::vector<ThreadState>& threads;
  const std::vector<Holding>& held;
  const ThreadRecord& record;
  const ThreadState& self;

  std::vector<unsigned> blockers() const;
  std::string why() const;
  bool lost_wake_up() const;

 private:
  std::vector<unsigned> waiting_writers() const;
  // Its wait, and the last wake-up; null when there was none.
  std::pair<const Event*, const Event*> wait_and_wake() const;
  const Event* last(Op op, uint64_t value) const;
  std::string at(const Site& site, const char* preposition) const;
  std::string at_step(const Event& event) const;
  std::string no_thread_left() const;
  std::string why_locked() const;
  std::string why_not_ended() const;
  std::string why_not_woken() const;
  std::string why_not_posted() const;
  std::string why_not_complete() const;
  std::string why_not_done() const;
  std::string why_not_lowered() const;
};

// A lock that prefers writers blocks readers while a writer waits.
std::vector<unsigned> WaitingThread::waiting_writers() const {
  std::vector<unsigned> writers;
  if (record.op != Op::read_lock || record.owner != nobody) return writers;
  for (const ThreadRecord& other : final_threads(replay.run))
    if (other.status == ThreadStatus::blocked && other.op == Op::write_lock &&
        other.object == record.object)
      writers.push_back(other.number);
  return writers;
}

std::vector<unsigned> WaitingThread::blockers() const {
  std::vector<unsigned> found;
  switch (record.op) {
    case Op::join:
      if (record.owner != nobody) return {record.owner};
      for (const ThreadState& other : threads)
        if (other.id != self.id && other.standing != Standing::ended) found.push_back(other.id);
      return found;
    case Op::once:
      if (const Event* runner = last(Op::once, 1)) found.push_back(runner->thread);
      return found;
    default:
      if (!self.held_by) return waiting_writers();
      found.push_back(*self.held_by);
      for (const Holding& holding : held)
        if (holding.object == record.object &&
            std::find(found.begin(), found.end(), holding.thread) == found.end())
          found.push_back(holding.thread);
      return found;
  }
}

std::string WaitingThread::why() const {
  switch (record.op) {
    case Op::join:
      return why_not_ended();
    case Op::wait:
    case Op::futex_wait:
      return why_not_woken();
    case Op::sem_wait:
      return why_not_posted();
    case Op::barrier:
      return why_not_complete();
    case Op::once:
      return why_not_done();
    case Op::sem_up:
      return why_not_lowered();
    case Op::sigwait:
    case Op::read:
    case Op::write:
    case Op::poll:
      return no_thread_left();
    default:
      return why_locked();
  }
}

// The last such event on the object that the thread waits for.
const Event* WaitingThread::last(Op op, uint64_t value) const {
  const Event* found = nullptr;
  for (const Event& event : events_of(replay.run))
    if (event.op == op && event.object == record.object && event.value == value) found = &event;
  return found;
}

// " since bank.cpp:15"; empty where the code is not instrumented.
std::string WaitingThread::at(const Site& site, const char* preposition) const {
  Place place = replay.symbols.place(replay.run, site);
  return place.line ? fmt::format(" {} {}", preposition, short_place(place)) : std::string();
}

// An event before the first step has no step number.
std::string WaitingThread::at_step(const Event& event) const {
  std::string where = at(event.site, "at");
  return event.step ? fmt::format("{} (step {})", where, event.step) : where;
}

std::string WaitingThread::no_thread_left() const {
  bool ended = false, waiting = false;
  for (const ThreadState& other : threads)
    if (other.id != self.id) (other.standing == Standing::ended ? ended : waiting) = true;
  if (!ended && !waiting) return "there is no other thread";
  if (!waiting) return "all other threads have ended";
  return ended ? "all other threads have ended or wait themselves"
               : "all other threads wait themselves";
}

std::string WaitingThread::why_locked() const {
  if (!self.held_by) {
    std::vector<unsigned> writers = waiting_writers();
    return writers.empty() ? no_thread_left()
                           : fmt::format("thread {} waits to write and goes first", writers[0]);
  }
  if (self.holder_ended) {
    std::string taken = self.held_since.line
                            ? fmt::format(" (taken at {})", short_place(self.held_since))
                            : std::string();
    return fmt::format("thread {} ended while holding it{}", *self.held_by, taken);
  }
  std::string out = self.held_by == self.id ? std::string("held by itself")
                                            : fmt::format("held by thread {}", *self.held_by);
  if (self.held_since.line) out += " since " + short_place(self.held_since);
  size_t others = blockers().size() - 1;
  return others ? fmt::format("{}, and by {} more", out, others) : out;
}

std::string WaitingThread::why_not_ended() const {
  std::vector<unsigned> others = blockers();
  const ThreadState* first = others.size() == 1 ? find_thread(threads, others[0]) : nullptr;
  if (!is_blocked(first)) return no_thread_left();
  if (record.owner != nobody) return "it waits for " + first->waits_for;
  return fmt::format("thread {} waits for {}", first->id, first->waits_for);
}

std::pair<const Event*, const Event*> WaitingThread::wait_and_wake() const {
  const Event *wait = nullptr, *wake = nullptr;
  for (const Event& event : events_of(replay.run)) {
    if (event.object != record.object) continue;
    if (event.op == record.op && event.thread == self.id) wait = &event;
    if (event.op == Op::signal || event.op == Op::broadcast || event.op == Op::futex_wake)
      wake = &event;
  }
  return {wait, wake};
}

bool WaitingThread::lost_wake_up() const {
  auto [wait, wake] = wait_and_wake();
  return record.op == Op::wait && wake && !wake->value && (!wait || wake < wait);
}

// The last wake-up is the one to report: it found no thread waiting, or woke another thread.
std::string WaitingThread::why_not_woken() const {
  auto [wait, wake] = wait_and_wake();
  bool is_futex = record.op == Op::futex_wait;
  if (!wake)
    return fmt::format("{}; {}", is_futex ? "no wake-up came" : "no thread ever signalled it",
                       no_thread_left());
  const char* did = is_futex                 ? "sent a wake-up"
                    : wake->op == Op::signal ? "signalled it"
                                             : "broadcast it";
  std::string out = fmt::format("thread {} {}{}, ", wake->thread, did, at_step(*wake));
  if (!wake->value) return out + "when nobody waited";
  bool before = !wait || wake < wait;
  if (wake->op == Op::signal) {
    uint64_t woken = wake->value - 1;
    if (woken == self.id) return out + "which woke this thread, but it waited again";
    return fmt::format("{}which woke thread {}{}", out, woken,
                       before ? ", before this wait" : " instead");
  }
  return fmt::format("{}which woke {}{}", out, counted_threads(wake->value),
                     before ? ", before this wait" : ", but not this one");
}

std::string WaitingThread::why_not_posted() const {
  unsigned posted = 0, taken = 0;
  for (const Event& event : events_of(replay.run)) {
    if (event.object != record.object) continue;
    posted += event.op == Op::sem_post;
    taken += event.op == Op::sem_wait && event.value;
  }
  return fmt::format("it is at 0, posted {} and taken {}; {}", posted ? times(posted) : "never",
                     taken ? times(taken) : "never", no_thread_left());
}

// How many threads the barrier needs is known only from a completed round.
std::string WaitingThread::why_not_complete() const {
  unsigned arrived = 0, needed = 0;
  for (const Event& event : events_of(replay.run)) {
    if (event.op != Op::barrier || event.object != record.object) continue;
    arrived++;
    if (event.value) needed = std::exchange(arrived, 0);
  }
  std::string before = needed ? fmt::format(", the round before took {}", needed) : std::string();
  return fmt::format("{} arrived{}; {}", arrived, before, no_thread_left());
}

std::string WaitingThread::why_not_done() const {
  const Event* runner = last(Op::once, 1);
  if (!runner) return no_thread_left();
  if (runner->thread == self.id) return "it runs the routine itself" + at(runner->site, "since");
  std::string out =
      fmt::format("thread {} runs the routine{}", runner->thread, at(runner->site, "since"));
  const ThreadState* thread = find_thread(threads, runner->thread);
  if (!is_blocked(thread)) return out + ", and has ended";
  return fmt::format("{}, and waits for {}", out, thread->waits_for);
}

std::string WaitingThread::why_not_lowered() const {
  const Event* raised = last(Op::sem_up, 0);
  if (!raised) return "it was set to up; " + no_thread_left();
  return fmt::format("thread {} raised it{}; {}", raised->thread, at_step(*raised),
                     no_thread_left());
}

using Edges = std::map<unsigned, std::vector<unsigned>>;

// The shortest way from a thread back to itself, breadth first; empty when there is none.
std::vector<unsigned> way_back(const Edges& edges, unsigned start) {
  std::map<unsigned, unsigned> from;
  std::deque<unsigned> next{start};
  for (; !next.empty(); next.pop_front()) {
    auto out = edges.find(next.front());
    if (out == edges.end()) continue;
    for (unsigned to : out->second) {
      if (!from.emplace(to, next.front()).second) continue;
      if (to != start) {
        next.push_back(to);
        continue;
      }
      std::vector<unsigned> way;
      for (unsigned at = from[start]; at != start; at = from[at]) way.push_back(at);
      way.push_back(start);
      std::reverse(way.begin(), way.end());
      return way;
    }
  }
  return {};
}

}  // namespace

void explain_deadlock(Replay& replay, std::vector<ThreadState>& threads) {
  std::vector<Holding> held = holdings(replay.run);
  llvm::ArrayRef<ThreadRecord> records = final_threads(replay.run);
  for (size_t i = 0; i < threads.size(); i++) {
    if (!is_blocked(&threads[i])) continue;
    WaitingThread thread{replay, threads, held, records[i], threads[i]};
    threads[i].waits_on = thread.blockers();
    threads[i].why = thread.why();
    threads[i].lost_wake_up = thread.lost_wake_up();
  }
}

std::vector<unsigned> find_cycle(const std::vector<ThreadState>& threads) {
  Edges edges;
  for (const ThreadState& thread : threads)
    if (is_blocked(&thread)) edges[thread.id] = thread.waits_on;
  std::vector<unsigned> shortest;
  for (const auto& [start, unused] : edges) {
    std::vector<unsigned> way = way_back(edges, start);
    if (!way.empty() && (shortest.empty() || way.size() < shortest.size())) shortest = way;
  }
  return shortest;
}

const ThreadState* find_culprit(const std::vector<ThreadState>& threads) {
  std::vector<unsigned> cycle = find_cycle(threads);
  if (!cycle.empty()) return find_thread(threads, cycle[0]);
  for (const ThreadState& thread : threads) {
    auto waits = [&](unsigned other) { return is_blocked(find_thread(threads, other)); };
    if (is_blocked(&thread) && std::none_of(thread.waits_on.begin(), thread.waits_on.end(), waits))
      return &thread;
  }
  return nullptr;
}

std::string deadlock_message(const std::vector<ThreadState>& threads) {
  std::vector<unsigned> cycle = find_cycle(threads);
  const ThreadState* culprit = find_culprit(threads);
  if (!culprit) return "no thread can go on";
  if (cycle.size() == 1)
    return fmt::format("{} waits for {}: {}", title_of(threads, culprit->id),
                       culprit->held_by ? "what it holds itself" : "itself", culprit->waits_for);
  if (cycle.size() == 2)
    return fmt::format("{} and {} wait for each other", title_of(threads, cycle[0]),
                       title_of(threads, cycle[1]));
  if (cycle.size() > 2)
    return fmt::format("{} threads wait for each other in a cycle", cycle.size());
  std::string holder =
      culprit->held_by ? fmt::format(", held by thread {}", *culprit->held_by) : "";
  if (culprit->holder_ended) holder += ", which has ended";
  return fmt::format("{}{} waits for ever for {}{}", culprit->lost_wake_up ? "lost wake-up: " : "",
                     title_of(threads, culprit->id), culprit->waits_for, holder);
}

// A signal that came while the waiting thread held the lock of its wait: it had looked already.
static std::string lost_wake_up_hint(const Replay& replay, const ThreadRecord& waiting) {
  const Event* wake = nullptr;
  for (const Event& event : events_of(replay.run))
    if (event.object == waiting.object && (event.op == Op::signal || event.op == Op::broadcast))
      wake = &event;
  if (!wake) return {};
  auto before = static_cast<uint64_t>(wake - events_of(replay.run).begin());
  for (const Holding& then : holdings(replay.run, before)) {
    if (then.thread != waiting.number) continue;
    std::vector<Holding> at_end = holdings(replay.run);
    bool holds_still = std::any_of(at_end.begin(), at_end.end(), [&](const Holding& now) {
      return now.thread == then.thread && now.object == then.object;
    });
    if (holds_still) continue;
    return fmt::format(
        "thread {0} signalled while thread {1} held {2} and was about to wait: change what thread "
        "{1} waits for only while holding {2}",
        wake->thread, waiting.number, replay.names(then.object));
  }
  return {};
}

std::string deadlock_hint(const Replay& replay, const std::vector<ThreadState>& threads) {
  const ThreadState* culprit = find_culprit(threads);
  if (!culprit) return {};
  llvm::ArrayRef<ThreadRecord> records = final_threads(replay.run);
  std::vector<unsigned> cycle = find_cycle(threads);
  if (cycle.empty()) {
    size_t i = static_cast<size_t>(culprit - threads.data());
    return culprit->lost_wake_up ? lost_wake_up_hint(replay, records[i]) : std::string();
  }
  std::vector<std::string> locks;
  for (size_t i = 0; i < threads.size(); i++) {
    if (std::find(cycle.begin(), cycle.end(), threads[i].id) == cycle.end()) continue;
    if (!threads[i].held_by || threads[i].holder_ended || !concerns_lock(records[i].op)) return {};
    if (std::find(locks.begin(), locks.end(), threads[i].waits_for) == locks.end())
      locks.push_back(threads[i].waits_for);
  }
  if (cycle.size() < 2 || locks.size() != cycle.size()) return {};
  return fmt::format("let every thread take {} in the same order", fmt::join(locks, ", "));
}

}  // namespace omc::driver
