// A verdict counts even where it cannot be kept: only what the user asked for by name must be
// written.
#include "verbs/run_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "render/render.h"
#include "user_error.h"

namespace omc::driver {
namespace {

llvm::Error write_file(const std::string& file, const std::string& text) {
  std::error_code error;
  llvm::raw_fd_ostream out(file, error);
  if (!error) {
    out << text;
    out.close();
    error = out.error();
    out.clear_error();
  }
  if (error) return user_error(fmt::format("cannot write {}: {}", file, error.message()));
  return llvm::Error::success();
}

llvm::Error write_folder(const std::string& folder, const Report& report) {
  if (folder == "-") return llvm::Error::success();
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return user_error(fmt::format("cannot make the folder {}: {}", folder, error.message()),
                      "name another with -o, or -o - to keep nothing");
  if (llvm::Error error = write_file(folder + "/run.json", render_json(report))) return error;
  return write_file(folder + "/report.txt", render_text(report, {}));
}

}  // namespace

llvm::Error write_json(const CheckArguments& arguments, const Report& report) {
  if (arguments.json.empty()) return llvm::Error::success();
  if (arguments.json != "-") return write_file(arguments.json, render_json(report));
  llvm::outs() << render_json(report);
  return llvm::Error::success();
}

llvm::Error keep_run(const CheckArguments& arguments, const Report& report) {
  auto names_folder = [](const auto& given) { return given.first == "output"; };
  const auto& given = arguments.search.given;
  llvm::Error error = write_folder(arguments.output, report);
  if (!error || std::any_of(given.begin(), given.end(), names_folder)) return error;
  llvm::errs() << "omc: warning: the run is not kept: " << llvm::toString(std::move(error)) << '\n';
  return llvm::Error::success();
}

}  // namespace omc::driver
