// Accesses are instrumented by the compiler's own thread sanitizer pass, whose calls libomc
// answers. Clang runs it inside omc-versions.so where it can load that, otherwise by the
// sanitizer's flag.
#include "compile/flags.h"

#include <fmt/format.h>

#include "compile/compilers.h"
#include "debuginfo/uninstrumented.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace omc::driver {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;

// For a clang that cannot load omc-versions.so. It goes to the compiler proper, so that the driver
// links no library for it; the source can see it (__has_feature).
Words sanitizer_flag() { return {"-Xclang", "-fsanitize=thread"}; }

// A read before a write to the same place is an access of its own.
Words access_settings() {
  return {"-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
          "-tsan-instrument-read-before-write=1"};
}

// A symbol for each linked object that could not be recognised in the program afterwards
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

}  // namespace

Words include_flags(const CompileLine& line, size_t which, const Installation& installation) {
  if (line.sources[which].text == Source::preprocessed) return {};
  return {"-idirafter", installation.include};
}

Words compile_defaults(const CompileLine& line, size_t which, const Installation& installation) {
  Words flags = include_flags(line, which, installation);
  flags.push_back("-fno-omit-frame-pointer");
  if (!line.says_debug) flags.push_back("-g");
  return flags;
}

// With -flto GCC generates code when it links, without the flags for accesses and without the note.
// So its code is generated when it compiles.
Words gcc_last_flags(const CompileLine& line) {
  bool is_lto = false;
  for (const Argument& argument : line.arguments)
    for (StringRef word : argument.words)
      if (word.starts_with("-flto") || word == "-fno-lto") is_lto = word != "-fno-lto";
  return line.by_gcc && is_lto ? Words{"-fno-lto"} : Words{};
}

Words access_flags(const std::string& compiler, const Installation& installation) {
  bool has_versions = takes_versions(compiler);
  return joined(has_versions ? Words{"-fpass-plugin=" + installation.versions} : sanitizer_flag(),
                access_settings());
}

// GCC takes the flag itself: what it compiles is linked by another command. The sanitizer warns
// about fences, and the source must not see the flag.
Words gcc_access_flags() {
  return {"-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0", "-Wno-tsan",
          "-U__SANITIZE_THREAD__"};
}

Words access_parse_flags(const std::string& compiler) {
  return is_gcc(compiler) || takes_versions(compiler) ? Words{} : sanitizer_flag();
}

// libomc stands before all other libraries, so that the program finds its pthread functions first.
Words link_flags(const CompileLine& line, const Installation& installation) {
  std::string folder(path::parent_path(installation.library));
  return joined({"-Wl,--push-state,--no-as-needed", installation.link, "-Wl,--pop-state",
                 "-Xlinker", "-rpath", "-Xlinker", folder, "-Wl,-z,now"},
                marks_of_plain_objects(line));
}

}  // namespace omc::driver
