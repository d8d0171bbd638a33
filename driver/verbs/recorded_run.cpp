// The file may come from anybody. It names a program, which must be one that omc-cc made; its
// compiler flags are used only where the user asks for that (--build).
#include "verbs/recorded_run.h"

#include <fmt/format.h>

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "user_error.h"
#include "verbs/run_files.h"

namespace omc::driver {
namespace {

std::string text_of(const llvm::json::Object& object, llvm::StringRef key) {
  auto text = object.getString(key);
  return text ? text->str() : std::string();
}

struct NumberedBug {
  const llvm::json::Object* run;
  const llvm::json::Object* bug;
};

// The bugs of the run; of a suite, those of all cases.
std::vector<NumberedBug> bugs_of(const llvm::json::Object& root) {
  std::vector<const llvm::json::Object*> runs{&root};
  if (const llvm::json::Array* cases = root.getArray("cases"))
    for (const llvm::json::Value& each : *cases)
      if (const llvm::json::Object* run = each.getAsObject()) runs.push_back(run);
  std::vector<NumberedBug> out;
  for (const llvm::json::Object* run : runs)
    if (const llvm::json::Array* bugs = run->getArray("bugs"))
      for (const llvm::json::Value& bug : *bugs) out.push_back({run, bug.getAsObject()});
  return out;
}

llvm::Expected<NumberedBug> find_bug(const llvm::json::Object& root, const std::string& file,
                                     unsigned number) {
  std::vector<NumberedBug> bugs = bugs_of(root);
  if (bugs.empty())
    return user_error(fmt::format("{} has no bug to replay", file), "name a schedule with -s");
  if (number > bugs.size())
    return user_error(fmt::format("{} has {} bug{}", file, bugs.size(), bugs.size() > 1 ? "s" : ""),
                      fmt::format("choose one with --bug 1 to --bug {}", bugs.size()));
  NumberedBug found = bugs[number - 1];
  if (!found.bug || !found.bug->getString("schedule") || !found.run->getString("replay"))
    return user_error(fmt::format("{} has a bug without a schedule", file));
  return found;
}

// A kept program lies beside its run.json, wherever that has been moved.
std::string program_beside(const std::string& file, const std::string& binary) {
  llvm::SmallString<256> beside(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(beside, kept_program);
  bool is_kept = llvm::sys::path::filename(binary) == kept_program;
  if (!is_kept || !llvm::sys::fs::exists(beside)) return binary;
  llvm::sys::fs::make_absolute(beside);
  return beside.str().str();
}

}  // namespace

llvm::Expected<std::string> find_run_file(const std::string& run) {
  namespace fs = llvm::sys::fs;
  if (llvm::StringRef(run).ends_with(".json")) return run;
  for (const std::string& file :
       {run, run + "/run.json", run + "/latest/run.json", "omc-out/" + run + "/run.json"})
    if (fs::exists(file) && !fs::is_directory(file)) return file;
  return user_error(run == "latest" ? "there is no run in omc-out" : "there is no run " + run,
                    "omc check makes one; RUN is a number in omc-out, a folder or a run.json");
}

RecordedRun recorded_run_of(const Trace& trace, const std::string& file) {
  RecordedRun out;
  out.schedule = trace.schedule;
  out.other_schedule = trace.other_schedule;
  out.loop = trace.loop;
  out.selector = trace.selector;
  if (!trace.binary.empty()) out.binary = program_beside(file, trace.binary);
  out.argv0 = trace.argv0;
  out.directory = trace.directory;
  out.arguments = trace.arguments;
  out.target = trace.replay_options + trace.replay_target;
  return out;
}

llvm::Expected<RecordedRun> read_recorded_run(const std::string& file, unsigned number) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return user_error(fmt::format("cannot read {}: {}", file, buffer.getError().message()));
  auto value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return user_error(fmt::format("{} is not JSON: {}", file, llvm::toString(value.takeError())));
  const llvm::json::Object* root = value->getAsObject();
  if (!root || !root->getArray("bugs") || !root->getString("replay"))
    return user_error(fmt::format("{} is not a run.json of omc check", file));
  auto found = find_bug(*root, file, number);
  if (!found) return found.takeError();
  root = found->run;
  RecordedRun out;
  out.schedule = text_of(*found->bug, "schedule");
  out.other_schedule = text_of(*found->bug, "other_schedule");
  out.loop = text_of(*found->bug, "loop");
  out.selector = text_of(*found->bug, "show");
  out.target = text_of(*root, "replay");
  out.argv0 = text_of(*root, "argv0");
  out.directory = text_of(*root, "directory");
  out.binary = text_of(*root, "binary");
  if (!out.binary.empty()) out.binary = program_beside(file, out.binary);
  if (const llvm::json::Array* arguments = root->getArray("args"))
    for (const llvm::json::Value& argument : *arguments)
      if (auto text = argument.getAsString()) out.arguments.push_back(text->str());
  return out;
}

Words split_words(const std::string& text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 16> words;
  llvm::cl::TokenizeGNUCommandLine(text, saver, words);
  return {words.begin(), words.end()};
}

}  // namespace omc::driver
