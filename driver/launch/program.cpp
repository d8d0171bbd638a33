// Reads the dynamic section of an ELF file, where omc-cc enters libomc.
#include "launch/program.h"

#include <fmt/format.h>

#include "damaged_file.h"
#include "launch/command.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "user_error.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;

// The table of names of the dynamic section, up to the end of the file.
llvm::StringRef dynamic_names(const llvm::object::ELF64LEObjectFile& object, uint64_t address) {
  auto table = object.getELFFile().toMappedAddr(address);
  if (!table) return llvm::consumeError(table.takeError()), llvm::StringRef();
  const char* begin = reinterpret_cast<const char*>(*table);
  const char* end = object.getData().end();
  return begin < end ? llvm::StringRef(begin, static_cast<size_t>(end - begin)) : llvm::StringRef();
}

bool needs(const llvm::object::ELF64LEObjectFile& object, llvm::StringRef library) {
  auto entries = object.getELFFile().dynamicEntries();
  if (!entries) return llvm::consumeError(entries.takeError()), false;
  uint64_t address = 0;
  for (const auto& entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_STRTAB) address = entry.getPtr();
  llvm::StringRef names = dynamic_names(object, address);
  for (const auto& entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_NEEDED && names.substr(entry.getVal()).starts_with(library))
      return true;
  return false;
}

}  // namespace

llvm::Expected<std::string> find_program(const std::string& name) {
  std::string file = name;
  if (!llvm::StringRef(name).contains('/')) {
    std::string found = find_command(name);
    file = found.empty() ? "./" + name : found;
  }
  if (!fs::exists(file))
    return user_error(fmt::format("no such file: {}", name),
                      "name a program made by omc-cc or omc-c++, or a C or C++ source");
  if (fs::is_directory(file))
    return user_error(fmt::format("{} is a directory", name), "name the program in it");
  if (!fs::can_execute(file))
    return user_error(fmt::format("{} is not an executable", name),
                      "name a program made by omc-cc or omc-c++, or a C or C++ source");
  return file;
}

bool needs_library(const std::string& file, const std::string& library) {
  return read_safely(file, [&] {
    auto binary = llvm::object::ObjectFile::createObjectFile(file);
    if (!binary) return llvm::consumeError(binary.takeError()), false;
    auto* elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(binary->getBinary());
    return elf && needs(*elf, library);
  });
}

bool is_instrumented(const std::string& file) { return needs_library(file, "libomc.so"); }
bool is_atomic(const std::string& file) { return needs_library(file, "libomc-atomic.so"); }

llvm::Expected<std::string> find_instrumented_program(const std::string& name) {
  auto file = find_program(name);
  if (!file) return file;
  bool instrumented = is_instrumented(*file);
  if (is_damaged(*file))
    return user_error(fmt::format("{} is a damaged ELF file", name),
                      "link it again with omc-cc or omc-c++");
  if (!instrumented && is_atomic(*file))
    return user_error(fmt::format("{} was built with --omc-mode=atomic", name),
                      "build it with --omc-mode=check to explore it", Verdict::vacuous);
  if (!instrumented)
    return user_error(fmt::format("{} is not instrumented", name),
                      "build it with omc-cc or omc-c++", Verdict::vacuous);
  return file;
}

}  // namespace omc::driver
