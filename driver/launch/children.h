// Runs several commands side by side, in the order in which they are given.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "launch/command.h"

namespace omc::driver {

struct ChildCommand {
  Words words;
  std::string output;  // the file that gets its stdout and stderr
};

// Runs the commands, at most `at_once` at a time. `ended` is called in the order of the commands
// with the index of each and its wait status, as soon as that one and all before it have ended. A
// signal that asks omc to end goes to those that run, and no other is started: for the rest, the
// wait status is a death by that signal.
void run_side_by_side(const std::vector<ChildCommand>& commands, unsigned at_once,
                      const std::function<void(size_t index, int wait_status)>& ended);

}  // namespace omc::driver
