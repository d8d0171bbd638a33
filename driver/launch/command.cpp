// Children are started by posix_spawn, without a shell. While a child runs, omc hands signals on to
// it and waits for its end, so that temporary files are removed.
#include "launch/command.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "llvm/Support/Program.h"
#include "user_error.h"

extern char** environ;

namespace omc::driver {
namespace {

llvm::Error not_run(const std::string& command, int error) {
  return user_error(fmt::format("cannot run {}: {}", command, strerror(error)),
                    "OMC_CC and OMC_CXX say which compilers to use");
}

constexpr int signals_to_end[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

volatile sig_atomic_t current_child = 0, received = 0;

void forward_signal(int signal) {
  received = signal;
  if (current_child > 0) kill(current_child, signal);
}

// While it lives, signals go to the current child. Those that were ignored stay ignored, as under
// nohup.
class SignalsForwarded {
 public:
  SignalsForwarded() {
    struct sigaction forward = {};
    forward.sa_handler = forward_signal;
    for (size_t i = 0; i < 4; i++) {
      sigaction(signals_to_end[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(signals_to_end[i], &forward, nullptr);
    }
  }
  ~SignalsForwarded() {
    for (size_t i = 0; i < 4; i++) sigaction(signals_to_end[i], &before_[i], nullptr);
  }

 private:
  struct sigaction before_[4];
};

int wait_for(pid_t child) {
  int status = 0;
  current_child = child;
  if (received) kill(child, received);  // it came before the child was known
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  current_child = 0;
  return received ? received : status;
}

}  // namespace

void append(Words& to, const Words& what) { to.insert(to.end(), what.begin(), what.end()); }

Words joined(Words first, const Words& second, const Words& third) {
  append(first, second);
  append(first, third);
  return first;
}

std::string find_command(const std::string& command) {
  if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(command)) return *found;
  return {};
}

std::vector<char*> pointers_to(const Words& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

llvm::Error become(const Words& command) {
  execvp(command[0].c_str(), pointers_to(command).data());
  return not_run(command[0], errno);
}

llvm::Expected<int> run_command(const Words& command, int stderr_descriptor) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (stderr_descriptor != 2) posix_spawn_file_actions_adddup2(&actions, stderr_descriptor, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (int ignored_here : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, ignored_here);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  SignalsForwarded forwarded;
  pid_t child = 0;
  int error = posix_spawnp(&child, command[0].c_str(), &actions, &attributes,
                           pointers_to(command).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error) return not_run(command[0], error);
  return wait_for(child);
}

int interrupting_signal() { return received; }

int shell_exit_code(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

}  // namespace omc::driver
