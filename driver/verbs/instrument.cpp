// `omc instrument`: a project's sources with hooks, as a tree of copies that can be read, kept and
// built. It selects the sources, instruments each, merges the texts of shared headers, and writes
// what changed. A source that cannot be instrumented is reported, and the others are done.
#include <unistd.h>

#include <regex>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compile/flags.h"
#include "compile/instrumenter.h"
#include "debuginfo/object_note.h"
#include "launch/installation.h"
#include "launch/terminal.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "project/copies.h"
#include "project/database.h"
#include "project/entries.h"
#include "project/manifest.h"
#include "user_error.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace json = llvm::json;

struct BatchSettings {
  std::string database, output = "omc-instrumented", progress = "auto";
  std::vector<std::string> patterns;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool quiet = false;
};

llvm::Expected<BatchSettings> read_arguments(const Words& words) {
  BatchSettings settings;
  CLI::App app;
  app.set_help_flag();
  app.add_option("-p", settings.database);
  app.add_option("-o,--output", settings.output);
  app.add_option("-j,--jobs", settings.jobs)->check(CLI::Range(1u, 1024u));
  app.add_flag("-q,--quiet", settings.quiet);
  app.add_option("--progress", settings.progress)
      ->check(CLI::IsMember({"auto", "bar", "plain", "none"}));
  app.add_option("patterns", settings.patterns);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return user_error(error.what(), "omc help instrument lists the options");
  }
  llvm::SmallString<256> output(settings.output);
  fs::make_absolute(output);
  path::remove_dots(output, /*remove_dot_dot=*/true);
  settings.output = output.str().str();
  return settings;
}

// The entries whose file matches one of the patterns anywhere in its path.
llvm::Expected<std::vector<DatabaseEntry>> select(const Database& database,
                                                  const std::vector<std::string>& patterns) {
  std::vector<std::regex> expressions;
  for (const std::string& pattern : patterns) try {
      expressions.emplace_back(pattern);
    } catch (const std::regex_error& error) {
      return user_error(fmt::format("'{}' is not a regular expression: {}", pattern, error.what()),
                        "for example: 'src/.*'");
    }
  std::vector<DatabaseEntry> selected;
  for (const DatabaseEntry& entry : database.entries) {
    bool matches = expressions.empty();
    for (const std::regex& expression : expressions)
      matches = matches || std::regex_search(entry.file, expression);
    if (matches) selected.push_back(entry);
  }
  if (selected.empty())
    return user_error(
        fmt::format("none of the {} files in {} matches", database.entries.size(), database.path),
        fmt::format("the first is {}", database.entries[0].file));
  return selected;
}

ManifestSource record_of(const DatabaseEntry& entry, const EntryResult& done, Digests& digests) {
  if (done.current) return *done.current;
  ObjectNote note = note_of(entry.file, done.result, false);
  ManifestSource source{
      entry.file, entry.directory, entry.command, note.hooks, note.needless, note.left_alone, {}};
  for (const source::ReadFile& read : done.result.read)
    source.inputs.push_back({read.path, digests.of(read.path), read.left});
  return source;
}

std::string common_folder(StringRef one, StringRef other) {
  while (!one.empty() && one != "/") {
    if (other == one || (other.starts_with(one) && other[one.size()] == '/')) return one.str();
    one = path::parent_path(one);
  }
  return "/";
}

// The folder whose tree is copied. It holds all sources of the database, the headers that they
// include, and the folders that they are built in.
std::string root_of(const Database& database, const std::vector<ManifestSource>& records) {
  std::string root = database.entries[0].directory;
  for (const DatabaseEntry& entry : database.entries) {
    root = common_folder(root, entry.directory);
    root = common_folder(root, path::parent_path(entry.file));
  }
  for (const ManifestSource& record : records)
    for (const ManifestInput& input : record.inputs)
      root = common_folder(root, path::parent_path(input.path));
  return root;
}

// One run of the verb.
struct Batch {
  BatchSettings settings;
  Installation installation;
  Database database;
  std::vector<DatabaseEntry> entries;
  std::vector<EntryResult> results;
  Manifest earlier, now;
  Digests digests;
  Copies copies;

