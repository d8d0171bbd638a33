// `omc cc COMPILER ARGS…`: the same command with instrumented text in place of each source, and
// with libomc first on the link line. A command with one source is run as it stands with a few
// flags put before the user's, so that the user's win; one with several is taken apart, because
// each source has its own overlay (a header may read differently in each). Where the instrumented
// source does not compile, the plain one is compiled: omc never breaks a build.
#include "compile/cc.h"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "compile/attempt.h"
#include "compile/overlay.h"
#include "compile/precompiled.h"
#include "compile/sanitizer.h"
#include "debuginfo/object_note.h"
#include "debuginfo/uninstrumented.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "source/instrument.h"
#include "user_error.h"
#include "verbs/verbs.h"

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

std::string working_directory() {
  llvm::SmallString<256> directory;
  llvm::sys::fs::current_path(directory);
  return directory.str().str();
}

// Where omc.h is.
Words include_flags(const CompileLine& line, size_t which, const Installation& installation) {
  if (line.sources[which].text == Source::preprocessed) return {};
  return {"-idirafter", installation.include};
}

// What every exploration wants of a compilation, put before the user's flags so that those win.
Words compile_defaults(const CompileLine& line, size_t which, const Installation& installation) {
  Words flags = include_flags(line, which, installation);
  flags.push_back("-fno-omit-frame-pointer");
  if (!line.says_debug) flags.push_back("-g");
  return flags;
}

// With -flto GCC generates code when it links, where nothing of what follows is known any more: not
// that accesses are to be told, nor where the note is. So code is generated when it compiles.
Words gcc_last_flags(const CompileLine& line) {
  bool is_lto = false;
  for (const Argument& argument : line.arguments)
    for (StringRef word : argument.words)
      if (word.starts_with("-flto") || word == "-fno-lto") is_lto = word != "-fno-lto";
  return line.by_gcc && is_lto ? Words{"-fno-lto"} : Words{};
}

// For GCC the flag itself does: what it compiles is linked by another command. It can not see
// fences. The source is not to see the flag.
Words gcc_access_flags() {
  return {"-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0", "-Wno-tsan",
          "-U__SANITIZE_THREAD__"};
}

// For a clang that can not load omc-versions.so. It goes to the compiler proper, so that the driver
// links no library for it; the source can see it (__has_feature).
Words sanitizer_flag() { return {"-Xclang", "-fsanitize=thread"}; }

// A read before a write to the same place counts by itself.
Words access_settings() {
  return {"-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
          "-tsan-instrument-read-before-write=1"};
}

// Hooks in a constexpr function are steps of its evaluation; the compiler's limit is 1048576.
constexpr const char* constexpr_room = "-fconstexpr-steps=8388608";

// Has each function compiled once with all of that and once without, and says which accesses count.
Words version_flags(const Installation& installation) {
  return {"-fpass-plugin=" + installation.versions};
}

// libomc stands before all other libraries, so that its pthread_* are the ones found.
Words link_flags(const Installation& installation) {
  std::string folder(path::parent_path(installation.library));
  return {"-Wl,--push-state,--no-as-needed",
          installation.link,
          "-Wl,--pop-state",
          "-Xlinker",
          "-rpath",
          "-Xlinker",
          folder,
          "-Wl,-z,now"};
}

// A symbol for each object that is linked and could not be told from others afterwards
// (debuginfo/uninstrumented.h).
Words marks_of_plain_objects(const CompileLine& line) {
  Words flags;
  for (const Argument& argument : line.arguments) {
    if (argument.kind != Argument::input || !line.links) continue;
    StringRef file = argument.words.back(), extension = path::extension(file);
    bool is_assembly = extension == ".s" || extension == ".S" || extension == ".sx";
    if (!is_assembly && !is_nameless_object(file.str())) continue;
    std::string mark = plain_object_mark;
    for (char c : path::filename(file)) mark += llvm::isAlnum(c) || c == '.' ? c : '_';
    flags.push_back(fmt::format("-Wl,--defsym={}=0", mark));
  }
  return flags;
}

llvm::Expected<source::InstrumentResult> instrument_source(const CompileLine& line, size_t which,
                                                           const CcFlags& flags,
                                                           const Installation& installation) {
  source::InstrumentRequest request;
  request.directory = working_directory();
  request.command = with_headers_as_text(parse_command(line, which), request.directory);
  request.command.insert(request.command.begin() + 1, {"-idirafter", installation.include});
  Words accesses = access_parse_flags(line.compiler);
  request.command.insert(request.command.begin() + 1, accesses.begin(), accesses.end());
  request.only = flags.only;
  request.exclude = flags.exclude;
  request.naive = flags.naive;
  return source::instrument(request);
}

