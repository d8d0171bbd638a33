// Applies edits. Insertions at one offset have one right order: a brace that closes the text
// before, then `done` and `no_sanitize`, then a brace that opens, then the hook inside it.
#include "source/edits.h"

#include <algorithm>

#include "fmt/format.h"

namespace omc::source {

namespace {
struct Insertion {
  enum Rank { closing, done, no_sanitize, opening, hook };
  unsigned offset;
  Rank rank;
  std::string text;
};
}  // namespace

std::vector<clang::FileID> Edits::files() const {
  std::vector<clang::FileID> result;
  for (auto& [file, edits] : files_) result.push_back(file);
  return result;
}

unsigned Edits::needless_in(clang::FileID file) const {
  auto found = files_.find(file);
  return found == files_.end() ? 0 : found->second.needless.size();
}

unsigned Edits::hooks_in(clang::FileID file) const {
  auto found = files_.find(file);
  return found == files_.end() ? 0 : found->second.hooks.size();
}

std::string Edits::apply(clang::FileID file, llvm::StringRef text) const {
  auto found = files_.find(file);
  if (found == files_.end()) return text.str();

  std::vector<Insertion> insertions;
  for (auto [open, close] : found->second.braces) {
    insertions.push_back({open, Insertion::opening, "{ "});
    insertions.push_back({close, Insertion::closing, " }"});
  }
  for (auto [open, close] : found->second.done_blocks) {
    insertions.push_back({open, Insertion::opening, "{ __omc_done(); "});
    insertions.push_back({close, Insertion::closing, " }"});
  }
  for (auto offset : found->second.dones)
    insertions.push_back({offset, Insertion::done, " __omc_done();"});
  for (auto offset : found->second.no_sanitizes)
    insertions.push_back({offset, Insertion::no_sanitize, " __omc_no_sanitize();"});
  for (auto [offset, hook] : found->second.hooks) {
    auto* end = hook.form == HookForm::comma ? "," : ";";
    auto call = hook.line ? fmt::format("__omc_hook_on({}, {})", hook.line, hook.column)
                          : fmt::format("__omc_hook({})", hook.column);
    insertions.push_back({offset, Insertion::hook, fmt::format("{}{} ", call, end)});
  }
  std::sort(insertions.begin(), insertions.end(), [](auto& a, auto& b) {
    return std::pair(a.offset, a.rank) < std::pair(b.offset, b.rank);
  });

  std::string result;
  size_t copied = 0;
  for (auto& insertion : insertions) {
    result += text.slice(copied, insertion.offset);
    result += insertion.text;
    copied = insertion.offset;
  }
  result += text.substr(copied);
  return result;
}

}  // namespace omc::source
