// Most messages are texts of the runtime; a deadlock's is made from its threads, a crash's from its
// signal.
#include "explain/message.h"

#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "explain/deadlock.h"
#include "explain/exit_status.h"
#include "llvm/ADT/StringExtras.h"

namespace omc::driver {
namespace {

// The C++ runtime describes an exception on two lines with indentation.
std::string on_one_line(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 16> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ");
}

std::string crash_message(const BugRecord& bug, const std::string& text) {
  std::string signal = bug.signal ? fmt::format("SIG{}", sigabbrev_np(bug.signal)) : "crash";
  if (bug.signal == SIGSEGV || bug.signal == SIGBUS)
    signal += fmt::format(" at address {:#x}", bug.address);
  if (text == "stack overflow")
    return fmt::format("{}: stack overflow of thread {}", signal, bug.thread);
  return text.empty() ? signal : signal + ": " + text;
}

std::string assertion_message(Replay& replay, const BugRecord& bug, const std::string& text) {
  if (bug.signal) return text;  // abort, an exception that is not caught
  if (!bug.address) return fmt::format("assertion '{}' failed", text);
  std::string invariant = replay.symbols.function(bug.address);
  return invariant.empty() ? text : fmt::format("the invariant {} does not hold", invariant);
}

}  // namespace

std::string describe_message(Replay& replay, const Run& found, const BugRecord& bug,
                             const std::vector<ThreadState>& threads) {
  std::string text = bug.text ? on_one_line(at<char>(found, bug.text)) : "";
  switch (bug.kind) {
    case BugKind::deadlock:
      return deadlock_message(threads);
    case BugKind::crash:
      return crash_message(bug, text);
    case BugKind::misuse:
      return bug.address ? fmt::format("{}: {}", text, replay.names(bug.address)) : text;
    case BugKind::assertion:
      return assertion_message(replay, bug, text);
    case BugKind::exit_status:
      return ending_words(static_cast<int>(bug.size), bug.signal);
    case BugKind::order_race:
      return "the order of the threads decides what shared memory holds";
    default:
      return text.empty() ? std::string(bug_kind_names[static_cast<unsigned>(bug.kind)]) : text;
  }
}

}  // namespace omc::driver
