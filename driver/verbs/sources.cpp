// A link may lead out of the repository, so the real path decides.
#include "verbs/sources.h"

#include <set>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "render/results.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr size_t most_files = 64;
constexpr uint64_t largest_file = uint64_t{1} << 20;

// The file as its run names it, with links followed; empty unless it lies below the root.
std::string file_below_root(const Report& run, const std::string& file) {
  llvm::SmallString<256> name, real, root;
  if (!path::is_absolute(file)) name = run.directory;
  path::append(name, file);
  if (run.root.empty() || fs::real_path(name, real) || fs::real_path(run.root, root)) return {};
  return llvm::StringRef(real).starts_with((root + "/").str()) ? real.str().str() : std::string();
}

}  // namespace

void read_sources(Report& report) {
  std::set<std::string> seen;
  for (const auto& [run, bug] : all_bugs(report)) {
    std::set<std::string> named{bug->place.file};
    for (const Step& step : bug->steps) named.insert(step.place.file);
    for (const std::string& file : named) {
      if (file.empty() || report.sources.size() == most_files || !seen.insert(file).second)
        continue;
      std::string real = file_below_root(*run, file);
      uint64_t size = 0;
      if (real.empty() || fs::file_size(real, size) || size > largest_file) continue;
      if (auto text = llvm::MemoryBuffer::getFile(real))
        report.sources.emplace_back(file, (*text)->getBuffer().str());
    }
  }
}

}  // namespace omc::driver