// How the compiler comes to see the source instrumented, or only says in the object that it is not:
// a source that can not be instrumented, most often because it is wrong, is compiled as it is, and
// the compiler says what there is to say.
struct Overlays {
  std::optional<Overlay> instrumented;
  Overlay plain;
  bool warns = false;  // as in source::InstrumentResult
};

llvm::Expected<Overlay> plain_overlay(const CompileLine& line, const Source& source,
                                      const Installation& installation) {
  std::string note = plain_line(source.file);
  if (line.by_gcc) return make_gcc_overlay({}, installation, note_in_assembly(note));
  if (source.text == Source::preprocessed)
    return make_overlay_behind(source.file, working_directory(), note_in_source(note));
  return make_overlay({}, working_directory(),
                      "#pragma GCC system_header\n" + note_in_source(note));
}

llvm::Expected<Overlay> instrumented_overlay(const CompileLine& line, const std::string& source,
                                             const source::InstrumentResult& result,
                                             const Installation& installation) {
  bool has_versions = !line.by_gcc && takes_versions(line.compiler);
  std::string note = instrumented_line(source, result, has_versions);
  if (line.by_gcc) {
    auto overlay = make_gcc_overlay(result.files, installation, note_in_assembly(note));
    if (overlay) append(overlay->flags, gcc_access_flags());
    return overlay;
  }
  auto hooks = llvm::MemoryBuffer::getFile(installation.hooks);
  if (!hooks) return user_error(fmt::format("can not read {}", installation.hooks));
  auto overlay = make_overlay(result.files, working_directory(),
                              (*hooks)->getBuffer().str() + note_in_source(note));
  if (overlay) {
    append(overlay->flags, access_flags(line.compiler, installation));
    overlay->flags.push_back(constexpr_room);
  }
  return overlay;
}

llvm::Expected<Overlays> make_overlays(const CompileLine& line, size_t which, const CcFlags& flags,
                                       const Installation& installation) {
  const Source& source = line.sources[which];
  auto plain = plain_overlay(line, source, installation);
  if (!plain) return plain.takeError();
  if (source.text != Source::ordinary) return Overlays{std::nullopt, *plain};
  auto result = instrument_source(line, which, flags, installation);
  if (!result) {
    llvm::consumeError(result.takeError());
    return Overlays{std::nullopt, *plain};
  }
  if (!flags.keep.empty())
    if (llvm::Error error = keep_texts(result->files, flags.keep)) return error;
  auto overlay = instrumented_overlay(line, source.file, *result, installation);
  if (!overlay) return overlay.takeError();
  return Overlays{*overlay, *plain, result->warns};
}

llvm::Expected<int> print_instrumented(const CompileLine& line, const CcFlags& flags,
                                       const Installation& installation) {
  if (line.sources.empty())
    return user_error("--omc-print needs a C or C++ source", "name one that the compiler accepts");
  for (size_t i = 0; i < line.sources.size(); i++) {
    auto result = instrument_source(line, i, flags, installation);
    if (!result) return result.takeError();
    for (const source::InstrumentedFile& file : result->files)
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
      case Argument::gcc:
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
  if (!line.by_gcc) command.push_back("-Wno-unused-command-line-argument");
  if (line.is_verbose) command.push_back("-v");
  if (object.empty()) return command;
  append(command, {"-c", "-o", object});
  if (!source.depfile.empty()) append(command, {"-MF", source.depfile});
  if (!source.depfile.empty())
    for (const std::string& target : source.dependency_targets) append(command, {"-MT", target});
  if (!line.by_gcc)
    for (const std::string& file : source.coverage) append(command, {"-Xclang", file});
  return command;
}

// The arguments that compile source `which` as it is, with every message that this has; and link
// it, when one command does both, for the linker's.
Words diagnostics_arguments(const CompileLine& line, size_t which, bool links) {
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = argument.kind == Argument::other || argument.kind == Argument::gcc ||
                i == line.sources[which].argument ||
                (argument.kind == Argument::link && links == line.links) ||
                (argument.kind == Argument::input && links);
    if (keep) append(command, argument.words);
  }
  if (!links) command.push_back(line.by_gcc ? "-S" : "-c");
  if (line.is_verbose) command.push_back("-v");
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
  if (!line.by_gcc) command.push_back("-Wno-unused-command-line-argument");
  if (line.is_verbose) command.push_back("-v");
  return command;
}

