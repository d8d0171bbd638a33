#include "render/formats.h"

#include "render/render.h"

namespace omc::driver {
namespace {

std::string render_plain_text(const Report& report) { return render_text(report, {}); }

constexpr Format rows[] = {
    {"text", "report.txt", render_plain_text, true},
    {"json", "run.json", render_json, true},
};

}  // namespace

llvm::ArrayRef<Format> formats() { return rows; }

std::string format_names() {
  std::string names;
  for (const Format& format : rows) names += (names.empty() ? "" : ",") + std::string(format.name);
  return names;
}

}  // namespace omc::driver
