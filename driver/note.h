// What omc's compiler leaves in an object file to tell that it was there: one line for each source
// in a section that is never loaded. `omc doctor` reads them back from the linked program.
#pragma once

#include <string>
#include <vector>

#include "instrument.h"

namespace omc {

constexpr const char* note_section = ".omc";

// C and C++ text that puts the note into the object.
std::string instrumented_note(const std::string& source, const InstrumentResult& result,
                              bool has_versions);
std::string plain_note(const std::string& source);

struct Note {
  std::string source;
  bool instrumented = false;
  bool has_versions = false;  // runs at full speed outside of omc check
  unsigned hooks = 0;       // in the source and in the headers that it includes
  unsigned left_alone = 0;  // places that were not understood
};

// The notes of an ELF file.
std::vector<Note> read_notes(const std::string& file);

}  // namespace omc
