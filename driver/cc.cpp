// `omc cc COMPILER ARGS…`: the same command with instrumented text in place of each source, and
// with libomc first on the link line. A command with one source is run as it stands with a few
// flags put before the user's, so that the user's win; one with several is taken apart, because
// each source has its own overlay (a header may read differently in each). Where the instrumented
// source does not compile, the plain one is compiled: omc never breaks a build.
#include "cc.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "instrument.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "note.h"
#include "overlay.h"
#include "user_error.h"
#include "verbs.h"

namespace omc {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;

void append(Words& to, const Words& what) { to.insert(to.end(), what.begin(), what.end()); }

Words joined(Words first, const Words& second, const Words& third) {
  append(first, second);
  append(first, third);
  return first;
}

bool is_off(const CcFlags& flags) {
  const char* off = getenv("OMC_OFF");
  return flags.off || (off && *off && StringRef(off) != "0");
}

// Sanitizers whose runtime wants the program's memory and threads for itself.
const char* unfit_sanitizer(const Words& arguments) {
  for (StringRef word : arguments) {
    if (!word.consume_front("-fsanitize=")) continue;
    llvm::SmallVector<StringRef, 8> kinds;
    word.split(kinds, ',');
    for (const char* kind : {"address", "thread", "memory", "hwaddress", "leak", "dataflow", "fuzzer"})
      for (StringRef given : kinds)
        if (given == kind || given == "kernel-address") return word.data() - strlen("-fsanitize=");
  }
  return nullptr;
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

// The compiler's own instrumentation of accesses and atomics, which libomc answers. It goes to the compiler proper, so
// that the driver links no library for it. A read before a write to the same place counts by itself.
Words access_flags() {
  return {"-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0",
          "-mllvm",  "-tsan-instrument-read-before-write=1"};
}

// Has each function compiled once with all of that and once without.
Words version_flags(const Installation& installation) {
  return {"-fpass-plugin=" + installation.versions};
}

// libomc stands before all other libraries, so that its pthread_* are the ones found.
Words link_flags(const Installation& installation) {
  std::string folder(path::parent_path(installation.library));
  return {"-Wl,--push-state,--no-as-needed",
          installation.library,
          "-Wl,--pop-state",
          "-Xlinker",
          "-rpath",
          "-Xlinker",
          folder,
          "-Wl,-z,now"};
}

llvm::Expected<InstrumentResult> instrument_source(const CompileLine& line, size_t which,
                                                   const CcFlags& flags,
                                                   const Installation& installation) {
  InstrumentRequest request;
  request.directory = working_directory();
  request.command = parse_command(line, which);
  request.command.insert(request.command.begin() + 1,
                         {"-idirafter", installation.include, "-Xclang", "-fsanitize=thread"});
  request.only = flags.only;
  request.exclude = flags.exclude;
  return instrument(request);
}

// Flags that make the compiler see the source instrumented, or only say in the object that it is
// not: a source that can not be instrumented, most often because it is wrong, is compiled as it is,
// and the compiler says what there is to say.
struct Flags {
  Words instrumented;  // empty when that can not be
  Words plain;
};

llvm::Expected<Flags> overlay_flags(const CompileLine& line, size_t which, const CcFlags& flags,
                                    const Installation& installation) {
  std::string directory = working_directory();
  const std::string& source = line.sources[which].file;
  auto plain = make_overlay({}, directory, plain_note(source));
  if (!plain) return plain.takeError();
  auto result = instrument_source(line, which, flags, installation);
  if (!result) {
    llvm::consumeError(result.takeError());
    return Flags{{}, *plain};
  }
  if (!flags.keep.empty())
    if (llvm::Error error = keep_texts(result->files, flags.keep)) return error;
  auto hooks = llvm::MemoryBuffer::getFile(installation.hooks);
  if (!hooks) return user_error(fmt::format("can not read {}", installation.hooks));
  bool has_versions = takes_versions(line.compiler);
  auto overlay =
      make_overlay(result->files, directory,
                   (*hooks)->getBuffer().str() + instrumented_note(source, *result, has_versions));
  if (!overlay) return overlay.takeError();
  append(*overlay, access_flags());
  if (has_versions) append(*overlay, version_flags(installation));
  return Flags{*overlay, *plain};
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

// The ways to run one compilation.
struct Attempt {
  Words instrumented;  // empty when there is no such way
  Words plain;         // does the same with the source as it is
  Words diagnostics;   // only says what there is to say about the source as it is
};

bool is_interrupt(int status) {
  return WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
}

// Compiles instrumented, in silence. Messages about inserted text would be no use to its author, so
// when there are any, the plain compiler says them; and when it fails, the plain compiler has the
// last word.
llvm::Expected<int> run_attempt(const Attempt& attempt) {
  if (attempt.instrumented.empty()) return run_command(attempt.plain);
  int said = memfd_create("omc-stderr", MFD_CLOEXEC);
  if (said < 0) return user_error(fmt::format("can not make a memory file: {}", strerror(errno)));
  auto status = run_command(attempt.instrumented, said);
  bool silent = lseek(said, 0, SEEK_END) == 0;
  close(said);
  if (!status || is_interrupt(*status)) return status;
  if (*status) return run_command(attempt.plain);
  if (silent) return status;
  return run_command(attempt.diagnostics);
}

// The arguments that compile source `which` alone: to `object`, or to what the command itself would
// write when that is empty.
Words one_source_arguments(const CompileLine& line, size_t which, const std::string& object) {
  const Source& source = line.sources[which];
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = i == source.argument;
    switch (argument.kind) {
      case Argument::other:
        keep = true;
        break;
      case Argument::phase:
      case Argument::output:
        keep = object.empty();
        break;
      case Argument::dependency: {
        StringRef word = argument.words[0];
        keep = object.empty() || word == "-MD" || word == "-MMD" || word == "-MP" || word == "-MG";
        break;
      }
      default:
        break;
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

// The arguments that compile source `which` as it is to nowhere, with every message that this has.
Words diagnostics_arguments(const CompileLine& line, size_t which) {
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = argument.kind == Argument::other || i == line.sources[which].argument ||
                (argument.kind == Argument::link && !line.links);
    if (keep) append(command, argument.words);
  }
  append(command, {"-c", "-o", "/dev/null"});
  return command;
}

// The command without its sources; each is replaced by its object, or left out when there is none.
Words rest_command(const CompileLine& line, const Words& objects) {
  Words command;
  std::string language;
  size_t next = 0;
  for (const Argument& argument : line.arguments) {
    if (argument.words[0] == "-x")
      language = argument.words.back();
    else if (StringRef(argument.words[0]).starts_with("-x"))
      language = argument.words[0].substr(2);
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
    Words arguments = compile_defaults(line, installation);
    append(arguments, one_source_arguments(line, i, line.links ? objects.back() : std::string()));
    Attempt attempt = {{},
                       joined({line.compiler}, overlay->plain, arguments),
                       joined({line.compiler}, compile_defaults(line, installation),
                              diagnostics_arguments(line, i))};
    if (!overlay->instrumented.empty())
      attempt.instrumented = joined({line.compiler}, overlay->instrumented, arguments);
    auto status = run_attempt(attempt);
    if (!status) return status.takeError();
    if (*status && !worst) worst = *status;
    if (is_interrupt(*status)) return end_like(*status);
  }
  if (worst || (!line.links && !line.other_inputs_compile)) return end_like(worst);
  Words link = line.links ? link_flags(installation) : Words{};
  auto status = run_command(joined({line.compiler}, link, rest_command(line, objects)));
  if (!status) return status.takeError();
  return end_like(*status);
}

llvm::Expected<int> compile_whole(const CcRequest& request, const CompileLine& line,
                                  const Installation& installation) {
  Words before = {line.compiler};
  if (line.links) append(before, link_flags(installation));
  if (line.sources.empty()) return become(joined(before, {}, request.arguments));
  auto overlay = overlay_flags(line, 0, request.flags, installation);
  if (!overlay) return overlay.takeError();
  append(before, compile_defaults(line, installation));
  Attempt attempt = {{},
                     joined(before, overlay->plain, request.arguments),
                     joined({line.compiler}, compile_defaults(line, installation),
                            diagnostics_arguments(line, 0))};
  if (!overlay->instrumented.empty())
    attempt.instrumented = joined(before, overlay->instrumented, request.arguments);
  auto status = run_attempt(attempt);
  if (!status) return status.takeError();
  return end_like(*status);
}

}  // namespace

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
  if (const char* sanitizer = unfit_sanitizer(request.arguments))
    return user_error(fmt::format("{} can not be combined with omc", sanitizer),
                      "leave it out, or build with OMC_OFF=1; -fsanitize=undefined is fine");
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
