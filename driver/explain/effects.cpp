// One place for each operation that the runtime knows; a new one is added here and nowhere else in
// the driver.
#include "explain/effects.h"

#include <cstring>

#include <fmt/format.h>

#include "debuginfo/source_text.h"
#include "llvm/ADT/StringRef.h"

namespace omc {
namespace {

std::string counted(uint64_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

// For an operation that takes something or, tried, does not get it.
std::string taken_or_not(const Event& event, const char* verb, const ObjectNames& names) {
  std::string name = names(event.object);
  return event.value ? fmt::format("{} {}", verb, name) : fmt::format("does not get {}", name);
}

std::string signal_name(uint64_t signal) {
  const char* name = sigabbrev_np(static_cast<int>(signal));
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

// Of a set, by bit signal - 1.
std::string signal_names(uint64_t set) {
  if (__builtin_popcountll(set) > 4) return "any of many";
  std::string out;
  for (unsigned signal = 1; signal <= 64; signal++)
    if (set >> (signal - 1) & 1) out += (out.empty() ? "" : ", ") + signal_name(signal);
  return out;
}

}  // namespace

const char* object_kind(Op op) {
  switch (op) {
    case Op::lock:
    case Op::trylock:
    case Op::relock:
    case Op::unlock:
      return "mutex";
    case Op::wait:
    case Op::signal:
    case Op::broadcast:
      return "condition variable";
    case Op::read_lock:
    case Op::write_lock:
      return "reader-writer lock";
    case Op::spin_lock:
      return "spin lock";
    case Op::sem_wait:
    case Op::sem_post:
      return "semaphore";
    case Op::barrier:
      return "barrier";
    case Op::once:
      return "once flag";
    case Op::futex_wait:
    case Op::futex_wake:
      return "futex";
    default:
      return nullptr;
  }
}

std::string written_name(Op op, const std::string& statement) {
  switch (op) {
    case Op::lock:
    case Op::trylock:
    case Op::relock:
    case Op::unlock:
    case Op::read_lock:
    case Op::write_lock:
    case Op::spin_lock:
      return locked_expression(statement);
    default:
      return signalled_expression(statement);
  }
}

std::string effect_of(const Event& event, const ObjectNames& names) {
  std::string name = object_kind(event.op) ? names(event.object) : std::string();
  switch (event.op) {
    case Op::lock:
    case Op::spin_lock:
      return "locks " + name;
    case Op::trylock:
      return event.value ? "locks " + name : "try_lock fails: " + name + " is taken";
    case Op::read_lock:
      return taken_or_not(event, "locks for reading", names);
    case Op::write_lock:
      return taken_or_not(event, "locks for writing", names);
    case Op::unlock:
      return "unlocks " + name;
    case Op::wait:
      return fmt::format("waits on {}, unlocks {}", name, names(event.value));
    case Op::relock:
      return (event.value ? "the wait times out; locks " : "locks ") + name + " again";
    case Op::signal:
      return event.value ? fmt::format("wakes thread {}", event.value - 1)
                         : fmt::format("signals {}: nobody waits", name);
    case Op::broadcast:
      return "wakes " + counted(event.value, "thread");
    case Op::join:
      return fmt::format("joins thread {}", event.value);
    case Op::sem_wait:
      return taken_or_not(event, "takes", names);
    case Op::sem_post:
      return "posts " + name;
    case Op::barrier:
      return event.value ? "completes " + name : "arrives at " + name;
    case Op::once:
      // A library's own flag, which has no name, is nobody's concern.
      if (llvm::StringRef(name).starts_with("once flag ")) return {};
      return event.value ? "runs the routine of " + name : "finds " + name + " done";
    case Op::futex_wait:
      return "waits on " + name;
    case Op::futex_wake:
      return fmt::format("wakes {} on {}", counted(event.value, "thread"), name);
    case Op::sem_up:
      return fmt::format("raises semaphore {}", event.object);
    case Op::sem_down:
      return fmt::format("lowers semaphore {}", event.object);
    case Op::sleep:
      return "sleeps";
    case Op::kill:
      return event.value
                 ? fmt::format("sends {} to thread {}", signal_name(event.object), event.value - 1)
                 : fmt::format("sends {} to the process", signal_name(event.object));
    case Op::handler:
      return fmt::format("handles {}", signal_name(event.object));
    case Op::sigwait:
      return fmt::format("takes {}", signal_name(event.value));
    case Op::cancel:
      return fmt::format("cancels thread {}", event.value);
    case Op::cancelled:
      return "is cancelled";
    case Op::read:
      return fmt::format("reads {} from descriptor {}", counted(event.value, "byte"), event.object);
    case Op::write:
      return fmt::format("writes {} to descriptor {}", counted(event.value, "byte"), event.object);
    case Op::poll:
      return event.value ? fmt::format("finds {} ready", counted(event.value, "descriptor"))
                         : "finds nothing ready";
    case Op::atomic:
      return fmt::format("{} {}",
                         event.value == 0   ? "loads"
                         : event.value == 1 ? "stores"
                                            : "updates",
                         names(event.object));
    case Op::access:
      return fmt::format("{} {}", event.value ? "writes" : "reads", names(event.object));
    case Op::choose:
      return fmt::format("chooses {}", event.value);
    case Op::create:
      return fmt::format("starts {}", event.value);
    case Op::output:
      return fmt::format("writes {} to {}", counted(event.value, "byte"),
                         event.object == 2 ? "stderr" : "stdout");
    case Op::end:
      return "ends";
    case Op::exit:
      return fmt::format("the program ends with {}", static_cast<int>(event.value));
    default:
      return {};
  }
}

std::string awaited(const ThreadRecord& record, const ObjectNames& names) {
  switch (record.op) {
    case Op::join:
      // omc_run_threads waits for whoever is still there.
      if (record.owner == no_owner) return "all other threads to end";
      return fmt::format("thread {} to end", record.object);
    case Op::sem_up:
      return fmt::format("semaphore {} to go down", record.object);
    case Op::wait:
      return "a signal on " + names(record.object);
    case Op::sem_wait:
      return names(record.object) + " to be posted";
    case Op::barrier:
      return "the others at " + names(record.object);
    case Op::once:
      return names(record.object) + " to be done";
    case Op::futex_wait:
      return "a wake-up on " + names(record.object);
    case Op::sigwait:
      return record.object ? "a signal: " + signal_names(record.object) : std::string("a signal");
    case Op::read:
      return fmt::format("something to read from descriptor {}", record.object);
    case Op::write:
      return fmt::format("room to write to descriptor {}", record.object);
    case Op::poll:
      return "a descriptor to be ready";
    default:
      return names(record.object);
  }
}

bool takes_lock(const Event& event) {
  switch (event.op) {
    case Op::lock:
    case Op::relock:
    case Op::spin_lock:
      return true;
    case Op::trylock:
    case Op::read_lock:
    case Op::write_lock:
      return event.value != 0;
    default:
      return false;
  }
}

}  // namespace omc
