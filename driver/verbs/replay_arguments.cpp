// A flag that is not one of omc replay is one of omc check that decides what a schedule means.
#include "verbs/replay_arguments.h"

#include <fmt/format.h>

#include "llvm/ADT/StringRef.h"
#include "run/options.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

constexpr const char* flags =
    "--schedule|--other|--loop|--show|--bug|--build|--gdb|--color|--verbose|--granularity|-s|-v";

// Reads an option of omc check: `--key=value` or `--key value`.
llvm::Error read_runtime_option(const Words& words, size_t& i, std::string& options) {
  auto [flag, value] = StringRef(words[i]).split('=');
  std::string key = flag.ltrim('-').str(), text = value.str();
  const OptionRow* row = find_option(key.c_str());
  if (!row || !row->runtime) {
    std::string hint = nearest_hint(flag.str(), flags);
    return user_error(fmt::format("unknown option {}", flag.str()),
                      hint.empty() ? "omc help replay lists them" : hint);
  }
  if (row->type != OptionType::flag && !StringRef(words[i]).contains('=')) {
    if (i + 1 == words.size()) return user_error(fmt::format("{} needs a value", flag.str()));
    text = words[++i];
  }
  Options checked;
  char error[256];
  if (!set_option(row->key, text.c_str(), checked, error, sizeof error)) return user_error(error);
  options += fmt::format("{}{}={}", options.empty() ? "" : ":", row->key, text);
  return llvm::Error::success();
}

// The field that a flag with a value sets, or null.
std::string* field_of(StringRef flag, ReplayArguments& out, std::string& bug) {
  if (flag == "-s" || flag == "--schedule") return &out.schedule;
  if (flag == "--other") return &out.other;
  if (flag == "--loop") return &out.loop;
  if (flag == "--show") return &out.selector;
  if (flag == "--color") return &out.color;
  if (flag == "--become") return &out.become;
  return flag == "--bug" ? &bug : nullptr;
}

}  // namespace

llvm::Expected<ReplayArguments> read_replay_arguments(const Words& words) {
  ReplayArguments out;
  std::string bug = "1";
  for (size_t i = 0; i < words.size(); i++) {
    auto [flag, value] = StringRef(words[i]).split('=');
    if (std::string* field = field_of(flag, out, bug)) {
      bool is_next = flag.size() == words[i].size();
      if (is_next && i + 1 == words.size())
        return user_error(fmt::format("{} needs a value", flag.str()), "omc help replay shows one");
      *field = is_next ? words[++i] : value.str();
      out.has_schedule |= field == &out.schedule;
    } else if (flag == "-v" || flag == "--verbose") {
      out.verbose = true;
    } else if (flag == "--build") {
      out.build = true;
    } else if (flag == "--gdb") {
      out.gdb = true;
    } else if (flag.starts_with("-") && flag != "--") {
      size_t first = i;
      if (llvm::Error error = read_runtime_option(words, i, out.options)) return error;
      for (; first <= i; first++) out.written += words[first] + ' ';
    } else {
      out.rest.assign(words.begin() + static_cast<long>(i), words.end());
      break;
    }
  }
  if (StringRef(bug).getAsInteger(10, out.bug) || !out.bug)
    return user_error(fmt::format("'{}' is not the number of a bug", bug),
                      "the first bug of a report is --bug 1");
  return out;
}

}  // namespace omc::driver
