// clang::driver turns the command into actions, which are then read. Nothing is executed, and the
// driver's messages are dropped: a wrong command is run as it is, so that the compiler reports it.
#include "compile/compile_line.h"

#include <map>
#include <set>

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Action.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Options.h"
#include "clang/Driver/ToolChain.h"
#include "compile/compilers.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace omc::driver {
namespace {

using clang::driver::Action;
namespace options = clang::driver::options;
namespace types = clang::driver::types;

// Arguments that make the driver print something while it only reads the command.
bool is_question(llvm::StringRef argument) {
  for (llvm::StringRef prefix : {"-print-", "--print-", "-dump", "--help", "--version",
                                 "--autocomplete", "-###", "-cc1", "--target-help", "-help"})
    if (argument.starts_with(prefix)) return true;
  return argument == "--print";
}

// libomc exists for x86-64 Linux alone; elsewhere the note of an object may not even assemble.
bool can_be_explored(const llvm::Triple& target) {
  return target.isX86() && target.isArch64Bit() && !target.isX32() && target.isOSLinux() &&
         target.isOSBinFormatELF();
}

// How many words from here on only make the driver print its version or write a database entry.
size_t only_writes(const std::vector<std::string>& words, size_t i) {
  if (words[i] == "-v") return 1;
  if (words[i] == "-MJ") return 2;
  return llvm::StringRef(words[i]).starts_with("-MJ") ? 1 : 0;
}

// The words of a command, with response files expanded.
std::vector<std::string> expand(const std::vector<std::string>& arguments) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 64> words;
  for (const std::string& argument : arguments) words.push_back(saver.save(argument).data());
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = context.expandResponseFiles(words)) {
    llvm::consumeError(std::move(error));
    return arguments;
  }
  return {words.begin(), words.end()};
}

// Moves the flags that only GCC knows out of the words.
std::vector<std::string> take_gcc_flags(std::vector<std::string>& words) {
  llvm::SmallVector<const char*, 64> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  unsigned missing_index, missing_count;
  llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));
  std::vector<std::string> known, unknown;
  std::set<unsigned> places;
  for (const llvm::opt::Arg* argument : list.filtered(options::OPT_UNKNOWN))
    places.insert(argument->getIndex());
  for (unsigned i = 0; i < words.size(); i++)
    (places.contains(i) ? unknown : known).push_back(words[i]);
  words = known;
  return unknown;
}

// The inputs below an action, by their index in the command.
void collect_inputs(const Action& action, std::map<unsigned, types::ID>& inputs) {
  if (const auto* input = llvm::dyn_cast<clang::driver::InputAction>(&action))
    inputs[input->getInputArg().getIndex()] = input->getType();
  for (const Action* below : action.getInputs()) collect_inputs(*below, inputs);
}

bool has_offloading(const Action& action) {
  if (llvm::isa<clang::driver::OffloadAction>(action)) return true;
  for (const Action* below : action.getInputs())
    if (has_offloading(*below)) return true;
  return false;
}

struct Purpose {
  bool compiles = false, links = false, foreign = false;
};

Purpose purpose_of(const clang::driver::ActionList& actions) {
  Purpose purpose;
  for (const Action* action : actions) {
    if (has_offloading(*action)) purpose.foreign = true;
    switch (action->getKind()) {
      case Action::LinkJobClass:
        purpose.links = true;
        break;
      case Action::CompileJobClass:
        (action->getType() == types::TY_Nothing ? purpose.foreign : purpose.compiles) = true;
        break;
      case Action::BackendJobClass:
      case Action::AssembleJobClass:
        purpose.compiles = true;
        break;
      case Action::InputClass:
        break;
      default:
        purpose.foreign = true;
    }
  }
  return purpose;
}

Argument::Kind kind_of(const llvm::opt::Arg& argument,
                       const std::map<unsigned, types::ID>& inputs) {
  const llvm::opt::Option& option = argument.getOption();
  if (option.matches(options::OPT_INPUT)) {
    auto input = inputs.find(argument.getIndex());
    if (input == inputs.end()) return Argument::input;
    for (types::ID ours : {types::TY_C, types::TY_CXX, types::TY_PP_C, types::TY_PP_CXX})
      if (input->second == ours) return Argument::source;
    return Argument::input;
  }
  if (option.matches(options::OPT_o)) return Argument::output;
  if (option.matches(options::OPT_M_Group) || option.matches(options::OPT_MJ))
    return Argument::dependency;
  if (option.matches(options::OPT_c) || option.matches(options::OPT_S) ||
      option.matches(options::OPT_emit_llvm))
    return Argument::phase;
  if (option.matches(options::OPT_Link_Group) || option.hasFlag(options::LinkerInput) ||
      option.matches(options::OPT_l))
    return Argument::link;
  return Argument::other;
}

