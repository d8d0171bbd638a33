// Notes in object files: what is written is read back.
// COVERS: driver/debuginfo/object_note

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "compile/compilers.h"
#include "debuginfo/object_note.h"
#include "launch/command.h"
#include "launch/temporary_folder.h"

using namespace omc::driver;

namespace {

// The notes of an object that a text compiles to.
std::vector<ObjectNote> notes_of(const std::string& text, const char* extension) {
  TemporaryFolder folder;
  std::string source = folder.path() + "/a" + extension, object = folder.path() + "/a.o";
  std::ofstream(source) << text;
  auto status = run_command({c_compiler(), "-c", source, "-o", object});
  REQUIRE(static_cast<bool>(status));
  REQUIRE(*status == 0);
  return read_notes(object);
}

}  // namespace

TEST_CASE("a note survives the compiler and the assembler") {
  ObjectNote note{"folder with spaces/queue.c", true, true, 12, 3, 4};
  for (const std::vector<ObjectNote>& notes :
       {notes_of(note_in_source(note), ".c"), notes_of(note_in_assembly(note), ".s")}) {
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].source == note.source);
    CHECK(notes[0].instrumented);
    CHECK(notes[0].has_versions);
    CHECK(notes[0].hooks == 12);
    CHECK(notes[0].left_alone == 3);
    CHECK(notes[0].needless == 4);
  }
}

TEST_CASE("a name that would end the string is changed") {
  ObjectNote note;
  note.source = "a\"b\\c%d.c";
  std::vector<ObjectNote> notes = notes_of(note_in_source(note), ".c");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].source == "a?b?c?d.c");
  CHECK(!notes[0].instrumented);
}

TEST_CASE("a file that is not an object has no notes") {
  CHECK(read_notes("/no/such/file").empty());
  CHECK(read_notes("/etc/passwd").empty());
}
