// In mode atomic a source that cannot be instrumented is an error: its statements would not be
// atomic, and nobody would notice.
#include "compile/mode.h"

#include <fmt/format.h>

#include "compile/compilers.h"
#include "compile/flags.h"
#include "debuginfo/object_note.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

namespace path = llvm::sys::path;

struct ModeName {
  const char* name;
  Mode mode;
};
constexpr ModeName names[] = {
    {"check", Mode::check}, {"atomic", Mode::atomic}, {"hook", Mode::hook}};

}  // namespace

std::optional<Mode> mode_named(llvm::StringRef word) {
  for (const ModeName& each : names)
    if (word == each.name) return each.mode;
  return std::nullopt;
}

const char* name_of(Mode mode) {
  for (const ModeName& each : names)
    if (mode == each.mode) return each.name;
  return "";
}

std::string header_of(Mode mode, const Installation& installation) {
  if (mode == Mode::check) return installation.hooks;
  return fmt::format("{}/omc/{}.h", installation.include,
                     mode == Mode::atomic ? "atomic" : "own_hook");
}

Words compile_flags_of(Mode mode, const std::string& compiler, const Installation& installation) {
  if (mode == Mode::check) return access_flags(compiler, installation);
  if (mode == Mode::hook) return {};
  return {"-fpass-plugin=" + installation.atomic_plugin};
}

Words link_flags_of(Mode mode, const CompileLine& line, const Installation& installation) {
  if (mode == Mode::check) return link_flags(line, installation);
  if (mode == Mode::hook) return {};
  if (line.is_static)
    return {"-Wl,--push-state,--whole-archive", installation.atomic_archive, "-Wl,--pop-state"};
  std::string folder(path::parent_path(installation.atomic_library));
  return {"-Wl,--push-state,--no-as-needed",
          installation.atomic_library,
          "-Wl,--pop-state",
          "-Xlinker",
          "-rpath",
          "-Xlinker",
          folder};
}

llvm::Error check_mode(Mode mode, const CompileLine& line, const Installation& installation) {
  if (mode == Mode::check && line.links && line.is_static)
    return user_error("a statically linked program cannot be explored",
                      "leave out -static (-static-libstdc++ and -static-libgcc are fine)");
  if (mode != Mode::atomic) return llvm::Error::success();
  if (line.by_gcc || !takes_versions(line.compiler))
    return user_error(fmt::format("--omc-mode=atomic needs Clang 19, and {} is another compiler",
                                  path::filename(line.compiler).str()),
                      "use omc-cc or omc-c++ without OMC_CC and OMC_CXX");
  for (const std::string& file : {installation.atomic_library, installation.atomic_plugin})
    if (!llvm::sys::fs::exists(file))
      return user_error(fmt::format("{} is missing", file),
                        "build or install omc again, and keep the files of lib/ together");
  for (const Source& source : line.sources)
    if (line.compiles && source.text != Source::ordinary)
      return user_error(fmt::format("{} cannot be compiled with --omc-mode=atomic", source.file),
                        "only source files get hooks, not preprocessed text or standard input");
  return llvm::Error::success();
}

llvm::Error check_objects(Mode mode, const CompileLine& line) {
  if (!line.links || mode == Mode::hook) return llvm::Error::success();
  for (const Argument& argument : line.arguments) {
    if (argument.kind != Argument::input) continue;
    const std::string& file = argument.words.back();
    for (const ObjectNote& note : read_notes(file)) {
      std::string of_note = !note.instrumented ? "" : note.mode.empty() ? "check" : note.mode;
      if (of_note.empty() || of_note == name_of(Mode::hook) || of_note == name_of(mode)) continue;
      return user_error(
          fmt::format("{} was compiled with --omc-mode={} and cannot be linked with --omc-mode={}",
                      file, of_note, name_of(mode)),
          "compile and link all of a program in the same mode");
    }
  }
  return llvm::Error::success();
}

}  // namespace omc::driver
