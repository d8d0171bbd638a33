// Runs the user's command with instrumented text in place of each source, and with libomc first on
// the link line. A command with one source is run whole, with omc's flags before the user's, so
// that the user's win. A command with several sources is taken apart, because each source has its
// own overlay: a header may read differently in each. Where the instrumented source does not
// compile, the plain one is compiled: omc never breaks a build.
#include "compile/cc.h"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "compile/attempt.h"
#include "compile/command_parts.h"
#include "compile/compilers.h"
#include "compile/flags.h"
#include "compile/instrumenter.h"
#include "compile/overlay.h"
#include "compile/precompiled.h"
#include "compile/sanitizer.h"
#include "debuginfo/object_note.h"
#include "launch/temporary_folder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

bool is_off(const CcFlags& flags) {
  const char* off = getenv("OMC_OFF");
  return flags.off || (off && *off && StringRef(off) != "0");
}

std::string working_directory() {
  llvm::SmallString<256> directory;
  llvm::sys::fs::current_path(directory);
  return directory.str().str();
}

llvm::Expected<source::InstrumentResult> instrument_source(const CompileLine& line, size_t which,
                                                           const CcFlags& flags,
                                                           const Installation& installation) {
  source::InstrumentRequest request;
  request.directory = working_directory();
  request.command = with_headers_as_text(parse_command(line, which), request.directory);
  request.command.insert(request.command.begin() + 1, {"-idirafter", installation.include});
  Words accesses = flags.mode == Mode::check ? access_parse_flags(line.compiler) : Words{};
  request.command.insert(request.command.begin() + 1, accesses.begin(), accesses.end());
  request.only = flags.only;
  request.exclude = flags.exclude;
  request.naive = flags.naive;
  request.sparse = flags.mode == Mode::atomic;
  return source::instrument(request);
}

// What the compiler reads: the instrumented source with its note, and the plain source with a note
// that says so. A source that cannot be instrumented, most often because it has errors, is compiled
// plain, and the compiler reports them.
struct Overlays {
  std::optional<Overlay> instrumented;
  Overlay plain;
  bool warns = false;  // as in InstrumentResult
};

llvm::Expected<Overlay> plain_overlay(const CompileLine& line, const Source& source,
                                      const Installation& installation) {
  ObjectNote note;
  note.source = source.file;
  if (line.by_gcc) return make_gcc_overlay({}, installation, {}, note_in_assembly(note));
  if (source.text == Source::preprocessed)
    return make_overlay_behind(source.file, working_directory(), note_in_source(note));
  return make_overlay({}, working_directory(),
                      "#pragma GCC system_header\n" + note_in_source(note));
}

llvm::Expected<Overlay> instrumented_overlay(const CompileLine& line, const std::string& source,
                                             const source::InstrumentResult& result, Mode mode,
                                             const Installation& installation) {
  bool has_versions = mode == Mode::check && !line.by_gcc && takes_versions(line.compiler);
  ObjectNote note = note_of(source, result, has_versions);
  if (mode != Mode::check) note.mode = name_of(mode);
  std::string header = header_of(mode, installation);
  if (line.by_gcc) {
    auto overlay = make_gcc_overlay(result.files, installation, header, note_in_assembly(note));
    if (overlay && mode == Mode::check) append(overlay->flags, gcc_access_flags());
    return overlay;
  }
  auto hooks = llvm::MemoryBuffer::getFile(header);
  if (!hooks) return user_error(fmt::format("cannot read {}", header));
  auto overlay = make_overlay(result.files, working_directory(),
                              (*hooks)->getBuffer().str() + note_in_source(note));
  if (overlay) {
    append(overlay->flags, compile_flags_of(mode, line.compiler, installation));
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
  auto overlay = instrumented_overlay(line, source.file, *result, flags.mode, installation);
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
  return shell_exit_code(status);
}

// The ways to compile source `which`. `before` stands before all other flags: the flags that link,
// when one command compiles and links.
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
  // A precompiled header must be the first file included, so omc's flags are last here.
  attempt.plain = joined({line.compiler}, before, joined({}, arguments, overlays->plain.flags));
  if (overlays->instrumented) {
    attempt.instrumented = overlays->instrumented->before;
    append(attempt.instrumented, {line.compiler});
    append(attempt.instrumented, joined(before, overlays->instrumented->flags,
                                        with_headers_as_text(arguments, working_directory())));
    // Behind a build's own -fno-sanitize=all, which would switch it off.
    if (line.by_gcc && flags.mode == Mode::check)
      attempt.instrumented.push_back(gcc_access_flags()[0]);
    attempt.replacement_log = overlays->instrumented->replacement_log;
    attempt.warns = overlays->warns;
  }
  if (flags.mode == Mode::atomic) attempt.must_instrument = line.sources[which].file;
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
  Words link = line.links ? link_flags_of(flags.mode, line, installation) : Words{};
  auto status = run_command(joined({line.compiler}, link, rest_arguments(line, objects)));
  if (!status) return status.takeError();
  return end_like(*status);
}

llvm::Expected<int> compile_whole(const CcRequest& request, const CompileLine& line,
                                  const Installation& installation) {
  Words before = line.links ? link_flags_of(request.flags.mode, line, installation) : Words{};
  if (line.sources.empty()) return become(joined({line.compiler}, before, request.arguments));
  auto attempt = make_attempt(line, 0, request.flags, installation, before, request.arguments);
  if (!attempt) return attempt.takeError();
  auto status = run_attempt(*attempt);
  if (!status) return status.takeError();
  return end_like(*status);
}

}  // namespace

llvm::Expected<int> compile(const CcRequest& request) {
  Words plain = {request.compiler};
  append(plain, request.arguments);
  if (is_off(request.flags)) return become(plain);
  // A compiler that is really a link to ccache does not know about overlays.
  setenv("CCACHE_DISABLE", "1", 1);
  auto compiler = resolve_compiler(request.compiler);
  if (!compiler) return compiler.takeError();
  plain[0] = *compiler;
  CompileLine line = read_compile_line(*compiler, request.arguments);
  if (!line.compiles && !line.links && !request.flags.print) return become(plain);
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  if (request.flags.print) return print_instrumented(line, request.flags, *installation);
  if (const char* sanitizer = unfit_sanitizer(request.arguments))
    return user_error(fmt::format("{} cannot be combined with omc", sanitizer),
                      "leave it out, or build with OMC_OFF=1; -fsanitize=undefined is fine");
  if (llvm::Error error = check_mode(request.flags.mode, line, *installation)) return error;
  if (llvm::Error error = check_objects(request.flags.mode, line)) return error;
  // GCC links the library of its thread sanitizer when it compiles and links in one command.
  // What -v prints about linking can be shown only when linking is a command of its own.
  bool in_one_go = !line.links || (!line.by_gcc && !line.is_verbose);
  bool one = line.sources.size() == 1 && !line.other_inputs_compile && in_one_go;
  bool whole = line.sources.empty() || one;
  return whole ? compile_whole(request, line, *installation)
               : compile_apart(line, request.flags, *installation);
}

}  // namespace omc::driver
