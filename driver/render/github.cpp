// Annotations for GitHub Actions: a workflow command for each bug, which GitHub shows at its line.
// A search without a verdict is a warning, so that it does not pass unseen.
#include <fmt/format.h>

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

// Of the characters that end a command or a property, the codes that GitHub reads.
std::string escaped(const std::string& text, bool is_property) {
  std::string out;
  for (char c : as_utf8(text)) {
    bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    out += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string annotation(const FoundBug& found) {
  const Bug& bug = *found.bug;
  std::string place;
  if (!bug.place.file.empty())
    place = fmt::format("file={},line={},col={},",
                        escaped(path_below_root(*found.run, bug.place.file), true), bug.place.line,
                        std::max(bug.place.column, 1u));
  std::string text = bug.message + "\n" + replay_command(*found.run, bug);
  if (!found.run->test_case.empty()) text = found.run->test_case + ": " + text;
  return fmt::format("::error {}title={}::{}\n", place, escaped("omc: " + bug.kind, true),
                     escaped(text, false));
}

}  // namespace

std::string render_github(const Report& report) {
  std::string out;
  for (const FoundBug& found : all_bugs(report)) out += annotation(found);
  for (const Report* run : all_runs(report)) {
    bool has_verdict = run->verdict == Verdict::ok || run->verdict == Verdict::bug;
    if (has_verdict || !run->skipped.empty()) continue;
    std::string line = render_verdict(*run);
    out += fmt::format("::warning title={}::{}\n", escaped("omc: " + run_title(*run), true),
                       escaped(llvm::StringRef(line).trim().str(), false));
  }
  return out;
}

}  // namespace omc::driver
