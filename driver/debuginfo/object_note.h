// The note that omc's compiler leaves in an object file for each source: whether and how the source
// was instrumented. It stands in a section that is never loaded; the linked program keeps it.
#pragma once

#include <string>
#include <vector>

namespace omc::driver {

struct ObjectNote {
  std::string source;
  bool instrumented = false;
  bool has_versions = false;  // runs at full speed outside of omc check
  unsigned hooks = 0;         // in the source and in the headers that it includes
  unsigned left_alone = 0;    // places that the instrumenter did not understand
  unsigned needless = 0;      // hooks left out because no other thread could notice
  std::string mode;           // of --omc-mode; empty where that is check, or nothing instrumented
};

// Text that puts the note into an object: in C and C++, and in assembly.
std::string note_in_source(const ObjectNote& note);
std::string note_in_assembly(const ObjectNote& note);

// The notes of an ELF file, or of the members of an archive.
std::vector<ObjectNote> read_notes(const std::string& file);

}  // namespace omc::driver
