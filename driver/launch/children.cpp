// One process waits for all of them: signals are forwarded by its handler to a fixed table of
// process ids.
#include "launch/children.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <map>
#include <optional>

extern char** environ;

namespace omc::driver {
namespace {

constexpr unsigned most_at_once = 1024;
constexpr int ending_signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

volatile pid_t running[most_at_once];
volatile sig_atomic_t signal_received = 0;

void forward_to_all(int signal) {
  signal_received = signal;
  for (unsigned i = 0; i < most_at_once; i++)
    if (pid_t child = running[i]) kill(child, signal);
}

class ForwardedToAll {
 public:
  ForwardedToAll() {
    struct sigaction forward = {};
    forward.sa_handler = forward_to_all;
    for (size_t i = 0; i < std::size(ending_signals); i++) {
      sigaction(ending_signals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(ending_signals[i], &forward, nullptr);
    }
  }
  ~ForwardedToAll() {
    for (size_t i = 0; i < std::size(ending_signals); i++)
      sigaction(ending_signals[i], &before_[i], nullptr);
  }

 private:
  struct sigaction before_[std::size(ending_signals)];
};

// The wait status of a command that could not be started, as a shell gives it.
constexpr int not_started = 127 << 8;

std::optional<pid_t> start(const ChildCommand& command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, command.output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  int error = posix_spawnp(&child, command.words[0].c_str(), &actions, nullptr,
                           pointers_to(command.words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error ? std::nullopt : std::optional(child);
}

}  // namespace

void run_side_by_side(const std::vector<ChildCommand>& commands, unsigned at_once,
                      const std::function<void(size_t index, int wait_status)>& ended) {
  ForwardedToAll forwarded;
  at_once = std::clamp(at_once, 1u, most_at_once);
  std::map<pid_t, size_t> indices;
  std::vector<std::optional<int>> statuses(commands.size());
  size_t next = 0, told = 0;
  while (told < commands.size()) {
    while (next < commands.size() && indices.size() < at_once) {
      size_t index = next++;
      if (signal_received) {
        statuses[index] = signal_received;
        continue;
      }
      std::optional<pid_t> child = start(commands[index]);
      if (!child) {
        statuses[index] = not_started;
        continue;
      }
      indices[*child] = index;
      *std::find(std::begin(running), std::end(running), 0) = *child;
      if (signal_received) kill(*child, signal_received);  // it came before the child was known
    }
    int status = 0;
    pid_t child = indices.empty() ? 0 : waitpid(-1, &status, 0);
    if (auto found = indices.find(child); found != indices.end()) {
      *std::find(std::begin(running), std::end(running), child) = 0;
      statuses[found->second] = status;
      indices.erase(found);
    }
    for (; told < commands.size() && statuses[told]; told++) ended(told, *statuses[told]);
  }
}

}  // namespace omc::driver
