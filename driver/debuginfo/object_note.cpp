// A note is written by assembler directives, which work in every language mode and cost the program
// nothing.
#include "debuginfo/object_note.h"

#include <fmt/format.h>

#include "llvm/Object/ObjectFile.h"

namespace omc {
namespace {

using llvm::StringRef;

// The note passes through a C string and an assembler string; what either would take as its own is
// replaced.
std::string harmless(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '"' || c == '\\' || c == '\n' || c == '%' ? '?' : c;
  return out;
}

}  // namespace

std::string instrumented_line(const std::string& source, const source::InstrumentResult& result,
                              bool has_versions) {
  unsigned hooks = 0, needless = 0;
  for (const source::InstrumentedFile& file : result.files) {
    hooks += file.hooks;
    needless += file.needless;
  }
  return fmt::format("{} {} {} {} {}", has_versions ? "versions" : "hooks", hooks,
                     result.left_alone.size(), needless, source);
}

std::string plain_line(const std::string& source) { return "plain 0 0 0 " + source; }

std::string note_in_source(const std::string& line) {
  return fmt::format(
      "__asm__(\".pushsection {},\\\"\\\",@progbits\\n.asciz \\\"{}\\\"\\n.popsection\");\n",
      note_section, harmless(line));
}

std::string note_in_assembly(const std::string& line) {
  return fmt::format("\t.pushsection {},\"\",@progbits\n\t.asciz \"{}\"\n\t.popsection\n",
                     note_section, harmless(line));
}

std::vector<Note> read_notes(const std::string& file) {
  std::vector<Note> notes;
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), notes;
  for (const llvm::object::SectionRef& section : binary->getBinary()->sections()) {
    auto name = section.getName();
    if (!name || *name != note_section) {
      if (!name) llvm::consumeError(name.takeError());
      continue;
    }
    auto contents = section.getContents();
    if (!contents) return llvm::consumeError(contents.takeError()), notes;
    llvm::SmallVector<StringRef, 64> lines;
    contents->split(lines, '\0', -1, false);
    for (StringRef line : lines) {
      Note note;
      auto [kind, rest] = line.split(' ');
      auto [hooks, after] = rest.split(' ');
      auto [left, last] = after.split(' ');
      auto [needless, source] = last.split(' ');
      note.has_versions = kind == "versions";
      note.instrumented = note.has_versions || kind == "hooks";
      if (hooks.getAsInteger(10, note.hooks) || left.getAsInteger(10, note.left_alone) ||
          needless.getAsInteger(10, note.needless))
        continue;
      note.source = source.str();
      notes.push_back(std::move(note));
    }
  }
  return notes;
}

}  // namespace omc
