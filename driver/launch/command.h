// Runs another program: in place of omc, or as a child that omc waits for.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace omc::driver {

using Words = std::vector<std::string>;

void append(Words& to, const Words& what);
Words joined(Words first, const Words& second, const Words& third = {});

// The path of a command, looked up in PATH unless it has a slash; empty when there is none.
std::string find_command(const std::string& command);

// The argument vector of exec: pointers to the words, and a null. Valid as long as the words are.
std::vector<char*> pointers_to(const Words& words);

// Replaces this process by the command; returns only with an error.
llvm::Error become(const Words& command);

// Runs the command and gives its wait status. A signal that asks omc to end goes to the child, and
// omc stays to clean up; the wait status is then a death by that signal. The child's stderr is
// `stderr_descriptor`.
llvm::Expected<int> run_command(const Words& command, int stderr_descriptor = 2);

// The signal that asked omc to end while a command ran, or 0.
int interrupting_signal();

// The exit code of a wait status; 128 + n for a death by signal n, as in shells.
int shell_exit_code(int wait_status);

}  // namespace omc::driver
