// `omc doctor`: tries each thing that omc needs, one line each. With a program, shows the notes
// that omc's compiler has left in it.
#include <fmt/format.h>

#include "compile/compilers.h"
#include "debuginfo/object_note.h"
#include "debuginfo/uninstrumented.h"
#include "launch/installation.h"
#include "launch/program.h"
#include "launch/requirements.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "run/options.h"
#include "user_error.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

bool all_fine = true;

void report_check(bool fine, const std::string& what, const std::string& detail) {
  llvm::outs() << fmt::format("{} {:<22} {}\n", fine ? "ok  " : "MISS", what, detail);
  all_fine = all_fine && fine;
}

void report_compiler(const char* role, const std::string& command) {
  std::string found = find_command(command);
  report_check(!found.empty(), role,
               found.empty() ? command + " is not in PATH; install clang-19" : found);
}

// Without omc-versions.so, programs can be checked but are slow outside of omc check.
void report_versions(const std::string& compiler) {
  std::string found = find_command(compiler);
  if (!found.empty())
    llvm::outs() << fmt::format(
        "{} {:<22} {} {} omc-versions.so\n", takes_versions(found) ? "ok  " : "    ",
        "speed when not checked", compiler,
        takes_versions(found) ? "loads" : "uses another LLVM and cannot load");
}

llvm::Error report_program(const std::string& name) {
  auto file = find_program(name);
  if (!file) return file.takeError();
  bool linked = is_instrumented(*file) || is_atomic(*file);
  report_check(linked, name,
               is_atomic(*file) ? "linked with libomc-atomic (--omc-mode=atomic)"
               : linked         ? "linked with libomc"
                                : "not built with omc; use omc-cc or omc-c++");
  unsigned instrumented = 0, hooks = 0, left_alone = 0, needless = 0;
  std::vector<ObjectNote> notes = read_notes(*file);
  for (const ObjectNote& note : notes) {
    instrumented += note.instrumented;
    hooks += note.hooks;
    left_alone += note.left_alone;
    needless += note.needless;
  }
  if (linked)
    report_check(instrumented > 0, "instrumented",
                 fmt::format("{} of {} sources, {} hooks", instrumented, notes.size(), hooks));
  if (needless)
    llvm::outs() << fmt::format(
        "     {:<22} {} hooks left out: no other thread could notice (--omc-naive keeps them)\n",
        "needless hooks", needless);
  if (left_alone)
    llvm::outs() << fmt::format(
        "     {:<22} {} without a hook, because the instrumenter does not understand {}\n",
        "left alone", left_alone == 1 ? "1 place" : fmt::format("{} places", left_alone),
        left_alone == 1 ? "it" : "them");
  for (const ObjectNote& note : notes)
    if (note.instrumented && !note.has_versions && note.mode.empty())
      llvm::outs() << fmt::format("     {:<22} {}: its compiler cannot load omc-versions.so\n",
                                  "slow when not checked", note.source);
  std::vector<std::string> plain = uninstrumented_objects(*file);
  for (const ObjectNote& note : notes) {
    if (note.instrumented) continue;
    llvm::outs() << fmt::format("     {:<22} {}\n", "compiled plain", note.source);
    std::erase(plain, llvm::sys::path::filename(note.source).str());
  }
  // Of a program that omc did not link, everything is uninstrumented; one line has said so.
  if (!linked) return llvm::Error::success();
  for (const std::string& object : plain)
    llvm::outs() << fmt::format(
        "     {:<22} {}: races inside it cannot be detected; compile it with omc-cc\n",
        "not instrumented", object);
  for (const std::string& library : uninstrumented_libraries(files_to_load(*file)))
    llvm::outs() << fmt::format(
        "     {:<22} {}: races inside it cannot be detected; rebuild it with omc-cc\n",
        "not instrumented", library);
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<int> doctor_verb(const Words& words) {
  if (words.size() > 1) return user_error("omc doctor takes one program at most");
  llvm::outs() << fmt::format("{}\n", version_line());
  report_compiler("C compiler", c_compiler());
  report_compiler("C++ compiler", cxx_compiler());
  auto installation = find_installation();
  report_check(static_cast<bool>(installation), "runtime library",
               installation ? installation->library : llvm::toString(installation.takeError()));
  if (installation) report_check(true, "headers", installation->include);
  if (installation)
    for (const std::string& compiler : {c_compiler(), cxx_compiler()}) report_versions(compiler);
  for (const Requirement& each : requirements(default_memory()))
    report_check(each.is_met, each.name,
                 each.remedy.empty() ? each.detail : each.detail + "; " + each.remedy);
  if (!words.empty())
    if (llvm::Error error = report_program(words[0])) return error;
  return all_fine ? exit_ok : exit_error;
}

}  // namespace omc::driver
