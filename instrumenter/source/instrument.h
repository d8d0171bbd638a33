// The instrumenter: source text in, source text with hooks out. It parses one source as the
// compiler would, puts a hook before every statement and `done` where a thread ends, and returns
// texts. It writes no file, prints nothing, and never adds or removes a newline. Code that it can
// not instrument stays as its author wrote it, and is listed in `left_alone`.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace omc::source {

struct InstrumentRequest {
  std::string directory;             // working directory of the compile
  std::vector<std::string> command;  // the whole compiler command, for one source file
  // Globs on paths. If `only` is not empty, a file must match one of its globs. A file that matches
  // `exclude` is left alone in any case.
  std::vector<std::string> only, exclude;
  // Hooks also before statements that are invisible to other threads, such as `i++` of a local.
  bool naive = false;
  // No hook before any statement that touches only locals which no other thread can reach. What
  // follows it then joins the step before, so this is for programs that are not explored.
  bool sparse = false;
};

struct InstrumentedFile {
  std::string path;  // absolute, as the compiler looks it up
  std::string text;
  unsigned hooks = 0;
  unsigned needless = 0;  // hooks left out; 0 with `naive`
  bool is_main = false;
};

// A file of the project that the source includes or is, changed or not.
struct ReadFile {
  std::string path;   // as that of an InstrumentedFile
  bool left = false;  // its text must stay as it is
};

struct InstrumentResult {
  // The main file first, changed or not; then every header of the project whose text changed.
  std::vector<InstrumentedFile> files;
  std::vector<std::string> left_alone;  // "file:line: reason"
  std::vector<ReadFile> read;
  bool warns = false;  // the compiler has a diagnostic about the source as it is
};

// Fails when the source is not C or C++, and when it does not parse. The message then has the first
// error; the compiler itself reports the others.
llvm::Expected<InstrumentResult> instrument(const InstrumentRequest& request);

}  // namespace omc::source
