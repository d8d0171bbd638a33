// Flags come from the option table, by CLI11; values are read by the same function that reads
// OMC_OPTIONS in the runtime, so both mean the same. Everything after the program belongs to the
// program.
#include "launch/settings.h"

#include <cstdlib>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

extern char** environ;

namespace omc {
namespace {

using llvm::StringRef;

constexpr const char* variables = "OMC_OPTIONS|OMC_CC|OMC_CXX|OMC_OFF|OMC_RUN_FD";
constexpr const char* usage = R"(usage: omc check [OPTIONS] [--] PROG [ARGS…]
       omc check [OPTIONS] FILE.cpp… [-- CFLAGS…] [-- ARGS…]

Explores every interleaving of the threads of a program that omc-cc or omc-c++ built, or of C and C++
sources, which are compiled first. Exit codes: 0 no bug, 1 bug, 2 error, 3 incomplete, 4 nothing to check.

)";
constexpr const char* kinds = "deadlock|data-race|order-race|assert|crash|memory|livelock|misuse";

std::string help_of(const OptionRow& row) {
  std::string help = row.help;
  if (*row.default_text && row.type != OptionType::flag)
    help += fmt::format(" [{}]", row.default_text);
  return help;
}

std::string flag_names(const OptionRow& row) {
  return row.letter ? fmt::format("-{},--{}", row.letter, row.key) : fmt::format("--{}", row.key);
}

llvm::Error wrong_value(const std::string& message) { return user_error(message); }

// `text`, `json`: what there is to choose from now.
llvm::Error check_formats(StringRef list) {
  llvm::SmallVector<StringRef, 8> words;
  list.split(words, ',', -1, false);
  for (StringRef word : words) {
    if (word == "text" || word == "json") continue;
    if (StringRef("html sarif perfetto dot lcov").contains(word))
      return user_error(fmt::format("the format {} is not available yet", word.str()),
                        "choose from text,json");
    return user_error(fmt::format("there is no format '{}'", word.str()), "choose from text,json");
  }
  return llvm::Error::success();
}

bool is_word_of(StringRef word, StringRef list) {
  llvm::SmallVector<StringRef, 8> words;
  list.split(words, '|');
  return llvm::is_contained(words, word);
}

llvm::Error check_kind(StringRef kind) {
  if (is_word_of(kind, kinds)) return llvm::Error::success();
  std::string hint = nearest_hint(kind.str(), kinds);
  return user_error(fmt::format("there is no kind of bug called '{}'", kind.str()),
                    hint.empty() ? fmt::format("choose from {}", kinds) : hint);
}

bool is_on(StringRef value) { return value.empty() || is_word_of(value, "1|on|yes|true"); }

// A row that the driver alone cares for.
llvm::Error set_own(StringRef key, const std::string& value, Settings& settings) {
  if (key == "expect") {
    settings.expect = value;
    return check_kind(value);
  }
  if (key == "format") return check_formats(value);
  if (key == "allow-vacuous") settings.allow_vacuous = is_on(value);
  if (key == "quiet") settings.quiet = is_on(value);
  if (key == "verbose") settings.verbose = is_on(value);
  if (key == "output") settings.output = value;
  if (key == "json") settings.json = value;
  if (key == "suppressions") settings.suppressions = value;
  for (auto [name, field] :
       {std::pair{"color", &settings.color}, {"progress", &settings.progress}}) {
    if (key != name) continue;
    std::string words = find_option(name)->value;
    if (!is_word_of(value, words))
      return wrong_value(fmt::format("'{}' is no value for {}; choose {}", value, name, words));
    *field = value;
  }
  return llvm::Error::success();
}

llvm::Error set(const std::string& key, const std::string& value, Settings& settings) {
  char error[256];
  if (!set_option(key.c_str(), value.c_str(), settings.options, error, sizeof error))
    return wrong_value(error);
  const OptionRow* row = find_option(key.c_str());
  if (!row) return llvm::Error::success();  // mode and help, which the driver sets itself
  settings.given.emplace_back(row->key, value);
  return row->runtime ? llvm::Error::success() : set_own(row->key, value, settings);
}

llvm::Error read_environment_options(Settings& settings) {
  const char* text = getenv("OMC_OPTIONS");
  if (!text) return llvm::Error::success();
  llvm::SmallVector<StringRef, 8> entries;
  StringRef(text).split(entries, ':', -1, false);
  for (StringRef entry : entries) {
    auto [key, value] = entry.split('=');
    if (llvm::Error error = set(key.str(), value.str(), settings))
      return user_error("OMC_OPTIONS: " + llvm::toString(std::move(error)));
  }
  return llvm::Error::success();
}

llvm::Error unknown_option(StringRef word) {
  std::string flag = word.split('=').first.str();
  std::string key = StringRef(flag).ltrim('-').str();
  std::string hint = key.size() > 1 ? nearest_hint(key, nullptr, "--") : std::string();
  return user_error(fmt::format("unknown option {}", flag),
                    hint.empty() ? "omc check --help lists them" : hint);
}

// What is asked for by name and would never be looked for: the answer would read as if it had been.
llvm::Error check_kinds(const Settings& settings) {
  bool by_statement = settings.options.granularity == Granularity::statement;
  for (const auto& [key, value] : settings.given) {
    llvm::SmallVector<StringRef, 8> words;
    StringRef(value).split(words, ',');
    if (key == "check" && by_statement && llvm::is_contained(words, "data-race"))
      return user_error("data races are not looked for with --granularity statement",
                        "leave out one of the two");
  }
  for (unsigned i = 0; i < static_cast<unsigned>(BugKind::count); i++) {
    auto kind = static_cast<BugKind>(i);
    if (settings.expect != bug_kind_names[i]) continue;
    if (!settings.options.checks_for(kind))
      return user_error(
          fmt::format("--expect {0} is never met without --check {0}", settings.expect));
    if (by_statement && kind == BugKind::data_race)
      return user_error("--expect data-race is never met with --granularity statement");
  }
  return llvm::Error::success();
}

}  // namespace