// The ways to compile source `which`; `before` are flags that stand before all others: those that
// link, when that is done in one go.
llvm::Expected<Attempt> make_attempt(const CompileLine& line, size_t which, const CcFlags& flags,
                                     const Installation& installation, Words before,
                                     Words arguments) {
  auto overlays = make_overlays(line, which, flags, installation);
  if (!overlays) return overlays.takeError();
  Attempt attempt;
  attempt.diagnostics = joined({line.compiler}, before, include_flags(line, which, installation));
  append(attempt.diagnostics, diagnostics_arguments(line, which, !before.empty()));
  append(before, compile_defaults(line, which, installation));
  append(arguments, gcc_last_flags(line));
  // A precompiled header must be the first that is included, so here omc's flags are last.
  attempt.plain = joined({line.compiler}, before, joined({}, arguments, overlays->plain.flags));
  if (overlays->instrumented) {
    attempt.instrumented = overlays->instrumented->before;
    append(attempt.instrumented, {line.compiler});
    append(attempt.instrumented, joined(before, overlays->instrumented->flags,
                                        with_headers_as_text(arguments, working_directory())));
    // Behind what a build says of sanitizers (-fno-sanitize=all), or no access would count.
    if (line.by_gcc) attempt.instrumented.push_back(gcc_access_flags()[0]);
    attempt.seen = overlays->instrumented->seen;
    attempt.warns = overlays->warns;
  }
  return attempt;
}

llvm::Expected<int> compile_apart(const CompileLine& line, const CcFlags& flags,
                                  const Installation& installation) {
  TemporaryFolder folder;
  Words objects;
  int worst = 0;
  for (size_t i = 0; i < line.sources.size(); i++) {
    if (line.joins) objects.push_back(fmt::format("{}/{}.o", folder.path(), i));
    Words arguments = one_source_arguments(line, i, line.joins ? objects.back() : std::string());
    auto attempt = make_attempt(line, i, flags, installation, {}, arguments);
    if (!attempt) return attempt.takeError();
    auto status = run_attempt(*attempt);
    if (!status) return status.takeError();
    if (*status && !worst) worst = *status;
    if (is_interrupt(*status)) return end_like(*status);
  }
  if (worst || (!line.joins && !line.other_inputs_compile)) return end_like(worst);
  Words link =
      line.links ? joined(link_flags(installation), marks_of_plain_objects(line), {}) : Words{};
  auto status = run_command(joined({line.compiler}, link, rest_command(line, objects)));
  if (!status) return status.takeError();
  return end_like(*status);
}

llvm::Expected<int> compile_whole(const CcRequest& request, const CompileLine& line,
                                  const Installation& installation) {
  Words before =
      line.links ? joined(link_flags(installation), marks_of_plain_objects(line), {}) : Words{};
  if (line.sources.empty()) return become(joined({line.compiler}, before, request.arguments));
  auto attempt = make_attempt(line, 0, request.flags, installation, before, request.arguments);
  if (!attempt) return attempt.takeError();
  auto status = run_attempt(*attempt);
  if (!status) return status.takeError();
  return end_like(*status);
}

}  // namespace

Words access_flags(const std::string& compiler, const Installation& installation) {
  return joined(takes_versions(compiler) ? version_flags(installation) : sanitizer_flag(),
                access_settings(), {});
}

Words access_parse_flags(const std::string& compiler) {
  return is_gcc(compiler) || takes_versions(compiler) ? Words{} : sanitizer_flag();
}

llvm::Expected<int> compile(const CcRequest& request) {
  Words plain = {request.compiler};
  append(plain, request.arguments);
  if (is_off(request.flags)) return become(plain);
  setenv("CCACHE_DISABLE", "1",
         1);  // a compiler that is a cache in disguise knows nothing of overlays
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
  // GCC would link the library of its thread sanitizer when it compiles and links in one go.
  // What -v says about linking is heard only when that is a command of its own.
  bool in_one_go = !line.links || (!line.by_gcc && !line.is_verbose);
  bool one = line.sources.size() == 1 && !line.other_inputs_compile && in_one_go;
  bool whole = line.sources.empty() || one;
  return whole ? compile_whole(request, line, *installation)
               : compile_apart(line, request.flags, *installation);
}

llvm::Expected<int> cc_verb(const Words& words) {
  auto request = read_cc_arguments(words);
  if (!request) return request.takeError();
  return compile(*request);
}

}  // namespace omc
