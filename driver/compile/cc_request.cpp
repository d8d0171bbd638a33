// Reads the command line of the compiler wrapper: takes out omc's own flags and the launchers that
// a build puts before the compiler.
#include <fmt/format.h>

#include "compile/cc.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;

constexpr const char* own_flags =
    "--omc-print|--omc-keep|--omc-only|--omc-exclude|--omc-off|--omc-naive|--omc-granularity|"
    "--omc-mode";

// The granularity is one of omc check: every program gets hooks, which is all that it needs.
llvm::Error check_choice(StringRef flag, StringRef value, StringRef known, StringRef planned) {
  llvm::SmallVector<StringRef, 4> words;
  known.split(words, '|');
  if (llvm::is_contained(words, value)) return llvm::Error::success();
  if (value == planned)
    return user_error(fmt::format("{}={} is not available yet", flag.str(), value.str()),
                      fmt::format("choose {}", known.str()));
  return user_error(fmt::format("'{}' is not a value of {}", value.str(), flag.str()),
                    fmt::format("choose {}", known.str()));
}

llvm::Error read_mode(StringRef word, Mode& mode) {
  auto found = mode_named(word);
  if (!found)
    return user_error(fmt::format("'{}' is not a value of --omc-mode", word.str()),
                      "choose check|atomic|hook");
  mode = *found;
  return llvm::Error::success();
}

llvm::Error read_own_flag(StringRef word, CcFlags& flags) {
  auto [flag, value] = word.split('=');
  bool has_value = word.contains('=');
  if (word == "--omc-off") return flags.off = true, llvm::Error::success();
  if (word == "--omc-print") return flags.print = true, llvm::Error::success();
  if (word == "--omc-naive") return flags.naive = true, llvm::Error::success();
  bool takes_value = flag == "--omc-keep" || flag == "--omc-only" || flag == "--omc-exclude" ||
                     flag == "--omc-granularity" || flag == "--omc-mode";
  if (takes_value && (!has_value || value.empty()))
    return user_error(fmt::format("{} needs a value", flag.str()),
                      fmt::format("write {}=…", flag.str()));
  if (flag == "--omc-keep") return flags.keep = value.str(), llvm::Error::success();
  if (flag == "--omc-only") return flags.only.push_back(value.str()), llvm::Error::success();
  if (flag == "--omc-exclude") return flags.exclude.push_back(value.str()), llvm::Error::success();
  if (flag == "--omc-granularity") return check_choice(flag, value, "sync|statement", "access");
  if (flag == "--omc-mode") return read_mode(value, flags.mode);
  std::string hint = nearest_hint(flag.str(), own_flags);
  return user_error(fmt::format("unknown option {}", flag.str()),
                    hint.empty() ? fmt::format("choose from {}", own_flags) : hint);
}

// Launchers are skipped: a compiler cache does not know about overlays.
bool is_launcher(StringRef command) {
  StringRef name = path::filename(command);
  return name == "ccache" || name == "sccache" || name == "distcc" || name == "icecc";
}

// The index of the compiler behind launchers, `env A=1` and `cmake -E env A=1`, whose variables are
// set.
size_t behind_launchers(const Words& words) {
  size_t i = 0;
  while (i + 1 < words.size()) {
    StringRef name = path::filename(words[i]);
    bool by_cmake =
        name == "cmake" && i + 3 < words.size() && words[i + 1] == "-E" && words[i + 2] == "env";
    if (name != "env" && !by_cmake && !is_launcher(words[i])) break;
    i += by_cmake ? 3 : 1;
    if (is_launcher(name)) continue;
    for (; i + 1 < words.size() && StringRef(words[i]).contains('=') &&
           !StringRef(words[i]).starts_with("-");
         i++) {
      auto [variable, value] = StringRef(words[i]).split('=');
      setenv(variable.str().c_str(), value.str().c_str(), 1);
    }
    if (i < words.size() && words[i] == "--") i++;
  }
  return i;
}

}  // namespace

llvm::Expected<CcRequest> read_cc_arguments(const Words& words) {
  CcRequest request;
  size_t first = behind_launchers(words);
  if (first >= words.size() || StringRef(words[first]).starts_with("-"))
    return user_error("omc cc needs a compiler", "for example: omc cc clang++-19 -c foo.cpp");
  for (size_t i = first + 1; i < words.size(); i++) {
    if (!StringRef(words[i]).starts_with("--omc-")) {
      request.arguments.push_back(words[i]);
      continue;
    }
    if (llvm::Error error = read_own_flag(words[i], request.flags)) return error;
  }
  request.compiler = words[first];
  return request;
}

}  // namespace omc::driver
