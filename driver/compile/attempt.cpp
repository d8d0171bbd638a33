// Compiles the instrumented source without showing messages. Messages about inserted text are of no
// use to the author, and inserted braces suppress some (-Wdangling-else). So when either text has
// any, the plain command prints them. When the instrumented source fails, the reason may be
// -Werror: it is compiled once more without warnings, and when that fails too, plain.
#include "compile/attempt.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "launch/temporary_folder.h"
#include "user_error.h"

namespace omc::driver {
namespace {

struct SilentRun {
  int status = 0;
  bool silent = true;
};

llvm::Expected<SilentRun> run_silenced(const Words& command) {
  int messages = memfd_create("omc-stderr", MFD_CLOEXEC);
  if (messages < 0)
    return user_error(fmt::format("cannot make a memory file: {}", strerror(errno)));
  auto status = run_command(command, messages);
  bool silent = lseek(messages, 0, SEEK_END) == 0;
  close(messages);
  if (!status) return status.takeError();
  return SilentRun{*status, silent};
}

// Prints the messages about the plain source. Its object goes to a temporary folder, with what some
// flags write beside it: coverage notes, debug information, time traces.
llvm::Expected<int> run_diagnostics(Words command) {
  TemporaryFolder folder;
  command.insert(command.end(), {"-o", folder.path() + "/unused.o"});
  return run_command(command);
}

bool was_read(const Attempt& attempt) {
  return attempt.replacement_log < 0 || lseek(attempt.replacement_log, 0, SEEK_END) > 0;
}

}  // namespace

bool is_interrupt(int wait_status) {
  if (!WIFSIGNALED(wait_status)) return false;
  int signal = WTERMSIG(wait_status);
  return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

// The compiler has the last word about a source with errors. One without is omc's affair.
llvm::Expected<int> run_plain(const Attempt& attempt) {
  auto status = run_command(attempt.plain);
  if (!status || *status != 0 || attempt.must_instrument.empty()) return status;
  return user_error(fmt::format("{} cannot be instrumented, so its statements would not be atomic",
                                attempt.must_instrument),
                    "compile it with --omc-off if it shares nothing between threads");
}

llvm::Expected<int> run_attempt(const Attempt& attempt) {
  if (attempt.instrumented.empty()) return run_plain(attempt);
  auto first = run_silenced(attempt.instrumented);
  if (!first) return first.takeError();
  if (is_interrupt(first->status)) return first->status;
  if (!was_read(attempt)) return run_command(attempt.plain);
  if (first->status == 0) {
    if (first->silent && !attempt.warns) return 0;
    auto shown = run_diagnostics(attempt.diagnostics);
    if (!shown || *shown == 0) return shown;
    auto plain = run_silenced(attempt.plain);  // fails as well, and removes the object
    if (!plain) return plain.takeError();
    return plain->status;
  }

  // The plain compiler reports what is wrong with the source. When it finds nothing, the
  // instrumented text is at fault.
  auto plain = run_command(attempt.plain);
  if (!plain || *plain != 0) return plain;
  Words without_warnings = attempt.instrumented;
  without_warnings.push_back("-w");
  auto second = run_silenced(without_warnings);
  if (!second) return second.takeError();
  if (second->status == 0 || is_interrupt(second->status)) return second->status;
  if (!attempt.must_instrument.empty()) return run_plain(attempt);
  auto again =
      run_silenced(attempt.plain);  // makes the object again; its messages were shown above
  if (!again) return again.takeError();
  return again->status;
}

}  // namespace omc::driver
