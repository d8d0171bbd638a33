// A bug as a text file that `omc replay` follows: the schedule, the statement of each step, and the
// program with its build. People can read it, and send it to others.
#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "report.h"

namespace omc::driver {

struct TraceStep {
  unsigned n = 0, thread = 0;
  std::string place, text;  // "bank.cpp:15:3"; the statement
};

struct Trace {
  // The program, as in Report.
  std::string binary, argv0, directory, build, replay_options, replay_target;
  std::vector<std::string> arguments;
  // The bug.
  std::string kind, message, place, schedule, other_schedule, loop, selector;
  std::vector<TraceStep> steps;  // from the first choice on
};

Trace trace_of(const Report& report, const Bug& bug);
std::string render_trace(const Trace& trace);
// `name` is for error messages.
llvm::Expected<Trace> read_trace(llvm::StringRef text, const std::string& name);

// "bug-1.trace", in the folder of a run.
std::string trace_file(size_t number);

}  // namespace omc::driver