  std::string translate(const std::string& file) const {
    StringRef rest = file;
    if (now.root != "/" && !rest.consume_front(now.root)) return file;
    if (!rest.empty() && rest[0] != '/') return file;
    return settings.output + rest.str();
  }
  std::string shown(StringRef file) const {
    std::string root = now.root == "/" ? "/" : now.root + "/";
    file.consume_front(root);
    return file.str();
  }
  std::string manifest_file() const { return settings.output + "/.omc/manifest.json"; }
  std::string prologue_of(const std::string& file) const {
    return settings.output + "/.omc/" + shown(file) + ".h";
  }
};

void instrument_batch(Batch& batch) {
  batch.results.resize(batch.entries.size());
  for (size_t i = 0; i < batch.entries.size(); i++)
    batch.results[i].current = find_current(batch.earlier, batch.entries[i], batch.digests);
  ProgressKind progress = progress_kind(batch.settings.progress, batch.settings.quiet);
  instrument_entries(batch.entries, batch.settings.jobs, progress, batch.installation,
                     batch.results);
}

std::vector<ManifestSource> good_records(Batch& batch) {
  std::vector<ManifestSource> records;
  for (size_t i = 0; i < batch.entries.size(); i++)
    if (batch.results[i].failure.empty())
      records.push_back(record_of(batch.entries[i], batch.results[i], batch.digests));
  return records;
}

void merge_copies(Batch& batch) {
  std::map<std::string, uint64_t> before;
  for (const ManifestSource& source : batch.earlier.sources)
    for (const ManifestInput& input : source.inputs) before[input.path] = input.digest;
  for (const ManifestSource& source : batch.now.sources)
    for (const ManifestInput& input : source.inputs) {
      if (batch.copies.has(input.path)) continue;
      std::string original = read_file(input.path).value_or("");
      auto found = before.find(input.path);
      bool same = found != before.end() && found->second == input.digest;
      auto copy = same ? read_file(batch.translate(input.path)) : std::nullopt;
      batch.copies.start(input.path, original, copy.value_or(original));
    }
  for (const EntryResult& done : batch.results) batch.copies.add(done.result);
  for (ManifestSource& source : batch.now.sources)
    for (ManifestInput& input : source.inputs) {
      for (const std::string& path : batch.copies.conflicts())
        if (path == input.path) input.left = true;
      if (input.left) batch.copies.leave(input.path);
    }
}

llvm::Error write_tree(const Batch& batch) {
  for (const std::string& file : batch.copies.paths())
    if (llvm::Error error = write_if_changed(batch.translate(file), batch.copies.text(file)))
      return error;
  auto hooks = read_file(batch.installation.hooks);
  if (!hooks) return user_error(fmt::format("cannot read {}", batch.installation.hooks));
  for (const ManifestSource& source : batch.now.sources) {
    ObjectNote note{source.file, true, false, source.hooks, source.left_alone, source.needless, {}};
    std::string prologue = *hooks + note_in_source(note);
    if (llvm::Error error = write_if_changed(batch.prologue_of(source.file), prologue))
      return error;
  }
  return llvm::Error::success();
}

// The copies' own database: the same commands, with the copies in place of the files.
llvm::Error write_database(const Batch& batch) {
  json::Array commands;
  for (size_t i = 0; i < batch.entries.size(); i++) {
    if (!batch.results[i].failure.empty()) continue;
    const DatabaseEntry& entry = batch.entries[i];
    auto translate = [&](const std::string& file) { return batch.translate(file); };
    Words command = translate_command(entry, translate);
    Words flags = {"-include",
                   batch.prologue_of(entry.file),
                   "-idirafter",
                   batch.installation.include,
                   "-g",
                   "-fno-omit-frame-pointer",
                   "-Wno-unknown-warning-option",
                   "-Qunused-arguments"};
    Words accesses = access_flags(find_command(command[0]), batch.installation);
    flags.insert(flags.end(), accesses.begin(), accesses.end());
    command.insert(command.begin() + 1, flags.begin(), flags.end());
    std::string directory = batch.translate(entry.directory);
    json::Object object{{"directory", directory},
                        {"file", batch.translate(entry.file)},
                        {"arguments", json::Array(command)}};
    std::string output = output_of(entry);
    fs::create_directories(directory);
    if (!output.empty()) {
      object["output"] = batch.translate(output);
      fs::create_directories(path::parent_path(batch.translate(output)));
    }
    commands.push_back(std::move(object));
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}\n", json::Value(std::move(commands)));
  return write_if_changed(batch.settings.output + "/compile_commands.json", text);
}

