// Counts of all files that belong to one source, its headers included, add up in its note.
#include "compile/instrumenter.h"

namespace omc::driver {

ObjectNote note_of(const std::string& file, const source::InstrumentResult& result,
                   bool has_versions) {
  ObjectNote note;
  note.source = file;
  note.instrumented = true;
  note.has_versions = has_versions;
  note.left_alone = static_cast<unsigned>(result.left_alone.size());
  for (const source::InstrumentedFile& part : result.files) {
    note.hooks += part.hooks;
    note.needless += part.needless;
  }
  return note;
}

}  // namespace omc::driver
