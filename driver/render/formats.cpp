#include "render/formats.h"

#include "render/coverage.h"
#include "render/render.h"

namespace omc::driver {
namespace {

std::string render_plain_text(const Report& report) { return render_text(report, {}); }

constexpr Format rows[] = {
    {"text", "report.txt", render_plain_text, true},
    {"json", "run.json", render_json, true},
    {"html", "report.html", render_html, true},
    {"sarif", "report.sarif", render_sarif, false},
    {"junit", "junit.xml", render_junit, false},
    {"github", "github.txt", render_github, false},
    {"gitlab", "gl-code-quality-report.json", render_gitlab, false},
    {"perfetto", "trace.json", render_perfetto, false},
    {"dot", "schedule.dot", render_dot, false},
    {"lcov", "coverage.info", render_lcov, false},
};

}  // namespace

llvm::ArrayRef<Format> formats() { return rows; }

std::string format_names() {
  std::string names;
  for (const Format& format : rows) names += (names.empty() ? "" : ",") + std::string(format.name);
  return names;
}

}  // namespace omc::driver
