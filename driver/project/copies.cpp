// Texts are merged line by line; a file is written only when its text differs.
#include "project/copies.h"

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"

namespace omc::driver {

using llvm::StringRef;

std::optional<std::string> merge_texts(StringRef original, StringRef one, StringRef other) {
  if (one == other || other == original) return one.str();
  if (one == original) return other.str();
  std::string merged;
  while (true) {
    auto [line, rest] = original.split('\n');
    auto [line_one, rest_one] = one.split('\n');
    auto [line_other, rest_other] = other.split('\n');
    if (line_one != line && line_other != line && line_one != line_other) return std::nullopt;
    merged += line_one == line ? line_other : line_one;
    bool is_last = line.size() == original.size();
    bool same_end = is_last == (line_one.size() == one.size()) &&
                    is_last == (line_other.size() == other.size());
    if (!same_end) return std::nullopt;
    if (is_last) return merged;
    merged += '\n';
    original = rest;
    one = rest_one;
    other = rest_other;
  }
}

void Copies::start(const std::string& path, const std::string& original,
                   const std::string& earlier) {
  bool usable = merge_texts(original, earlier, original).has_value() &&
                StringRef(earlier).count('\n') == StringRef(original).count('\n');
  files_.insert({path, {original, usable ? earlier : original}});
}

void Copies::add(const source::InstrumentResult& result) {
  for (const source::InstrumentedFile& changed : result.files) {
    auto found = files_.find(changed.path);
    if (found == files_.end()) continue;
    File& file = found->second;
    auto merged = merge_texts(file.original, file.text, changed.text);
    if (merged)
      file.text = *merged;
    else
      file.conflict = true;
  }
  for (const source::ReadFile& read : result.read)
    if (read.left) leave(read.path);
}

void Copies::leave(const std::string& path) {
  auto found = files_.find(path);
  if (found != files_.end()) found->second.left = true;
}

std::vector<std::string> Copies::conflicts() const {
  std::vector<std::string> result;
  for (const auto& [path, file] : files_)
    if (file.conflict) result.push_back(path);
  return result;
}

std::vector<std::string> Copies::paths() const {
  std::vector<std::string> result;
  for (const auto& [path, file] : files_) result.push_back(path);
  return result;
}

const std::string& Copies::text(const std::string& path) const {
  const File& file = files_.at(path);
  return file.left || file.conflict ? file.original : file.text;
}

llvm::Error write_if_changed(const std::string& path, StringRef text) {
  auto before = read_file(path);
  if (before && *before == text) return llvm::Error::success();
  std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
  if (!error) {
    llvm::raw_fd_ostream out(path, error);
    if (!error) {
      out << text;
      out.close();
      error = out.error();
      out.clear_error();
    }
  }
  if (error)
    return user_error(fmt::format("cannot write {}: {}", path, error.message()),
                      "name a folder that can be written with -o");
  return llvm::Error::success();
}

std::optional<std::string> read_file(const std::string& path) {
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return std::nullopt;
  return (*buffer)->getBuffer().str();
}

}  // namespace omc::driver
