// Reads the dynamic section of an ELF file, where omc-cc enters libomc.
#include "launch/program.h"

#include <fmt/format.h>

#include "launch/command.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "user_error.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;

bool needs(const llvm::object::ELF64LEObjectFile& object, llvm::StringRef library) {
  const auto& file = object.getELFFile();
  auto entries = file.dynamicEntries();
  if (!entries) return llvm::consumeError(entries.takeError()), false;
  uint64_t strings = 0;
  for (const auto& entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_STRTAB) strings = entry.getPtr();
  auto table = file.toMappedAddr(strings);
  if (!table) return llvm::consumeError(table.takeError()), false;
  for (const auto& entry : *entries) {
    if (entry.getTag() != llvm::ELF::DT_NEEDED) continue;
    const char* name = reinterpret_cast<const char*>(*table) + entry.getVal();
    if (llvm::StringRef(name).starts_with(library)) return true;
  }
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
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), false;
  auto* elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(binary->getBinary());
  return elf && needs(*elf, library);
}

bool is_instrumented(const std::string& file) { return needs_library(file, "libomc.so"); }

llvm::Expected<std::string> find_instrumented_program(const std::string& name) {
  auto file = find_program(name);
  if (!file) return file;
  if (!is_instrumented(*file))
    return user_error(fmt::format("{} is not instrumented", name),
                      "build it with omc-cc or omc-c++", Verdict::vacuous);
  return file;
}

}  // namespace omc::driver