std::string Settings::runtime_options() const {
  std::string out;
  for (const auto& [key, value] : given)
    if (find_option(key.c_str())->runtime)
      out += fmt::format("{}{}={}", out.empty() ? "" : ":", key, value);
  return out;
}

bool is_source(const std::string& file) {
  StringRef extension = llvm::sys::path::extension(file);
  for (StringRef known : {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP"})
    if (extension == known) return true;
  return false;
}

llvm::Expected<Target> read_target(Words words) {
  Target target;
  if (!words.empty() && words[0] == "--") words.erase(words.begin());
  if (words.empty())
    return user_error("no program to check", "for example: omc check ./prog, or omc check foo.cpp");
  if (!is_source(words[0])) {
    target.program = words[0];
    target.arguments.assign(words.begin() + 1, words.end());
    return target;
  }
  size_t i = 0;
  for (; i < words.size() && words[i] != "--"; i++) {
    if (!is_source(words[i]))
      return user_error(fmt::format("'{}' stands among the sources but is none", words[i]),
                        "options go before the sources; compiler flags go after --, and the "
                        "program's arguments after a second --");
    target.sources.push_back(words[i]);
  }
  for (i++; i < words.size() && words[i] != "--"; i++) target.compiler_flags.push_back(words[i]);
  for (i++; i < words.size(); i++) target.arguments.push_back(words[i]);
  return target;
}

llvm::Error check_environment() {
  for (char** entry = environ; *entry; entry++) {
    std::string name = StringRef(*entry).split('=').first.str();
    if (!StringRef(name).starts_with("OMC_")) continue;
    if (is_word_of(name, variables)) continue;
    std::string hint = nearest_hint(name, variables);
    return user_error(
        fmt::format("unknown environment variable {}", name),
        hint.empty() ? "unset it; omc knows OMC_OPTIONS, OMC_CC, OMC_CXX and OMC_OFF" : hint);
  }
  return llvm::Error::success();
}

llvm::Expected<Settings> read_check_arguments(const Words& words) {
  Settings settings;
  if (llvm::Error error = read_environment_options(settings)) return error;
  CLI::App app;
  app.get_formatter()->column_width(36);
  app.prefix_command();
  std::vector<std::pair<std::string, std::string>> flags;
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    std::string key = row.key;
    if (row.type == OptionType::flag)
      app.add_flag_callback(
          flag_names(row), [&flags, key] { flags.emplace_back(key, "1"); }, help_of(row));
    else
      app.add_option_function<std::string>(
             flag_names(row),
             [&flags, key](const std::string& value) { flags.emplace_back(key, value); },
             help_of(row))
          ->type_name(row.value)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    settings.help = true;
    std::string options = app.help();
    settings.help_text = usage + options.substr(std::min(options.find("Options:"), options.size()));
    return settings;
  } catch (const CLI::ParseError& error) {
    return user_error(error.what(), "omc check --help lists the options");
  }
  for (const auto& [key, value] : flags)
    if (llvm::Error error = set(key, value, settings)) return error;
  if (llvm::Error error = check_kinds(settings)) return error;
  Words rest = app.remaining();
  for (const std::string& word : rest) {
    if (!StringRef(word).starts_with("-") || word == "-" || word == "--") break;
    return unknown_option(word);
  }
  auto target = read_target(rest);
  if (!target) return target.takeError();
  settings.target = std::move(*target);
  return settings;
}

}  // namespace omc
