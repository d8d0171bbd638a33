// Makes the compiler read instrumented text under the source's own name. Texts live in anonymous
// memory files, which the compiler inherits: nothing is written to disk, and nothing is left behind
// when the compiler is killed.
#pragma once

#include <string>
#include <vector>

#include "compile/instrumenter.h"
#include "launch/command.h"
#include "launch/installation.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct Overlay {
  Words before;  // the command that sets the compiler's environment; stands before it
  Words flags;
  int replacement_log = -1;  // as in Attempt
};

// Clang reads `files` instead of what is on disk, and `prologue` before the first line of the
// source. `directory` is where the compiler will run.
llvm::Expected<Overlay> make_overlay(const std::vector<source::InstrumentedFile>& files,
                                     const std::string& directory, const std::string& prologue);

// Clang reads `more` after the last line of a preprocessed source, which cannot have a prologue.
llvm::Expected<Overlay> make_overlay_behind(const std::string& source, const std::string& directory,
                                            const std::string& more);

// The same for GCC, which has no overlays: a library is loaded into it (compile/preload).
// `header` stands before the first line, and `assembly` is put before the text that GCC gives to
// the assembler.
llvm::Expected<Overlay> make_gcc_overlay(const std::vector<source::InstrumentedFile>& files,
                                         const Installation& installation,
                                         const std::string& header, const std::string& assembly);

// --omc-keep: writes each text to `folder` under the name of its source.
llvm::Error keep_texts(const std::vector<source::InstrumentedFile>& files,
                       const std::string& folder);

}  // namespace omc::driver
