// Compiles instrumented, in silence. Messages about inserted text would be no use to its author,
// and braces around a body silence some (-Wdangling-else), so when there are any about the one text
// or the other, the plain compiler says them. When the instrumented source fails, it may be for a
// warning that is an error here: it is compiled once more without warnings, and when that fails
// too, as it is.
#include "compile/attempt.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "user_error.h"

namespace omc {
namespace {

struct Said {
  int status = 0;
  bool silent = true;
};

llvm::Expected<Said> run_silenced(const Words& command) {
  int said = memfd_create("omc-stderr", MFD_CLOEXEC);
  if (said < 0) return user_error(fmt::format("can not make a memory file: {}", strerror(errno)));
  auto status = run_command(command, said);
  bool silent = lseek(said, 0, SEEK_END) == 0;
  close(said);
  if (!status) return status.takeError();
  return Said{*status, silent};
}

// What is said about the source as it is. The object is of no use, nor is what some flags write
// beside it: coverage notes, debug information, time traces.
llvm::Expected<int> run_diagnostics(Words command) {
  TemporaryFolder folder;
  command.insert(command.end(), {"-o", folder.path() + "/unused.o"});
  return run_command(command);
}

bool was_read(int seen) { return seen < 0 || lseek(seen, 0, SEEK_END) > 0; }

}  // namespace

bool is_interrupt(int wait_status) {
  return WIFSIGNALED(wait_status) &&
         (WTERMSIG(wait_status) == SIGINT || WTERMSIG(wait_status) == SIGTERM);
}

llvm::Expected<int> run_attempt(const Attempt& attempt) {
  if (attempt.instrumented.empty()) return run_command(attempt.plain);
  auto first = run_silenced(attempt.instrumented);
  if (!first) return first.takeError();
  if (is_interrupt(first->status)) return first->status;
  if (!was_read(attempt.seen)) return run_command(attempt.plain);
  if (first->status == 0) {
    if (first->silent && !attempt.warns) return 0;
    auto said = run_diagnostics(attempt.diagnostics);
    if (!said || *said == 0) return said;
    auto plain = run_silenced(attempt.plain);  // fails too, and takes the object away
    if (!plain) return plain.takeError();
    return plain->status;
  }

  // What is wrong with the source, the plain compiler says. When it finds nothing, the fault was
  // ours.
  auto plain = run_command(attempt.plain);
  if (!plain || *plain != 0) return plain;
  Words without_warnings = attempt.instrumented;
  without_warnings.push_back("-w");
  auto second = run_silenced(without_warnings);
  if (!second) return second.takeError();
  if (second->status == 0 || is_interrupt(second->status)) return second->status;
  auto again = run_silenced(attempt.plain);  // the object is gone, the messages were given
  if (!again) return again.takeError();
  return again->status;
}

}  // namespace omc
