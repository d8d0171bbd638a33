// What omc's compiler leaves in an object file to tell that it was there: one line for each source
// in a section that is never loaded. `omc doctor` reads them back from the linked program.
#pragma once

#include <string>
#include <vector>

#include "source/instrument.h"

namespace omc {

constexpr const char* note_section = ".omc";

// The line about a source.
std::string instrumented_line(const std::string& source, const source::InstrumentResult& result,
                              bool has_versions);
std::string plain_line(const std::string& source);

// Text that puts the line into the object: of C and C++, and of the assembler.
std::string note_in_source(const std::string& line);
std::string note_in_assembly(const std::string& line);

struct Note {
  std::string source;
  bool instrumented = false;
  bool has_versions = false;  // runs at full speed outside of omc check
  unsigned hooks = 0;         // in the source and in the headers that it includes
  unsigned left_alone = 0;    // places that were not understood
  unsigned needless = 0;      // hooks left out because no other thread could notice
};

// The notes of an ELF file.
std::vector<Note> read_notes(const std::string& file);

}  // namespace omc
