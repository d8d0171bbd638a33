// Sources are compiled by `omc cc` in processes of their own, with -O1 -g: optimised enough that
// dead values do not make equal states differ, and with the debug information that reports need.
#include "compile/prepare.h"

#include <algorithm>

#include <fmt/format.h>

#include "compile/compilers.h"
#include "launch/installation.h"
#include "launch/program.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "user_error.h"

namespace omc::driver {
namespace {

bool is_c(const std::string& source) { return llvm::sys::path::extension(source) == ".c"; }

llvm::Error run_compiler(const Words& command) {
  auto status = run_command(command);
  if (!status) return status.takeError();
  if (*status == 0) return llvm::Error::success();
  if (interrupting_signal())
    return user_error("interrupted while the program was compiled", {}, Verdict::incomplete);
  return user_error("the program could not be compiled", "flags for the compiler go after --");
}

llvm::Error compile_sources(const Target& target, const std::string& folder,
                            const std::string& program) {
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  bool any_cxx = !std::all_of(target.sources.begin(), target.sources.end(), is_c);
  std::string linker = any_cxx ? cxx_compiler() : c_compiler();
  auto command_for = [&](const std::string& compiler) {
    Words command = {installation->executable, "cc", compiler, "-O1", "-g"};
    command.insert(command.end(), target.compiler_flags.begin(), target.compiler_flags.end());
    return command;
  };
  if (target.sources.size() == 1) {
    Words command = command_for(linker);
    command.insert(command.end(), {target.sources[0], "-o", program, "-pthread"});
    return run_compiler(command);
  }
  Words link = command_for(linker);
  for (size_t i = 0; i < target.sources.size(); i++) {
    const std::string& source = target.sources[i];
    std::string object = fmt::format("{}/{}.o", folder, i);
    Words command = command_for(is_c(source) ? c_compiler() : cxx_compiler());
    command.insert(command.end(),
                   {"-Wno-unused-command-line-argument", "-c", source, "-o", object});
    if (llvm::Error error = run_compiler(command)) return error;
    link.push_back(object);
  }
  link.insert(link.end(), {"-Wno-unused-command-line-argument", "-o", program, "-pthread"});
  return run_compiler(link);
}

std::string words_text(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += " " + shell_word(word);
  return out;
}

llvm::Expected<Prepared> prepare_sources(const Target& target) {
  for (const std::string& source : target.sources) {
    if (!llvm::sys::fs::exists(source))
      return user_error(fmt::format("no such file: {}", source),
                        "name a C or C++ source that exists");
    if (llvm::sys::fs::is_directory(source))
      return user_error(fmt::format("{} is a directory", source));
  }
  Prepared prepared;
  prepared.folder = std::make_unique<TemporaryFolder>();
  if (prepared.folder->path().empty())
    return user_error("cannot make a temporary folder",
                      "set TMPDIR to a folder that can be written");
  std::string stem = llvm::sys::path::stem(target.sources[0]).str();
  prepared.program = prepared.folder->path() + "/" + stem;
  prepared.name = target.sources[0];
  prepared.argv0 = "./" + stem;  // the path of the folder differs each time
  if (llvm::Error error = compile_sources(target, prepared.folder->path(), prepared.program))
    return error;
  prepared.replay_target = words_text(target.sources).substr(1);
  if (!target.compiler_flags.empty() || !target.arguments.empty())
    prepared.replay_target += " --" + words_text(target.compiler_flags);
  if (!target.arguments.empty()) prepared.replay_target += " --" + words_text(target.arguments);
  return prepared;
}

}  // namespace

llvm::Expected<Prepared> prepare(const Target& target) {
  if (target.is_sources()) return prepare_sources(target);
  auto program = find_instrumented_program(target.program);
  if (!program) return program.takeError();
  Prepared prepared;
  prepared.program = *program;
  prepared.name = prepared.argv0 = target.program;
  prepared.replay_target = shell_word(target.program) + words_text(target.arguments);
  return prepared;
}

std::string shell_word(const std::string& word) {
  auto plain = [](char c) {
    return isalnum(static_cast<unsigned char>(c)) || llvm::StringRef("_-./+=:,@%").contains(c);
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace omc::driver
