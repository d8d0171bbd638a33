// One file that a browser opens without a network: render/report.html, which holds the styles and
// the script, with the run and its sources as JSON in it.
#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "render/results.h"
#include "report_html.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

// JSON inside of a script element: nothing in it may end the element.
std::string as_script_data(Value value) {
  std::string out;
  for (char c : llvm::formatv("{0}", std::move(value)).str()) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string render_html(const Report& report) {
  Object sources;
  for (const auto& [file, text] : report.sources) sources[as_utf8(file)] = as_utf8(text);
  Array replay, passing;
  for (const auto& [run, bug] : all_bugs(report)) {
    replay.push_back(as_utf8(replay_command(*run, *bug)));
    passing.push_back(as_utf8(passing_command(*run, *bug)));
  }
  auto run = llvm::json::parse(render_json(report));
  std::string verdict = render_verdict(report);
  Object data{{"verdict", as_utf8(llvm::StringRef(verdict).trim().str())},
              {"replay", std::move(replay)},
              {"passing", std::move(passing)},
              {"sources", std::move(sources)}};
  if (run)
    data["run"] = std::move(*run);
  else
    llvm::consumeError(run.takeError());
  auto [before, after] = llvm::StringRef(report_html).split("@DATA@");
  return before.str() + as_script_data(std::move(data)) + after.str();
}

}  // namespace omc::driver
