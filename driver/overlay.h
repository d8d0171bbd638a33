// How the compiler comes to read instrumented text under the source's own name: a file-system
// overlay for -ivfsoverlay. Texts live in anonymous memory files, which the compiler inherits;
// nothing is written to disk, and nothing is left behind however the compiler ends.
#pragma once

#include <string>
#include <vector>

#include "instrument.h"
#include "llvm/Support/Error.h"

namespace omc {

// Gives flags for the compiler's command line: read `files` instead of what is on disk, and
// `prologue` before the first line of the source. `directory` is where the compiler will run.
llvm::Expected<std::vector<std::string>> make_overlay(const std::vector<InstrumentedFile>& files,
                                                      const std::string& directory,
                                                      const std::string& prologue);

// --omc-keep: writes each text to `folder` under the name of its source; for the curious.
llvm::Error keep_texts(const std::vector<InstrumentedFile>& files, const std::string& folder);

}  // namespace omc
