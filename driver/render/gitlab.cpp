// GitLab's code quality report: an array of issues, each with a fingerprint of its own.
#include <map>

#include <fmt/format.h>

#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Object issue(const FoundBug& found, const std::string& print) {
  const auto& [run, bug] = found;
  std::string file = bug->place.file.empty() ? run->program : bug->place.file;
  std::string text = fmt::format("{}: {}", bug->kind, bug->message);
  if (!run->test_case.empty()) text = fmt::format("{}: {}", run->test_case, text);
  return Object{{"type", "issue"},
                {"description", as_utf8(text)},
                {"check_name", "omc-" + bug->kind},
                {"fingerprint", print},
                {"severity", bug->kind == "order-race" ? "minor" : "critical"},
                {"location", Object{{"path", as_utf8(path_below_root(*run, file))},
                                    {"lines", Object{{"begin", std::max(bug->place.line, 1u)}}}}}};
}

}  // namespace

std::string render_gitlab(const Report& report) {
  Array issues;
  std::map<std::string, unsigned> seen;
  for (const FoundBug& found : all_bugs(report)) {
    std::string print = fingerprint(found);
    if (unsigned before = seen[print]++) print += fmt::format("-{}", before + 1);
    issues.push_back(issue(found, print));
  }
  return llvm::formatv("{0:2}\n", Value(std::move(issues)));
}

}  // namespace omc::driver
