// Clang is called in this process, each entry in a thread with a stack for deep sources, and with
// LLVM's crash recovery around it.
#include "project/entries.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "compile/flags.h"
#include "launch/command.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace omc::driver {
namespace {

constexpr unsigned stack_bytes = 8 << 20;

EntryResult instrument_entry(const DatabaseEntry& entry, const Installation& installation) {
  source::InstrumentRequest request;
  request.directory = entry.directory;
  request.command = entry.command;
  request.command.insert(request.command.begin() + 1, {"-idirafter", installation.include});
  Words accesses = access_parse_flags(find_command(entry.command[0]));
  request.command.insert(request.command.begin() + 1, accesses.begin(), accesses.end());
  EntryResult out;
  llvm::CrashRecoveryContext guard;
  auto instrument = [&] {
    auto result = source::instrument(request);
    if (result)
      out.result = std::move(*result);
    else
      out.failure = llvm::toString(result.takeError());
  };
  bool survived = guard.RunSafelyOnThread(instrument, stack_bytes);
  if (!survived) out.failure = entry.file + " crashes clang";
  return out;
}

// How many entries are done: rewritten in place on a terminal.
class EntryProgress {
 public:
  EntryProgress(ProgressKind kind, size_t total) : kind_(kind), total_(total) {}
  ~EntryProgress() {
    if (kind_ == ProgressKind::bar) llvm::errs() << fmt::format("\r\033[K");
  }
  void show(size_t done, llvm::StringRef file) {
    auto now = std::chrono::steady_clock::now();
    bool due = kind_ == ProgressKind::bar || now - last_ > std::chrono::seconds(10);
    if (kind_ == ProgressKind::none || !due) return;
    last_ = now;
    std::string name = llvm::sys::path::filename(file).str();
    std::string text = fmt::format("omc: {} of {} {}", done, total_, name);
    if (kind_ == ProgressKind::bar)
      llvm::errs() << fmt::format("\r\033[K{}", text.substr(0, 79));
    else
      llvm::errs() << fmt::format("{}\n", text);
  }

 private:
  ProgressKind kind_;
  size_t total_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

void instrument_entries(const std::vector<DatabaseEntry>& entries, unsigned jobs,
                        ProgressKind progress_kind, const Installation& installation,
                        std::vector<EntryResult>& results) {
  std::vector<size_t> todo;
  for (size_t i = 0; i < entries.size(); i++)
    if (!results[i].current) todo.push_back(i);
  EntryProgress progress(progress_kind, todo.size());
  std::atomic<size_t> next = 0;
  std::mutex lock;
  size_t done = 0;
  llvm::CrashRecoveryContext::Enable();
  std::vector<std::thread> workers;
  for (size_t n = std::min<size_t>(jobs, todo.size()); n > 0; n--)
    workers.emplace_back([&] {
      for (size_t i; (i = next++) < todo.size();) {
        results[todo[i]] = instrument_entry(entries[todo[i]], installation);
        std::lock_guard guard(lock);
        progress.show(++done, entries[todo[i]].file);
      }
    });
  for (std::thread& worker : workers) worker.join();
}

}  // namespace omc::driver
