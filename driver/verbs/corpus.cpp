// Without --corpus there is a corpus where somebody has made the folder omc-corpus.
#include "verbs/corpus.h"

#include <algorithm>

#include <fmt/format.h>

#include "explain/follow.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "render/results.h"
#include "render/trace.h"
#include "user_error.h"
#include "verbs/output_folder.h"

namespace omc::driver {
namespace {

namespace fs = llvm::sys::fs;

constexpr const char* usual_folder = "omc-corpus";

// Empty: there is none.
std::string corpus_folder(const CheckArguments& arguments) {
  if (arguments.corpus == "-") return {};
  if (!arguments.corpus.empty()) return arguments.corpus;
  return fs::is_directory(usual_folder) ? usual_folder : "";
}

std::vector<std::string> traces_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; i != end && !error; i.increment(error))
    if (llvm::StringRef(i->path()).ends_with(".trace")) files.push_back(i->path());
  std::sort(files.begin(), files.end());
  return files;
}

// Livelocks and order-races show only beside other schedules; the search finds them again.
bool can_be_tried(const Trace& trace, const Prepared& prepared) {
  return trace.replay_target == prepared.replay_target && trace.other_schedule.empty() &&
         trace.loop.empty();
}

}  // namespace

llvm::Expected<std::optional<KnownBug>> try_corpus(const CheckArguments& arguments,
                                                   const Prepared& prepared,
                                                   const Replayer& replayer) {
  for (const std::string& file : traces_in(corpus_folder(arguments))) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) continue;
    auto trace = read_trace((*buffer)->getBuffer(), file);
    if (!trace) return trace.takeError();
    auto schedule = read_schedule(trace->schedule);
    if (!schedule) return schedule.takeError();
    if (!can_be_tried(*trace, prepared)) continue;
    Followed followed;
    std::optional<Schedule> found = find_again(*trace, *schedule, replayer, followed);
    if (!found) continue;
    auto launched = replayer.replay(*found, Replayer::nothing);
    if (!launched) return launched.takeError();
    return KnownBug{file, std::move(*launched)};
  }
  return std::nullopt;
}

llvm::Error keep_in_corpus(const CheckArguments& arguments, const Report& report) {
  std::string folder = corpus_folder(arguments);
  if (folder.empty() || report.bugs.empty()) return llvm::Error::success();
  auto out = OutputFolder::open(folder);
  if (!out) return out.takeError();
  for (const FoundBug& found : all_bugs(report)) {
    Trace trace = trace_of(*found.run, *found.bug);
    std::string name = fmt::format("{}-{}.trace", trace.kind, fingerprint(found).substr(0, 8));
    if (llvm::Error error = out->write(name, render_trace(trace))) return error;
  }
  return llvm::Error::success();
}

}  // namespace omc::driver
