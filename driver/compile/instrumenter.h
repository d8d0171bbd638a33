// The instrumenter (omc::source) as the driver uses it.
#pragma once

#include <string>

#include "debuginfo/object_note.h"
#include "source/instrument.h"

namespace omc::driver {

// The note of a source that was instrumented.
ObjectNote note_of(const std::string& file, const source::InstrumentResult& result,
                   bool has_versions);

}  // namespace omc::driver
