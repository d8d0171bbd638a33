// Events become steps with effects; locks taken and given back become who holds what. An object without a name
// is called by the expression in the statement that first locked it.
#include "story.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "render/render.h"

namespace omc {
namespace {

llvm::ArrayRef<Event> events_of(const Run& run) {
  return {at<Event>(run, run.events), static_cast<size_t>(run.event_count)};
}

bool names_object(Op op) {
  switch (op) {
    case Op::lock:
    case Op::trylock:
    case Op::relock:
    case Op::unlock:
    case Op::wait:
    case Op::signal:
    case Op::broadcast: return true;
    default: return false;
  }
}

bool is_mutex(Op op) { return op == Op::lock || op == Op::trylock || op == Op::relock || op == Op::unlock; }

std::string fallback_name(const Event& event, const std::string& statement) {
  std::string written = is_mutex(event.op) ? locked_expression(statement) : signalled_expression(statement);
  const char* what = is_mutex(event.op) ? "mutex" : "condition variable";
  return written.empty() ? fmt::format("{} {:#x}", what, event.object) : written;
}

std::string effect_of(const Event& event, const ObjectNames& names) {
  switch (event.op) {
    case Op::lock: return "locks " + names(event.object);
    case Op::trylock:
      return event.value ? "locks " + names(event.object)
                         : "try_lock fails: " + names(event.object) + " is taken";
    case Op::wait: return fmt::format("waits on {}, unlocks {}", names(event.object), names(event.value));
    case Op::relock: {
      const char* why = event.value ? "the wait times out; locks " : "locks ";
      return why + names(event.object) + " again";
    }
    case Op::signal:
      return event.value ? fmt::format("wakes thread {}", event.value - 1)
                         : fmt::format("signals {}: nobody waits", names(event.object));
    case Op::broadcast:
      return fmt::format("wakes {} thread{}", event.value, event.value == 1 ? "" : "s");
    case Op::join: return fmt::format("joins thread {}", event.value);
    case Op::sem_up: return fmt::format("raises semaphore {}", event.object);
    case Op::sem_down: return fmt::format("lowers semaphore {}", event.object);
    case Op::choose: return fmt::format("chooses {}", event.value);
    case Op::unlock: return "unlocks " + names(event.object);
    case Op::create: return fmt::format("starts {}", event.value);
    case Op::output:
      return fmt::format("writes {} byte{} to {}", event.value, event.value == 1 ? "" : "s",
                         event.object == 2 ? "stderr" : "stdout");
    case Op::end: return "ends";
    case Op::exit: return fmt::format("the program ends with {}", static_cast<int>(event.value));
    default: return {};
  }
}

struct Holding {
  unsigned thread;
  Site since;
};

// Who holds which mutex when the events are over.
std::map<uint64_t, Holding> holdings(const Run& run) {
  std::map<uint64_t, Holding> held;
  for (const Event& event : events_of(run)) {
    bool takes = event.op == Op::lock || event.op == Op::relock || (event.op == Op::trylock && event.value);
    if (takes) held.insert_or_assign(event.object, Holding{event.thread, event.site});
    if (event.op == Op::unlock) held.erase(event.object);
    if (event.op == Op::wait) held.erase(event.value);
  }
  return held;
}

std::string awaited(const ThreadRecord& record, const ObjectNames& names) {
  switch (record.op) {
    case Op::lock:
    case Op::relock: return names(record.object);
    case Op::wait: return "a signal on " + names(record.object);
    case Op::join: return fmt::format("thread {} to end", record.object);
    case Op::sem_up: return fmt::format("semaphore {} to go down", record.object);
    default: return names(record.object);
  }
}

std::string thread_name(const Run& run, uint16_t number, uint64_t given, const Site& entry,
                        Symbols& symbols) {
  if (given) return at<char>(run, given);
  std::string name = symbols.function(entry.pc ? entry.pc - 1 : 0);
  if (name.empty() && number == 0) return "main";
  return name;
}

// The threads that wait for each other in a circle, in its order; empty when there is none.
std::vector<unsigned> circle(const std::vector<ThreadState>& threads) {
  std::map<unsigned, unsigned> next;
  for (const ThreadState& thread : threads)
    if (thread.standing == Standing::blocked && thread.held_by) next[thread.id] = *thread.held_by;
  for (const auto& [start, unused] : next) {
    std::vector<unsigned> path;
    for (unsigned at = start; next.count(at); at = next[at]) {
      auto again = std::find(path.begin(), path.end(), at);
      if (again != path.end()) return {again, path.end()};
      path.push_back(at);
    }
  }
  return {};
}

const ThreadState* find_thread(const std::vector<ThreadState>& threads, unsigned id) {
  for (const ThreadState& thread : threads)
    if (thread.id == id) return &thread;
  return nullptr;
}

std::string called(const std::vector<ThreadState>& threads, unsigned id) {
  const ThreadState* thread = find_thread(threads, id);
  return thread && !thread->name.empty() ? fmt::format("thread {} ({})", id, thread->name)
                                         : fmt::format("thread {}", id);
}

std::string deadlock_message(const std::vector<ThreadState>& threads) {
  std::vector<unsigned> members = circle(threads);
  if (members.size() == 1)
    return called(threads, members[0]) + " waits for what it holds itself: " +
           find_thread(threads, members[0])->waits_for;
  if (members.size() == 2)
    return fmt::format("{} and {} wait for each other", called(threads, members[0]),
                       called(threads, members[1]));
  if (members.size() > 2) return fmt::format("{} threads wait for each other in a circle", members.size());
  std::vector<const ThreadState*> blocked;
  for (const ThreadState& thread : threads)
    if (thread.standing == Standing::blocked) blocked.push_back(&thread);
  // Whoever waits for another thread to end is stuck only because that one is.
  auto joins = [](const ThreadState* thread) {
    return llvm::StringRef(thread->waits_for).starts_with("thread ");
  };
  auto root = std::find_if(blocked.begin(), blocked.end(), [&](const auto* t) { return !joins(t); });
  if (root == blocked.end()) return "no thread can go on";
  std::string holder = (*root)->held_by ? fmt::format(", held by thread {}", *(*root)->held_by) : "";
  if ((*root)->holder_ended) holder += ", which has ended";
  return fmt::format("{} waits for ever for {}{}", called(threads, (*root)->id), (*root)->waits_for, holder);
}

}  // namespace

ObjectNames::ObjectNames(const Run& run, Symbols& symbols, SourceText& sources) {
  std::set<std::string> used;
  for (const Event& event : events_of(run)) {
    if (!names_object(event.op) || names_.count(event.object)) continue;
    std::string name = symbols.object(event.object);
    if (name.empty()) {
      Place place = symbols.place(run, event.site);
      name = fallback_name(event, sources.statement(place.file, place.line, place.column));
    }
    // Two objects that look alike in the source are told apart by number.
    std::string unique = name;
    for (unsigned i = 2; !used.insert(unique).second; i++) unique = fmt::format("{} #{}", name, i);
    names_[event.object] = unique;
  }
}

std::string ObjectNames::operator()(uint64_t address) const {
  auto known = names_.find(address);
  return known == names_.end() ? fmt::format("{:#x}", address) : known->second;
}

std::vector<Step> tell_steps(const Run& run, Symbols& symbols, SourceText& sources,
                             const ObjectNames& names) {
  std::vector<Step> steps;
  for (const Event& event : events_of(run)) {
    // How a thread comes to its first statement is nobody's statement.
    bool fresh = steps.empty() || steps.back().n != event.step || steps.back().thread != event.thread;
    if (fresh) {
      Step step;
      step.n = event.step;
      step.thread = event.thread;
      step.place = symbols.place(run, event.site);
      step.text = sources.statement(step.place.file, step.place.line, step.place.column);
      steps.push_back(std::move(step));
    }
    std::string effect = effect_of(event, names);
    if (!effect.empty()) steps.back().effects.push_back(std::move(effect));
  }
  return steps;
}

std::vector<ThreadState> tell_threads(const Run& run, Symbols& symbols, SourceText& sources,
                                      const ObjectNames& names) {
  std::vector<ThreadState> threads;
  const auto* records = at<ThreadRecord>(run, run.standing);
  std::map<uint64_t, Holding> held = holdings(run);
  for (uint32_t i = 0; i < run.standing_count; i++) {
    const ThreadRecord& record = records[i];
    ThreadState thread;
    thread.id = record.number;
    thread.name = thread_name(run, record.number, record.name, record.entry, symbols);
    thread.standing = record.status == ThreadStatus::ready     ? Standing::ready
                      : record.status == ThreadStatus::blocked ? Standing::blocked
                                                               : Standing::ended;
    thread.place = symbols.place(run, record.site);
    thread.text = sources.statement(thread.place.file, thread.place.line, thread.place.column);
    for (const auto& [object, holding] : held)
      if (holding.thread == record.number) thread.holds.push_back(names(object));
    if (thread.standing == Standing::blocked) {
      thread.waits_for = awaited(record, names);
      if (record.owner != 0xffff && record.op != Op::join) thread.held_by = record.owner;
      auto holding = held.find(record.object);
      if (thread.held_by && holding != held.end()) thread.held_since = symbols.place(run, holding->second.since);
    }
    threads.push_back(std::move(thread));
  }
  for (ThreadState& thread : threads) {
    const ThreadState* holder = thread.held_by ? find_thread(threads, *thread.held_by) : nullptr;
    thread.holder_ended = holder && holder->standing == Standing::ended;
  }
  return threads;
}

std::string tell_message(const Run& run, const BugRecord& bug, const std::vector<ThreadState>& threads,
                         Symbols& symbols, const ObjectNames& names) {
  std::string text = bug.text ? at<char>(run, bug.text) : "";
  switch (bug.kind) {
    case BugKind::deadlock: return deadlock_message(threads);
    case BugKind::crash: {
      std::string signal = bug.signal ? fmt::format("SIG{}", sigabbrev_np(bug.signal)) : "crash";
      if (bug.signal == SIGSEGV || bug.signal == SIGBUS) signal += fmt::format(" at address {:#x}", bug.address);
      return text.empty() ? signal : signal + ": " + text;
    }
    case BugKind::misuse:
    case BugKind::memory:
      return bug.address ? fmt::format("{}: {}", text, names(bug.address)) : text;
    case BugKind::assertion: {
      if (bug.signal) return text;  // abort, an exception that nobody caught
      if (!bug.address) return fmt::format("assertion '{}' failed", text);
      std::string invariant = symbols.function(bug.address);
      return invariant.empty() ? text : fmt::format("the invariant {} does not hold", invariant);
    }
    case BugKind::order_race: return "the order of the threads decides what shared memory holds";
    default: return text.empty() ? std::string(bug_kind_names[static_cast<unsigned>(bug.kind)]) : text;
  }
}

}  // namespace omc
