// A run.json, read again to replay one of its bugs.
#pragma once

#include <string>

#include "launch/command.h"
#include "llvm/Support/Error.h"
#include "render/trace.h"

namespace omc::driver {

struct RecordedRun {
  // Of the bug.
  std::string schedule, other_schedule, loop, selector;
  // The program that was checked, and how it was started. Empty: it was not kept.
  std::string binary, argv0, directory;
  Words arguments;
  // As words of `omc replay`: options, and the program or the sources with flags and arguments.
  std::string target;
};

// The run.json that is meant by "3", "latest", "omc-out/3" or "omc-out/3/run.json"; a number is
// that of a run in omc-out.
llvm::Expected<std::string> find_run_file(const std::string& run);

// The same of a trace; `file` is its name.
RecordedRun recorded_run_of(const Trace& trace, const std::string& file);

// `bug` counts from 1.
llvm::Expected<RecordedRun> read_recorded_run(const std::string& file, unsigned bug);

// The words of a command line, as a shell would split them.
Words split_words(const std::string& text);

}  // namespace omc::driver
