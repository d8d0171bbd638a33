// The omc program: chooses the verb and prints its error. Under the names omc-cc and omc-c++ it is
// a compiler.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include <fmt/format.h>

#include "compile/compilers.h"
#include "launch/command.h"
#include "launch/installation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "user_error.h"
#include "verbs/manual.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

// Prints the path of a file of the CMake package, for use on a command line.
llvm::Expected<int> print_cmake_file(const char* name) {
  auto installation = find_installation();
  if (!installation) return installation.takeError();
  std::string file = installation->cmake + "/" + name;
  if (!llvm::sys::fs::exists(file))
    return user_error(fmt::format("{} is missing", file), "build or install omc again");
  llvm::outs() << fmt::format("{}\n", file);
  return 0;
}

llvm::Expected<int> print_text(llvm::Expected<std::string> text) {
  if (!text) return text.takeError();
  llvm::outs() << *text;
  return 0;
}

llvm::Expected<int> run_verb(const Words& words) {
  if (words.empty()) return help_verb({});
  const std::string& name = words[0];
  Words rest(words.begin() + 1, words.end());
  if (name == "--help" || name == "-h") return help_verb(rest);
  if (name == "--version" || name == "-V") {
    llvm::outs() << fmt::format("{}\n", version_line());
    return 0;
  }
  if (name == "--print-toolchain") return print_cmake_file("omcToolchain.cmake");
  if (name == "--print-cmake") return print_cmake_file("omcLaunchers.cmake");
  if (name == "--print-man") return print_text(man_page(rest.empty() ? "omc" : rest[0]));
  if (name == "--print-completion")
    return print_text(completion_for(rest.empty() ? "bash" : rest[0]));
  std::string names;
  for (const Verb& verb : verbs()) {
    bool asks_for_help = !rest.empty() && (rest[0] == "--help" || rest[0] == "-h");
    if (name == verb.name) return asks_for_help ? help_verb({name}) : verb.run(rest);
    names += fmt::format("{}{}", names.empty() ? "" : "|", verb.name);
  }
  std::string hint = nearest_hint(name, names.c_str(), "omc ");
  return user_error(
      fmt::format("unknown verb '{}'", name),
      hint.empty() ? "omc help lists the verbs; omc check PROG checks a program" : hint);
}

// Descriptors 0 to 2 must be open: a file that omc opens must not become one of them.
void open_standard_files() {
  int opened = 0;
  while (opened >= 0 && opened < 3) opened = open("/dev/null", O_RDWR);
  if (opened >= 3) close(opened);
}

// Output that is still buffered may fail to be written. Where nobody is left to read it, as after a
// terminal was closed, the verdict was not delivered.
int finish(int code) {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  if (interrupting_signal()) code = 128 + interrupting_signal();
  if (error && (error.value() == EPIPE || error.value() == EIO))
    code = exit_incomplete;
  else if (error)
    code = exit_code_of(report_error(user_error("cannot write to stdout: " + error.message())));
  llvm::errs().clear_error();
  return code;
}

}  // namespace
}  // namespace omc::driver

int main(int argc, char** argv) {
  using namespace omc::driver;
  open_standard_files();
  signal(SIGPIPE, SIG_IGN);
  Words words(argv + 1, argv + argc);
  llvm::StringRef name = llvm::sys::path::filename(argv[0]);
  if (name == "omc-cc") words.insert(words.begin(), c_compiler());
  if (name == "omc-c++") words.insert(words.begin(), cxx_compiler());
  bool is_compiler = name == "omc-cc" || name == "omc-c++";
  llvm::Expected<int> code = is_compiler ? cc_verb(words) : run_verb(words);
  return finish(code ? *code : exit_code_of(report_error(code.takeError())));
}
