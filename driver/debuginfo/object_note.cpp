// A note is one line of text: kind, counts, source. Assembler directives write it, which work in
// every language mode and cost the program nothing.
#include "debuginfo/object_note.h"

#include <optional>

#include <fmt/format.h>

#include "damaged_file.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/ObjectFile.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

constexpr const char* note_section = ".omc";

// The note passes through a C string and an assembler string: characters that either would
// interpret are replaced.
std::string harmless(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '"' || c == '\\' || c == '\n' || c == '%' ? '?' : c;
  return out;
}

std::string line_of(const ObjectNote& note) {
  std::string kind = !note.instrumented   ? "plain"
                     : !note.mode.empty() ? "mode-" + note.mode
                     : note.has_versions  ? "versions"
                                          : "hooks";
  return harmless(
      fmt::format("{} {} {} {} {}", kind, note.hooks, note.left_alone, note.needless, note.source));
}

std::optional<ObjectNote> read_line(StringRef line) {
  ObjectNote note;
  auto [kind, rest] = line.split(' ');
  auto [hooks, after] = rest.split(' ');
  auto [left, last] = after.split(' ');
  auto [needless, source] = last.split(' ');
  note.has_versions = kind == "versions";
  if (kind.consume_front("mode-")) note.mode = kind.str();
  note.instrumented = note.has_versions || kind == "hooks" || !note.mode.empty();
  if (hooks.getAsInteger(10, note.hooks) || left.getAsInteger(10, note.left_alone) ||
      needless.getAsInteger(10, note.needless))
    return std::nullopt;
  note.source = source.str();
  return note;
}

}  // namespace

std::string note_in_source(const ObjectNote& note) {
  return fmt::format(
      "__asm__(\".pushsection {},\\\"\\\",@progbits\\n.asciz \\\"{}\\\"\\n.popsection\");\n",
      note_section, line_of(note));
}

std::string note_in_assembly(const ObjectNote& note) {
  return fmt::format("\t.pushsection {},\"\",@progbits\n\t.asciz \"{}\"\n\t.popsection\n",
                     note_section, line_of(note));
}

static void add_notes(const llvm::object::ObjectFile& object, std::vector<ObjectNote>& notes) {
  for (const llvm::object::SectionRef& section : object.sections()) {
    auto name = section.getName();
    if (!name || *name != note_section) {
      if (!name) llvm::consumeError(name.takeError());
      continue;
    }
    auto contents = section.getContents();
    if (!contents) return llvm::consumeError(contents.takeError());
    llvm::SmallVector<StringRef, 64> lines;
    contents->split(lines, '\0', -1, false);
    for (StringRef line : lines)
      if (auto note = read_line(line)) notes.push_back(std::move(*note));
  }
}

static void add_notes(const llvm::object::Archive& archive, std::vector<ObjectNote>& notes) {
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child& child : archive.children(error)) {
    auto member = child.getAsBinary();
    if (!member) {
      llvm::consumeError(member.takeError());
      continue;
    }
    if (auto* object = llvm::dyn_cast<llvm::object::ObjectFile>(member->get()))
      add_notes(*object, notes);
  }
  llvm::consumeError(std::move(error));
}

static std::vector<ObjectNote> notes_of(const std::string& file) {
  std::vector<ObjectNote> notes;
  auto binary = llvm::object::createBinary(file);
  if (!binary) return llvm::consumeError(binary.takeError()), notes;
  if (auto* object = llvm::dyn_cast<llvm::object::ObjectFile>(binary->getBinary()))
    add_notes(*object, notes);
  if (auto* archive = llvm::dyn_cast<llvm::object::Archive>(binary->getBinary()))
    add_notes(*archive, notes);
  return notes;
}

std::vector<ObjectNote> read_notes(const std::string& file) {
  return read_safely(file, [&] { return notes_of(file); });
}

}  // namespace omc::driver
