// CLI11 takes its flags from the option table. Values are read by set_option, which also reads
// OMC_OPTIONS in the runtime, so both mean the same. Everything after the program belongs to it.
#include "verbs/check_arguments.h"

#include <cstdlib>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "render/formats.h"
#include "user_error.h"

extern char** environ;

namespace omc::driver {
namespace {

using llvm::StringRef;

constexpr const char* variables = "OMC_OPTIONS|OMC_CC|OMC_CXX|OMC_OFF|OMC_RUN_FD";
constexpr const char* usage = R"(usage: omc check [OPTIONS] [--] PROG [ARGS…]
       omc check [OPTIONS] FILE.cpp… [-- CFLAGS…] [-- ARGS…]

Explores every interleaving of the threads of a program. Build PROG with omc-cc or omc-c++, or name
C and C++ sources, which omc compiles first.
Exit codes: 0 no bug, 1 bug, 2 error, 3 incomplete, 4 nothing was checked.

)";

std::string help_of(const OptionRow& row) {
  std::string help = row.help;
  if (*row.default_text && row.type != OptionType::flag)
    help += fmt::format(" [{}]", row.default_text);
  return help;
}

std::string flag_names(const OptionRow& row) {
  return row.letter ? fmt::format("-{},--{}", row.letter, row.key) : fmt::format("--{}", row.key);
}

bool is_word_of(StringRef word, StringRef list) {
  llvm::SmallVector<StringRef, 8> words;
  list.split(words, '|');
  return llvm::is_contained(words, word);
}

llvm::Error read_formats(StringRef list, std::vector<std::string>& asked) {
  llvm::SmallVector<StringRef, 8> words;
  list.split(words, ',', -1, false);
  for (StringRef word : words) {
    if (llvm::any_of(formats(), [&](const Format& format) { return word == format.name; })) {
      asked.push_back(word.str());
      continue;
    }
    return user_error(fmt::format("unknown format '{}'", word.str()),
                      "choose from " + format_names());
  }
  return llvm::Error::success();
}

llvm::Error check_kind(StringRef kind) {
  if (is_word_of(kind, bug_kind_list)) return llvm::Error::success();
  std::string hint = nearest_hint(kind.str(), bug_kind_list);
  return user_error(fmt::format("unknown kind of bug '{}'", kind.str()),
                    hint.empty() ? fmt::format("choose from {}", bug_kind_list) : hint);
}

bool is_on(StringRef value) { return value.empty() || is_word_of(value, "1|on|yes|true"); }

// A row of the table that concerns the driver alone.
llvm::Error set_own(StringRef key, const std::string& value, CheckArguments& arguments) {
  if (key == "expect") {
    arguments.expect = value;
    return check_kind(value);
  }
  if (key == "format") {
    if (llvm::Error error = read_formats(value, arguments.formats)) return error;
    if (llvm::is_contained(arguments.formats, "lcov")) arguments.search.values.coverage = true;
    return llvm::Error::success();
  }
  if (key == "allow-vacuous") arguments.allow_vacuous = is_on(value);
  if (key == "weaken") arguments.weaken = is_on(value);
  if (key == "quiet") arguments.quiet = is_on(value);
  if (key == "verbose") arguments.verbose = is_on(value);
  if (key == "output") arguments.output = value;
  if (key == "json") arguments.json = value;
  if (key == "corpus") arguments.corpus = value;
  if (key == "suppressions") arguments.suppressions = value;
  for (auto [name, field] : {std::pair{"color", &arguments.color},
                             {"progress", &arguments.progress},
                             {"second-front", &arguments.second_front}}) {
    if (key != name) continue;
    std::string words = find_option(name)->value;
    if (!is_word_of(value, words))
      return user_error(fmt::format("'{}' is not a value of {}; choose {}", value, name, words));
    *field = value;
  }
  return llvm::Error::success();
}

llvm::Error set(const std::string& key, const std::string& value, CheckArguments& arguments) {
  char error[256];
  if (!set_option(key.c_str(), value.c_str(), arguments.search.values, error, sizeof error))
    return user_error(error);
  const OptionRow* row = find_option(key.c_str());
  if (!row) return llvm::Error::success();  // mode and help, which the driver sets itself
  arguments.search.given.emplace_back(row->key, value);
  return row->runtime ? llvm::Error::success() : set_own(row->key, value, arguments);
}

llvm::Error read_environment_options(CheckArguments& arguments) {
  const char* text = getenv("OMC_OPTIONS");
  if (!text) return llvm::Error::success();
  llvm::SmallVector<StringRef, 8> entries;
  StringRef(text).split(entries, ':', -1, false);
  for (StringRef entry : entries) {
    auto [key, value] = entry.split('=');
    if (llvm::Error error = set(key.str(), value.str(), arguments))
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

// Refuses a kind of bug that the user asks for and that these options never detect: a verdict of
// "no bugs" would be misleading.
llvm::Error check_kinds(const CheckArguments& arguments) {
  if (const char* why = contradiction(arguments.search.values)) return user_error(why);
  bool by_statement = arguments.search.values.granularity == Granularity::statement;
  for (const auto& [key, value] : arguments.search.given) {
    llvm::SmallVector<StringRef, 8> words;
    StringRef(value).split(words, ',');
    if (key == "check" && by_statement && llvm::is_contained(words, "data-race"))
      return user_error("data races are not detected with --granularity statement",
                        "leave out one of the two");
  }
  for (unsigned i = 0; i < static_cast<unsigned>(BugKind::count); i++) {
    auto kind = static_cast<BugKind>(i);
    if (arguments.expect != bug_kind_names[i]) continue;
    if (!arguments.search.values.checks_for(kind))
      return user_error(
          fmt::format("--expect {0} cannot be met without --check {0}", arguments.expect));
    if (by_statement && kind == BugKind::data_race)
      return user_error("--expect data-race cannot be met with --granularity statement");
  }
  return llvm::Error::success();
}

// What makes sense with weak memory alone.
llvm::Error check_memory_model(const CheckArguments& arguments) {
  const Options& options = arguments.search.values;
  if (options.memory_model == MemoryModel::c11) return llvm::Error::success();
  const char* flag = arguments.weaken                  ? "--weaken"
                     : options.max_stale != UINT64_MAX ? "--max-stale"
                                                       : nullptr;
  if (!flag) return llvm::Error::success();
  return user_error(fmt::format("{} is about weak memory, and this search has none", flag),
                    "add --memory-model c11");
}

}  // namespace

llvm::StringRef check_usage() { return usage; }

llvm::Error check_environment() {
  for (char** entry = environ; *entry; entry++) {
    std::string name = StringRef(*entry).split('=').first.str();
    if (!StringRef(name).starts_with("OMC_")) continue;
    if (is_word_of(name, variables)) continue;
    // Of libraries that are no part of a check.
    if (name == "OMC_BUDDY_LIBRARY" || name == "OMC_ATOMIC_SLICE") continue;
    std::string hint = nearest_hint(name, variables);
    return user_error(
        fmt::format("unknown environment variable {}", name),
        hint.empty() ? "unset it; omc knows OMC_OPTIONS, OMC_CC, OMC_CXX and OMC_OFF" : hint);
  }
  return llvm::Error::success();
}

llvm::Expected<CheckArguments> read_check_arguments(const Words& words) {
  CheckArguments arguments;
  if (llvm::Error error = read_environment_options(arguments)) return error;
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
    arguments.help = true;
    std::string options = app.help();
    arguments.help_text =
        usage + options.substr(std::min(options.find("Options:"), options.size()));
    return arguments;
  } catch (const CLI::ParseError& error) {
    return user_error(error.what(), "omc check --help lists the options");
  }
  for (const auto& [key, value] : flags)
    if (llvm::Error error = set(key, value, arguments)) return error;
  if (llvm::Error error = check_kinds(arguments)) return error;
  if (llvm::Error error = check_memory_model(arguments)) return error;
  Words rest = app.remaining();
  for (const std::string& word : rest) {
    if (!StringRef(word).starts_with("-") || word == "-" || word == "--") break;
    return unknown_option(word);
  }
  auto target = read_target(rest);
  if (!target) return target.takeError();
  arguments.target = std::move(*target);
  return arguments;
}

}  // namespace omc::driver