std::string listed(const std::set<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

int report_batch(const Batch& batch) {
  std::set<std::string> all, failed, fresh, other_languages, conflicts;
  for (size_t i = 0; i < batch.entries.size(); i++) {
    std::string name = batch.shown(batch.entries[i].file);
    all.insert(name);
    const EntryResult& done = batch.results[i];
    if (!done.failure.empty()) {
      failed.insert(name);
      llvm::errs() << fmt::format("omc: error: {}\n", done.failure);
    }
    if (!done.current) fresh.insert(name);
  }
  for (const std::string& file : batch.database.other_languages)
    other_languages.insert(batch.shown(file));
  for (const std::string& file : batch.copies.conflicts()) conflicts.insert(batch.shown(file));
  if (batch.settings.quiet) return failed.empty() ? exit_ok : exit_bug;
  if (!batch.database.dropped.empty())
    llvm::errs() << fmt::format("omc: note: flags that clang does not know are ignored: {}\n",
                                listed(batch.database.dropped));
  if (!other_languages.empty())
    llvm::errs() << fmt::format("omc: note: not C or C++: {}\n", listed(other_languages));
  if (!conflicts.empty())
    llvm::errs() << fmt::format(
        "omc: note: without hooks, because two sources read them differently: {}\n",
        listed(conflicts));
  size_t up_to_date = all.size() - fresh.size();
  llvm::outs() << fmt::format(
      "instrumented {} of {} files{}{}\n", all.size() - failed.size(), all.size(),
      up_to_date ? fmt::format(" ({} up to date)", up_to_date) : "",
      failed.empty() ? "" : fmt::format("; {} failed: {}", failed.size(), listed(failed)));
  return failed.empty() ? exit_ok : exit_bug;
}

llvm::Expected<Batch> prepare_batch(const Words& words) {
  Batch batch;
  auto settings = read_arguments(words);
  if (!settings) return settings.takeError();
  batch.settings = *settings;
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  batch.installation = *installation;
  auto database = read_database(settings->database);
  if (!database) return database.takeError();
  batch.database = *database;
  auto entries = select(*database, settings->patterns);
  if (!entries) return entries.takeError();
  batch.entries = *entries;
  return batch;
}

// Another build of omc may instrument differently, so its results are not up to date.
std::string identity(const Installation& installation) {
  fs::file_status status;
  fs::status(installation.executable, status);
  return fmt::format("{} {} {}", version_line(), status.getSize(),
                     status.getLastModificationTime().time_since_epoch().count());
}

}  // namespace

llvm::Expected<int> instrument_verb(const Words& words) {
  auto prepared = prepare_batch(words);
  if (!prepared) return prepared.takeError();
  Batch& batch = *prepared;
  batch.earlier = read_manifest(batch.manifest_file(), identity(batch.installation));
  instrument_batch(batch);
  batch.now = {batch.earlier.omc, {}, good_records(batch)};
  batch.now.root = root_of(batch.database, batch.now.sources);
  if (!batch.earlier.root.empty() && batch.now.root != batch.earlier.root) {
    batch.earlier = {batch.earlier.omc, {}, {}};  // every copy moves
    batch.results.clear();
    instrument_batch(batch);
    batch.now.sources = good_records(batch);
  }
  merge_copies(batch);
  if (llvm::Error error = write_tree(batch)) return error;
  if (llvm::Error error = write_database(batch)) return error;
  if (llvm::Error error = write_manifest(batch.manifest_file(), batch.now)) return error;
  return report_batch(batch);
}

}  // namespace omc::driver
