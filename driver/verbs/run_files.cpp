// A verdict counts even where it cannot be kept: only what the user asked for by name must be
// written.
#include "verbs/run_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "debuginfo/build_id.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "render/formats.h"
#include "render/render.h"
#include "render/results.h"
#include "render/trace.h"
#include "user_error.h"
#include "verbs/output_folder.h"
#include "verbs/sources.h"

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

// Sources were compiled to a temporary folder: with the program, a bug can be replayed later.
llvm::Error keep_program(const OutputFolder& folder, const Report& report,
                         const Prepared& prepared) {
  if (!prepared.folder) return llvm::Error::success();
  folder.remove(kept_program);
  if (report.bugs.empty()) return llvm::Error::success();
  auto program = llvm::MemoryBuffer::getFile(prepared.program);
  if (!program) return user_error(fmt::format("cannot read {}", prepared.program));
  return folder.write(kept_program, (*program)->getBuffer(), 0777);
}

llvm::Error write_folder(const CheckArguments& arguments, const Report& report,
                         const Prepared& prepared, llvm::Expected<RunFolder> folder) {
  if (!folder) return folder.takeError();
  if (!folder->run) return llvm::Error::success();
  if (llvm::Error error = keep_program(*folder->run, report, prepared)) return error;
  if (llvm::Error error = write_formats(*folder->run, arguments.formats, report)) return error;
  return folder->runs->finish_run(*folder->run);
}

// The nearest folder above that holds a repository, or the folder itself.
std::string source_root(llvm::StringRef folder) {
  for (llvm::StringRef above = folder; !above.empty();
       above = llvm::sys::path::parent_path(above)) {
    llvm::SmallString<256> git(above);
    llvm::sys::path::append(git, ".git");
    if (llvm::sys::fs::exists(git)) return above.str();
  }
  return folder.str();
}

}  // namespace

llvm::Expected<RunFolder> make_run_folder(const std::string& output) {
  RunFolder out;
  if (output == "-") return out;
  auto runs = OutputFolder::open(output);
  if (!runs) return runs.takeError();
  auto run = runs->next_run();
  if (!run) return run.takeError();
  out.runs.emplace(std::move(*runs));
  out.run.emplace(std::move(*run));
  return out;
}

void name_program(const std::string& kept_in, const Prepared& prepared, Report& report) {
  llvm::SmallString<256> directory, file(prepared.program);
  if (llvm::sys::fs::current_path(directory)) return;
  report.directory = directory.str().str();
  report.root = source_root(directory);
  report.argv0 = prepared.argv0;
  report.build = build_id(prepared.program);
  if (prepared.folder) {
    if (report.bugs.empty() || kept_in.empty()) return;
    file = llvm::StringRef(kept_in + "/" + kept_program);
  }
  llvm::sys::fs::make_absolute(file);
  report.binary = file.str().str();
}

// A file for each bug, numbered as `omc replay --bug` does.
static llvm::Error write_traces(const OutputFolder& folder, const Report& report) {
  size_t number = 1;
  for (const auto& [run, bug] : all_bugs(report)) {
    std::string text = render_trace(trace_of(*run, *bug));
    if (llvm::Error error = folder.write(trace_file(number++), text)) return error;
  }
  return llvm::Error::success();
}

llvm::Error write_formats(const OutputFolder& folder, const std::vector<std::string>& asked,
                          const Report& report) {
  Report with_sources = report;
  read_sources(with_sources);
  for (const Format& format : formats())
    if (format.always || llvm::is_contained(asked, format.name))
      if (llvm::Error error = folder.write(format.file, format.render(with_sources))) return error;
  return write_traces(folder, report);
}

llvm::Error write_json(const CheckArguments& arguments, const Report& report) {
  if (arguments.json.empty()) return llvm::Error::success();
  if (llvm::Error error = refuse_foreign_link(arguments.json)) return error;
  if (arguments.json != "-") return write_file(arguments.json, render_json(report));
  llvm::outs() << render_json(report);
  return llvm::Error::success();
}

llvm::Error keep_run(const CheckArguments& arguments, const Report& report,
                     const Prepared& prepared, llvm::Expected<RunFolder> folder) {
  auto names_folder = [](const auto& given) { return given.first == "output"; };
  const auto& given = arguments.search.given;
  llvm::Error error = write_folder(arguments, report, prepared, std::move(folder));
  if (!error || std::any_of(given.begin(), given.end(), names_folder)) return error;
  llvm::errs() << "omc: warning: the run is not kept: " << llvm::toString(std::move(error)) << '\n';
  return llvm::Error::success();
}

}  // namespace omc::driver
