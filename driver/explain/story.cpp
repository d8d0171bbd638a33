// Events become steps with effects; locks taken and given back become who holds what. An object
// without a name is called by the expression in the statement that first locked it.
#include "explain/story.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "explain/effects.h"
#include "explain/explain.h"
#include "llvm/ADT/StringExtras.h"

namespace omc {
namespace {

void let_go(std::vector<Holding>& held, uint64_t object, unsigned thread) {
  auto same = [&](const Holding& h) { return h.object == object && h.thread == thread; };
  auto last = std::find_if(held.rbegin(), held.rend(), same);
  if (last != held.rend()) held.erase(std::next(last).base());
}

std::string thread_name(const Run& run, uint16_t number, uint64_t given, const Site& entry,
                        Symbols& symbols) {
  if (given) return at<char>(run, given);
  std::string name = symbols.function(entry.pc ? entry.pc - 1 : 0);
  if (name.empty() && number == 0) return "main";
  return name;
}

}  // namespace

llvm::ArrayRef<Event> events_of(const Run& run) {
  return {at<Event>(run, run.events), static_cast<size_t>(run.event_count)};
}

llvm::ArrayRef<ThreadRecord> standing_of(const Run& run) {
  return {at<ThreadRecord>(run, run.standing), static_cast<size_t>(run.standing_count)};
}

std::vector<Holding> holdings(const Run& run, uint64_t events) {
  std::vector<Holding> held;
  for (const Event& event :
       events_of(run).take_front(std::min<uint64_t>(events, run.event_count))) {
    if (takes_lock(event)) held.push_back({event.object, event.thread, event.site});
    if (event.op == Op::unlock) let_go(held, event.object, event.thread);
    if (event.op == Op::wait) let_go(held, event.value, event.thread);
  }
  return held;
}

ObjectNames::ObjectNames(const Run& run, Symbols& symbols, SourceText& sources) {
  // Two objects that look alike in the source are told apart by number.
  auto unique = [&](const std::string& name) {
    std::string unique = name;
    for (unsigned i = 2; !used_.insert(unique).second; i++) unique = fmt::format("{} #{}", name, i);
    return unique;
  };
  auto add = [&](Op op, uint64_t address, const Site& site) {
    if (!object_kind(op) || !address || names_.count(address)) return;
    std::string name = symbols.object(address);
    if (name.empty()) {
      Place place = symbols.place(run, site);
      name = written_name(op, sources.statement(place.file, place.line, place.column));
    }
    if (name.empty()) name = fmt::format("{} {:#x}", object_kind(op), address);
    names_[address] = unique(name);
  };
  for (const Event& event : events_of(run)) {
    add(event.op, event.object, event.site);
    // Any memory can be accessed: only what has a name gets one.
    if ((event.op != Op::atomic && event.op != Op::access) || names_.count(event.object)) continue;
    std::string name = symbols.object(event.object);
    if (name.empty() && event.op == Op::atomic) {
      Place place = symbols.place(run, event.site);
      name = atomic_expression(sources.statement(place.file, place.line, place.column),
                               static_cast<AtomicCall>(event.value));
      if (!name.empty()) name = unique(name);
    }
    if (!name.empty()) names_[event.object] = name;
  }
  // What a thread waits for may be something that nobody ever had.
  for (const ThreadRecord& record : standing_of(run))
    if (record.status == ThreadStatus::blocked) add(record.op, record.object, record.site);
}

std::string ObjectNames::operator()(uint64_t address) const {
  auto known = names_.find(address);
  return known == names_.end() ? fmt::format("{:#x}", address) : known->second;
}

std::vector<Step> tell_steps(const Run& run, Symbols& symbols, SourceText& sources,
                             const ObjectNames& names) {
  std::vector<Step> steps;
  Event before;
  uint64_t written = 0;
  for (const Event& event : events_of(run)) {
    // How a thread comes to its first statement is nobody's statement.
    // Before the first choice many statements are executed at once; elsewhere a step is one
    // statement.
    Place place = symbols.place(run, event.site);
    bool fresh = steps.empty() || steps.back().n != event.step ||
                 steps.back().thread != event.thread || steps.back().place != place;
    if (fresh) {
      Step step;
      step.n = event.step;
      step.thread = event.thread;
      step.place = place;
      step.text = sources.statement(step.place.file, step.place.line, step.place.column);
      steps.push_back(std::move(step));
    }
    // One printf may be many writes.
    bool goes_on = !fresh && event.op == Op::output && before.op == Op::output &&
                   before.object == event.object;
    written = event.op == Op::output ? event.value + (goes_on ? written : 0) : 0;
    Event whole = event;
    if (goes_on) {
      whole.value = written;
      steps.back().effects.pop_back();
    }
    std::string effect = effect_of(whole, names);
    if (!effect.empty()) steps.back().effects.push_back(std::move(effect));
    before = event;
  }
  return steps;
}

std::vector<ThreadState> tell_threads(const Run& run, Symbols& symbols, SourceText& sources,
                                      const ObjectNames& names) {
  std::vector<ThreadState> threads;
  std::vector<Holding> held = holdings(run);
  for (const ThreadRecord& record : standing_of(run)) {
    ThreadState thread;
    thread.id = record.number;
    thread.name = thread_name(run, record.number, record.name, record.entry, symbols);
    thread.standing = record.status == ThreadStatus::ready     ? Standing::ready
                      : record.status == ThreadStatus::blocked ? Standing::blocked
                                                               : Standing::ended;
    thread.place = symbols.place(run, record.site);
    thread.text = sources.statement(thread.place.file, thread.place.line, thread.place.column);
    for (const Holding& holding : held)
      if (holding.thread == record.number) thread.holds.push_back(names(holding.object));
    if (thread.standing == Standing::blocked) {
      thread.waits_for = awaited(record, names);
      if (record.owner != no_owner && record.op != Op::join) thread.held_by = record.owner;
      for (const Holding& holding : held) {
        if (holding.object != record.object || record.op == Op::join || record.op == Op::sem_up)
          continue;
        // Readers have no owner of record; any of them is in a writer's way, none in a reader's.
        if (!thread.held_by && record.op == Op::read_lock) continue;
        if (!thread.held_by) thread.held_by = holding.thread;
        if (thread.held_by == holding.thread) thread.held_since = symbols.place(run, holding.since);
      }
    }
    threads.push_back(std::move(thread));
  }
  for (ThreadState& thread : threads) {
    auto is_holder = [&](const ThreadState& other) { return thread.held_by == other.id; };
    auto holder = std::find_if(threads.begin(), threads.end(), is_holder);
    thread.holder_ended = holder != threads.end() && holder->standing == Standing::ended;
  }
  return threads;
}

// The C++ runtime says what was thrown on two lines with indentation.
static std::string on_one_line(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 16> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ");
}

std::string tell_message(const Run& run, const BugRecord& bug,
                         const std::vector<ThreadState>& threads, Symbols& symbols,
                         const ObjectNames& names) {
  std::string text = bug.text ? on_one_line(at<char>(run, bug.text)) : "";
  switch (bug.kind) {
    case BugKind::deadlock:
      return deadlock_message(threads);
    case BugKind::crash: {
      std::string signal = bug.signal ? fmt::format("SIG{}", sigabbrev_np(bug.signal)) : "crash";
      if (bug.signal == SIGSEGV || bug.signal == SIGBUS)
        signal += fmt::format(" at address {:#x}", bug.address);
      if (text == "stack overflow")
        return fmt::format("{}: stack overflow of thread {}", signal, bug.thread);
      return text.empty() ? signal : signal + ": " + text;
    }
    case BugKind::misuse:
      return bug.address ? fmt::format("{}: {}", text, names(bug.address)) : text;
    case BugKind::assertion: {
      if (bug.signal) return text;  // abort, an exception that nobody caught
      if (!bug.address) return fmt::format("assertion '{}' failed", text);
      std::string invariant = symbols.function(bug.address);
      return invariant.empty() ? text : fmt::format("the invariant {} does not hold", invariant);
    }
    case BugKind::order_race:
      return "the order of the threads decides what shared memory holds";
    default:
      return text.empty() ? std::string(bug_kind_names[static_cast<unsigned>(bug.kind)]) : text;
  }
}

}  // namespace omc