Source::Text text_of(llvm::StringRef file, types::ID type) {
  if (file == "-") return Source::standard_input;
  bool is_ordinary = type == types::TY_C || type == types::TY_CXX;
  return is_ordinary ? Source::ordinary : Source::preprocessed;
}

// The files that the compiler proper would write beside the object, from its command line.
void read_side_files(const clang::driver::JobList& jobs, std::vector<Source>& sources) {
  for (const clang::driver::Command& job : jobs) {
    if (job.getInputInfos().empty() || !job.getInputInfos()[0].isFilename()) continue;
    llvm::StringRef file = job.getInputInfos()[0].getFilename();
    for (Source& source : sources) {
      if (source.file != file) continue;
      const llvm::opt::ArgStringList& words = job.getArguments();
      for (llvm::StringRef word : words)
        if (word.starts_with("-coverage-notes-file=") || word.starts_with("-coverage-data-file="))
          source.coverage.push_back(word.str());
      for (size_t i = 0; i + 1 < words.size(); i++) {
        if (llvm::StringRef(words[i]) == "-dependency-file") source.depfile = words[i + 1];
        if (llvm::StringRef(words[i]) == "-MT") source.dependency_targets.push_back(words[i + 1]);
      }
    }
  }
}

}  // namespace

CompileLine read_compile_line(const std::string& compiler,
                              const std::vector<std::string>& arguments) {
  CompileLine line;
  line.compiler = compiler;
  line.by_gcc = is_gcc(compiler);
  std::vector<std::string> expanded = expand(arguments);
  if (line.by_gcc)
    for (const std::string& flag : take_gcc_flags(expanded))
      line.arguments.push_back({{flag}, Argument::gcc});
  llvm::SmallVector<const char*, 64> words = {line.compiler.c_str()};
  for (size_t i = 0; i < expanded.size(); i++) {
    if (is_question(expanded[i])) return line;
    line.is_verbose |= expanded[i] == "-v";
    if (size_t skipped = only_writes(expanded, i))
      i += skipped - 1;
    else
      words.push_back(expanded[i].c_str());
  }

  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs());
  clang::DiagnosticsEngine diagnostics(ids, new clang::DiagnosticOptions(),
                                       new clang::IgnoringDiagConsumer());
  clang::driver::Driver driver(compiler, llvm::sys::getDefaultTargetTriple(), diagnostics);
  std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(words));
  if (!compilation || diagnostics.hasErrorOccurred()) return line;
  Purpose purpose = purpose_of(compilation->getActions());
  const llvm::Triple& target = compilation->getDefaultToolChain().getTriple();
  if (purpose.foreign || !can_be_explored(target)) return line;

  std::map<unsigned, types::ID> inputs;
  for (const Action* action : compilation->getActions()) collect_inputs(*action, inputs);
  const llvm::opt::InputArgList& given = compilation->getInputArgs();
  for (const llvm::opt::Arg* argument : given) {
    Argument entry;
    entry.kind = kind_of(*argument, inputs);
    llvm::opt::ArgStringList rendered;
    // As the user wrote it: clang's canonical form may be unknown to GCC (-flto, -flto=full).
    const llvm::opt::Arg* spelled = argument->getAlias() ? argument->getAlias() : argument;
    spelled->render(given, rendered);
    entry.words.assign(rendered.begin(), rendered.end());
    if (entry.kind == Argument::source)
      line.sources.push_back({argument->getValue(),
                              line.arguments.size(),
                              text_of(argument->getValue(), inputs[argument->getIndex()]),
                              {},
                              {},
                              {}});
    auto input = inputs.find(argument->getIndex());
    if (entry.kind == Argument::input && input != inputs.end() && types::isSrcFile(input->second))
      line.other_inputs_compile = true;
    if (argument->getOption().matches(options::OPT_g_Group)) line.says_debug = true;
    line.arguments.push_back(std::move(entry));
  }
  line.compiles = !line.sources.empty();
  line.joins = purpose.links;
  line.links = purpose.links && !given.hasArg(options::OPT_r);
  line.is_static = given.hasArg(options::OPT_static, options::OPT_static_pie) &&
                   !given.hasArg(options::OPT_shared);
  read_side_files(compilation->getJobs(), line.sources);
  return line;
}

std::vector<std::string> parse_command(const CompileLine& line, size_t which) {
  std::vector<std::string> command = {line.compiler, "-fsyntax-only"};
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = argument.kind == Argument::other || i == line.sources[which].argument;
    if (keep) command.insert(command.end(), argument.words.begin(), argument.words.end());
  }
  return command;
}

}  // namespace omc::driver
