// `omc cc COMPILER ARGS…`: the same command with instrumented text in place of each source, and with libomc
// first on the link line. A command with one source is run as it stands with a few flags put before
// the user's, so that the user's win; one with several is taken apart, because each source has its own
// overlay (a header may read differently in each).
#include "cc.h"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include <fmt/format.h>

#include "instrument.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "overlay.h"
#include "user_error.h"
#include "verbs.h"

namespace omc {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;

constexpr const char* own_flags =
    "--omc-print|--omc-keep|--omc-only|--omc-exclude|--omc-off|--omc-granularity|--omc-mode";

void append(Words& to, const Words& what) { to.insert(to.end(), what.begin(), what.end()); }

// Both need nothing special from the compiler yet but hooks, which every program gets.
llvm::Error check_choice(StringRef flag, StringRef value, StringRef known, StringRef planned) {
  llvm::SmallVector<StringRef, 4> words;
  known.split(words, '|');
  if (llvm::is_contained(words, value)) return llvm::Error::success();
  if (value == planned)
    return user_error(fmt::format("{}={} is not available yet", flag.str(), value.str()),
                      fmt::format("choose {}", known.str()));
  return user_error(fmt::format("'{}' is no value for {}", value.str(), flag.str()),
                    fmt::format("choose {}", known.str()));
}

llvm::Error read_own_flag(StringRef word, CcFlags& flags) {
  auto [flag, value] = word.split('=');
  bool has_value = word.contains('=');
  if (word == "--omc-off") return flags.off = true, llvm::Error::success();
  if (word == "--omc-print") return flags.print = true, llvm::Error::success();
  bool takes_value = flag == "--omc-keep" || flag == "--omc-only" || flag == "--omc-exclude" ||
                     flag == "--omc-granularity" || flag == "--omc-mode";
  if (takes_value && (!has_value || value.empty()))
    return user_error(fmt::format("{} needs a value", flag.str()),
                      fmt::format("write {}=…", flag.str()));
  if (flag == "--omc-keep") return flags.keep = value.str(), llvm::Error::success();
  if (flag == "--omc-only") return flags.only.push_back(value.str()), llvm::Error::success();
  if (flag == "--omc-exclude") return flags.exclude.push_back(value.str()), llvm::Error::success();
  if (flag == "--omc-granularity") return check_choice(flag, value, "sync|statement", "access");
  if (flag == "--omc-mode") return check_choice(flag, value, "check", "atomic");
  std::string hint = nearest_hint(flag.str(), own_flags);
  return user_error(fmt::format("unknown option {}", flag.str()),
                    hint.empty() ? fmt::format("there are {}", own_flags) : hint);
}

// Launchers that a build puts before the compiler; a cache can not know about overlays.
bool is_launcher(StringRef command) {
  StringRef name = path::filename(command);
  return name == "ccache" || name == "sccache" || name == "distcc" || name == "icecc";
}

// Only clang knows overlays. Where a build names another compiler, ours of the same language is taken.
llvm::Expected<std::string> resolve_compiler(const std::string& command) {
  std::string found = find_command(command);
  if (found.empty())
    return user_error(fmt::format("compiler {} not found", command),
                      "install it, or name another in OMC_CC and OMC_CXX");
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(found, real) && path::filename(real).contains("clang")) return found;
  if (path::filename(found).contains("clang")) return found;
  std::string ours = path::filename(found).contains("++") ? cxx_compiler() : c_compiler();
  std::string ours_found = find_command(ours);
  if (ours_found.empty())
    return user_error(fmt::format("compiler {} not found", ours),
                      "install clang-19, or name another clang in OMC_CC and OMC_CXX");
  return ours_found;
}

bool is_off(const CcFlags& flags) {
  const char* off = getenv("OMC_OFF");
  return flags.off || (off && *off && StringRef(off) != "0");
}

std::string working_directory() {
  llvm::SmallString<256> directory;
  llvm::sys::fs::current_path(directory);
  return directory.str().str();
}

// What every exploration wants of a compilation, put before the user's flags so that those win.
Words compile_defaults(const CompileLine& line, const Installation& installation) {
  Words flags = {"-idirafter", installation.include, "-fno-omit-frame-pointer"};
  if (!line.says_debug) flags.push_back("-g");
  return flags;
}

// libomc stands before all other libraries, so that its pthread_* are the ones found.
Words link_flags(const Installation& installation) {
  std::string folder(path::parent_path(installation.library));
  return {"-Wl,--push-state,--no-as-needed", installation.library, "-Wl,--pop-state",
          "-Xlinker", "-rpath", "-Xlinker", folder, "-Wl,-z,now"};
}

llvm::Expected<InstrumentResult> instrument_source(const CompileLine& line, size_t which,
                                                   const CcFlags& flags,
                                                   const Installation& installation) {
  InstrumentRequest request;
  request.directory = working_directory();
  request.command = parse_command(line, which);
  request.command.insert(request.command.begin() + 1, {"-idirafter", installation.include});
  request.only = flags.only;
  request.exclude = flags.exclude;
  return instrument(request);
}

// Flags that make the compiler see the source instrumented. A source that can not be instrumented, most
// often because it is wrong, is compiled as it is: the compiler says what there is to say.
llvm::Expected<Words> overlay_flags(const CompileLine& line, size_t which, const CcFlags& flags,
                                    const Installation& installation) {
  auto result = instrument_source(line, which, flags, installation);
  if (!result) {
    llvm::consumeError(result.takeError());
    return Words{};
  }
  if (!flags.keep.empty())
    if (llvm::Error error = keep_texts(result->files, flags.keep)) return error;
  auto overlay = make_overlay(result->files, working_directory(), installation.hooks);
  if (!overlay) return overlay.takeError();
  return overlay->flags;
}

