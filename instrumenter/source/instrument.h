// The instrumenter: source text in, source text with hooks out. It parses one source as the
// compiler would, puts a hook before every statement and `done` where a thread ends, and gives back
// texts; it writes no file, prints nothing, and never adds or removes a newline. What it does not
// understand stays as its author wrote it and is said in `left_alone`.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace omc::source {

struct InstrumentRequest {
  std::string directory;             // working directory of the compile
  std::vector<std::string> command;  // the whole compiler command, for one source file
  // Globs on paths: with `only`, a file must match one of them; `exclude` has the last word.
  std::vector<std::string> only, exclude;
  // Hooks also where nothing happens that another thread could see, as before `i++` of a local.
  bool naive = false;
};

struct InstrumentedFile {
  std::string path;  // absolute, under the name by which the compiler looks it up
  std::string text;
  unsigned hooks = 0;
  unsigned needless = 0;  // hooks left out; with `naive` there are none
  bool is_main = false;
};

// A file of the project, changed or not, that the source is made of.
struct ReadFile {
  std::string path;   // as that of an InstrumentedFile
  bool left = false;  // its text must stay as it is
};

struct InstrumentResult {
  // The main file first, changed or not; then every header of the project whose text changed.
  std::vector<InstrumentedFile> files;
  std::vector<std::string> left_alone;  // "file:line: reason"
  std::vector<ReadFile> read;
  bool warns = false;  // there is something that the compiler says about the source as it is
};

// Fails when the source does not parse (the first error is in the message; the compiler will say
// more), and when it is not C or C++.
llvm::Expected<InstrumentResult> instrument(const InstrumentRequest& request);

}  // namespace omc::source
