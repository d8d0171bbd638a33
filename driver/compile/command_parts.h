// The parts that a compiler's command is taken apart into: one command for each source, and one for
// the rest.
#pragma once

#include <string>

#include "compile/compile_line.h"
#include "launch/command.h"

namespace omc::driver {

// The arguments that compile source `which` alone: to `object`, or, when that is empty, to what the
// command itself would write.
Words one_source_arguments(const CompileLine& line, size_t which, const std::string& object);

// The arguments that compile source `which` for the sake of the compiler's messages; with `links`
// they link it too, for the linker's.
Words diagnostics_arguments(const CompileLine& line, size_t which, bool links);

// The arguments without the sources: each is replaced by its object, or left out when there are no
// objects.
Words rest_arguments(const CompileLine& line, const Words& objects);

}  // namespace omc::driver