llvm::Expected<int> print_instrumented(const CompileLine& line, const CcFlags& flags,
                                       const Installation& installation) {
  if (line.sources.empty())
    return user_error("--omc-print needs a C or C++ source", "name one that the compiler accepts");
  for (size_t i = 0; i < line.sources.size(); i++) {
    auto result = instrument_source(line, i, flags, installation);
    if (!result) return result.takeError();
    for (const InstrumentedFile& file : result->files)
      if (file.is_main) llvm::outs() << file.text;
  }
  return 0;
}

// Ends as the child did: with its code, or by its signal.
llvm::Expected<int> end_like(int status) {
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return exit_code_of(status);
}

// Compiles source `which` alone: to `object`, or to what the command itself would write when that is empty.
Words one_source_command(const CompileLine& line, size_t which, const std::string& object) {
  const Source& source = line.sources[which];
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = i == source.argument;
    switch (argument.kind) {
      case Argument::other: keep = true; break;
      case Argument::phase:
      case Argument::output: keep = object.empty(); break;
      case Argument::dependency: {
        StringRef word = argument.words[0];
        keep = object.empty() || word == "-MD" || word == "-MMD" || word == "-MP" || word == "-MG";
        break;
      }
      default: break;
    }
    if (keep) append(command, argument.words);
  }
  command.push_back("-Wno-unused-command-line-argument");
  if (object.empty()) return command;
  append(command, {"-c", "-o", object});
  if (!source.depfile.empty()) append(command, {"-MF", source.depfile});
  if (!source.depfile.empty())
    for (const std::string& target : source.dependency_targets) append(command, {"-MT", target});
  return command;
}

// The command without its sources; each is replaced by its object, or left out when there is none.
Words rest_command(const CompileLine& line, const Words& objects) {
  Words command;
  std::string language;
  size_t next = 0;
  for (const Argument& argument : line.arguments) {
    if (argument.words[0] == "-x") language = argument.words.back();
    else if (StringRef(argument.words[0]).starts_with("-x")) language = argument.words[0].substr(2);
    if (argument.kind == Argument::dependency && !objects.empty()) continue;
    if (argument.kind != Argument::source) {
      append(command, argument.words);
      continue;
    }
    if (objects.empty()) continue;
    if (!language.empty()) append(command, {"-x", "none"});
    command.push_back(objects[next++]);
    if (!language.empty()) append(command, {"-x", language});
  }
  command.push_back("-Wno-unused-command-line-argument");
  return command;
}

llvm::Expected<int> compile_apart(const CompileLine& line, const CcFlags& flags,
                                  const Installation& installation) {
  TemporaryFolder folder;
  Words objects;
  int worst = 0;
  for (size_t i = 0; i < line.sources.size(); i++) {
    auto overlay = overlay_flags(line, i, flags, installation);
    if (!overlay) return overlay.takeError();
    if (line.links) objects.push_back(fmt::format("{}/{}.o", folder.path(), i));
    Words command = {line.compiler};
    append(command, *overlay);
    append(command, compile_defaults(line, installation));
    append(command, one_source_command(line, i, line.links ? objects.back() : std::string()));
    auto status = run_command(command);
    if (!status) return status.takeError();
    if (WIFSIGNALED(*status)) worst = *status;
    else if (*status && !worst) worst = *status;
  }
  if (worst || (!line.links && !line.other_inputs_compile)) return end_like(worst);
  Words command = {line.compiler};
  if (line.links) append(command, link_flags(installation));
  append(command, rest_command(line, objects));
  auto status = run_command(command);
  if (!status) return status.takeError();
  return end_like(*status);
}

llvm::Expected<int> compile_whole(const CcRequest& request, const CompileLine& line,
                                  const Installation& installation) {
  Words command = {line.compiler};
  if (line.links) append(command, link_flags(installation));
  if (!line.sources.empty()) {
    auto overlay = overlay_flags(line, 0, request.flags, installation);
    if (!overlay) return overlay.takeError();
    append(command, *overlay);
    append(command, compile_defaults(line, installation));
  }
  append(command, request.arguments);
  return become(command);
}

}  // namespace

llvm::Expected<CcRequest> read_cc_arguments(const Words& words) {
  CcRequest request;
  size_t first = 0;
  while (first + 1 < words.size() && is_launcher(words[first])) first++;
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

llvm::Expected<int> compile(const CcRequest& request) {
  Words plain = {request.compiler};
  append(plain, request.arguments);
  if (is_off(request.flags)) return become(plain);
  auto compiler = resolve_compiler(request.compiler);
  if (!compiler) return compiler.takeError();
  plain[0] = *compiler;
  CompileLine line = read_compile_line(*compiler, request.arguments);
  if (!line.compiles && !line.links && !request.flags.print) return become(plain);
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  if (request.flags.print) return print_instrumented(line, request.flags, *installation);
  if (line.links && line.is_static)
    return user_error("a statically linked program can not be explored",
                      "leave out -static (-static-libstdc++ and -static-libgcc are fine)");
  bool whole = line.sources.empty() || (line.sources.size() == 1 && !line.other_inputs_compile);
  return whole ? compile_whole(request, line, *installation)
               : compile_apart(line, request.flags, *installation);
}

llvm::Expected<int> cc_verb(const Words& words) {
  auto request = read_cc_arguments(words);
  if (!request) return request.takeError();
  return compile(*request);
}

}  // namespace omc
