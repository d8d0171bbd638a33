#include "debuginfo/statements.h"

#include "damaged_file.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/LEB128.h"

namespace omc::driver {
namespace {

constexpr const char* statement_section = ".omc_statements";

// Takes a number from the front; false at the end.
bool take_number(llvm::StringRef& text, unsigned& out) {
  const char* error = nullptr;
  unsigned length = 0;
  uint64_t number = llvm::decodeULEB128(text.bytes_begin(), &length, text.bytes_end(), &error);
  if (error) return false;
  text = text.drop_front(length);
  out = static_cast<unsigned>(number);
  return true;
}

StatementList statements_of(const std::string& file) {
  StatementList list;
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), list;
  for (const llvm::object::SectionRef& section : binary->getBinary()->sections()) {
    auto name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name != statement_section) continue;
    auto contents = section.getContents();
    if (!contents) return llvm::consumeError(contents.takeError()), list;
    read_statements(*contents, list);
  }
  return list;
}

}  // namespace

bool read_statements(llvm::StringRef section, StatementList& list) {
  while (!section.empty()) {
    size_t end = section.find('\0');
    if (end == llvm::StringRef::npos) return false;
    auto& places = list[section.take_front(end).str()];
    section = section.drop_front(end + 1);
    for (unsigned line = 1, column = 0;;) {
      if (!take_number(section, line)) return false;
      if (!line) break;
      if (!take_number(section, column)) return false;
      places.emplace(line, column);
    }
  }
  return true;
}

void add_statements(const std::string& file, StatementList& list) {
  StatementList own = read_safely(file, [&] { return statements_of(file); });
  for (auto& [source, places] : own) list[source].merge(places);
}

}  // namespace omc::driver
