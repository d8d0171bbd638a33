#include "debuginfo/build_id.h"

#include <fmt/format.h>

#include "damaged_file.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

namespace omc::driver {

static std::string linkers_id(const std::string& file) {
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), std::string();
  llvm::object::BuildIDRef id = llvm::object::getBuildID(binary->getBinary());
  return id.empty() ? std::string() : "gnu-" + llvm::toHex(id, true);
}

std::string build_id(const std::string& file) {
  std::string id = read_safely(file, [&] { return linkers_id(file); });
  if (!id.empty()) return id;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) return {};
  return fmt::format("xxh-{:016x}", llvm::xxh3_64bits((*buffer)->getBuffer()));
}

}  // namespace omc::driver
