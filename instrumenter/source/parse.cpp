// Parses with Clang's own driver and frontend, so that each flag means what it means to the
// compiler. Of the diagnostics only the first error is kept: the compiler reports them all itself,
// once.
#include "source/parse.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/Version.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace omc::source {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

static llvm::Error error(const llvm::Twine& message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static FileSystem file_system_at(const std::string& directory) {
  FileSystem files = llvm::vfs::createPhysicalFileSystem();
  if (!directory.empty()) files->setCurrentWorkingDirectory(directory);
  return files;
}

static llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> silent_diagnostics() {
  return clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions,
                                                    new clang::IgnoringDiagConsumer, true);
}

// Clang searches its own headers and the C++ library relative to its executable, and derives the
// language from its name; `clang++` is a link to `clang`. So this follows the link and adds what
// the name means as flags, as the compiler does when it starts.
static std::string resolve_compiler(std::vector<std::string>& command,
                                    const std::string& directory) {
  std::string name = command[0];
  clang::tooling::addTargetAndModeForProgramName(command, name);
  std::string path = name;
  if (!llvm::StringRef(name).contains('/')) {
    if (auto found = llvm::sys::findProgramByName(name)) path = *found;
  } else if (!llvm::sys::path::is_absolute(name)) {
    path = directory + "/" + name;
  }
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(path, real)) return real.str().str();
  return path;
}

// The built-in headers must be those of the Clang that parses here. If the compiler is GCC or
// another version of Clang, the headers of the libclang installation are used.
static void choose_resources(std::vector<std::string>& command) {
  auto own = clang::driver::Driver::GetResourcesPath(command[0]);
  bool fits = llvm::sys::path::filename(own) == CLANG_VERSION_MAJOR_STRING &&
              llvm::sys::fs::exists(own + "/include/stddef.h");
  if (!fits) command.insert(command.begin() + 1, {"-resource-dir", OMC_CLANG_RESOURCES});
}

static std::vector<std::string> parse_only(std::vector<std::string> command,
                                           const std::string& directory,
                                           llvm::vfs::FileSystem& files) {
  clang::tooling::addExpandedResponseFiles(command, directory, llvm::cl::TokenizeGNUCommandLine,
                                           files);
  command[0] = resolve_compiler(command, directory);
  std::erase(command, "-v");  // it would print
  choose_resources(command);
  auto adjust = clang::tooling::combineAdjusters(
      clang::tooling::getClangStripDependencyFileAdjuster(),
      clang::tooling::combineAdjusters(clang::tooling::getClangSyntaxOnlyAdjuster(),
                                       clang::tooling::getStripPluginsAdjuster()));
  return adjust(command, "");
}

static llvm::Expected<std::shared_ptr<clang::CompilerInvocation>> read_command(
    const std::vector<std::string>& command, FileSystem files) {
  std::vector<const char*> words;
  for (auto& word : command) words.push_back(word.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = silent_diagnostics();
  options.VFS = std::move(files);
  options.ProbePrecompiled = false;  // the text of the header is read instead
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(words, options);
  if (!invocation)
    return error("the compiler command is not understood: " + llvm::join(command, " "));

  auto& inputs = invocation->getFrontendOpts().Inputs;
  if (inputs.size() != 1)
    return error("the compiler command does not have exactly one source file");
  auto kind = inputs[0].getKind();
  bool is_c_or_cpp =
      kind.getFormat() == clang::InputKind::Source &&
      (kind.getLanguage() == clang::Language::C || kind.getLanguage() == clang::Language::CXX);
  if (!is_c_or_cpp || kind.isHeader())
    return error(inputs[0].getFile() + " is not a C or C++ source");
  // The compiler ignores -include for it, so the hooks would not be declared.
  if (kind.isPreprocessed()) return error(inputs[0].getFile() + " is preprocessed already");
  // Its functions have no text that could get hooks.
  if (!invocation->getPreprocessorOpts().ImplicitPCHInclude.empty())
    return error(inputs[0].getFile() + " uses a precompiled header");
  if (inputs[0].getFile() == "-") return error("standard input cannot be read twice");

  // No output besides the syntax tree.
  invocation->getDependencyOutputOpts() = {};
  invocation->getDiagnosticOpts().DiagnosticSerializationFile.clear();
  invocation->getDiagnosticOpts().DiagnosticLogFile.clear();
  invocation->getDiagnosticOpts().VerifyDiagnostics = false;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFrontendOpts().ShowStats = false;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getHeaderSearchOpts().Verbose = false;
  // Modules that are built here lack function bodies, so the compiler must not find them.
  if (auto& cache = invocation->getHeaderSearchOpts().ModuleCachePath; !cache.empty())
    cache += "/omc";
  invocation->getFrontendOpts().OutputFile.clear();
  invocation->getCodeGenOpts().ClearASTBeforeBackend = false;
  return invocation;
}

class FirstError : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& message) override {
    DiagnosticConsumer::HandleDiagnostic(level, message);
    if (level < clang::DiagnosticsEngine::Error || !text_.empty()) return;
    llvm::SmallString<128> words;
    message.FormatDiagnostic(words);
    if (message.hasSourceManager() && message.getLocation().isValid())
      text_ =
          "line " +
          std::to_string(message.getSourceManager().getPresumedLineNumber(message.getLocation())) +
          ": ";
    text_ += words.str();
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class InclusionWatcher : public clang::PPCallbacks {
 public:
  explicit InclusionWatcher(Parsed& parsed) : parsed_(parsed) {}
  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file) parsed_.remember(*file);
  }

 private:
  Parsed& parsed_;
};

// Skips the function bodies of system headers, except those of templates: an instance of such a
// template may instantiate the project's own templates, and so start threads. Clang itself parses
// bodies that a type or a constant depends on.
class TreeReader : public clang::ASTConsumer {
 public:
  explicit TreeReader(const clang::SourceManager& sources) : sources_(sources) {}

  bool shouldSkipFunctionBody(clang::Decl* function) override {
    return !function->isTemplated() && sources_.isInSystemHeader(function->getLocation());
  }

 private:
  const clang::SourceManager& sources_;
};

class ParseAction : public clang::ASTFrontendAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<TreeReader>(compiler.getSourceManager());
  }
};

llvm::Expected<std::unique_ptr<Parsed>> Parsed::parse(const std::string& directory,
                                                      const std::vector<std::string>& command) {
  if (command.empty()) return error("the compiler command is empty");
  auto files = file_system_at(directory);
  auto invocation = read_command(parse_only(command, directory, *files), files);
  if (!invocation) return invocation.takeError();

  std::unique_ptr<Parsed> parsed(new Parsed);
  parsed->directory_ = directory;
  parsed->compiler_ = std::make_unique<clang::CompilerInstance>();
  auto& compiler = *parsed->compiler_;
  compiler.setInvocation(*invocation);
  compiler.createDiagnostics(new FirstError, true);
  compiler.createFileManager(
      clang::createVFSFromCompilerInvocation(**invocation, compiler.getDiagnostics(), files));
  if (auto failed = parsed->run()) return std::move(failed);
  return parsed;
}

// Begins the action, which the destructor ends: the syntax tree lives in between.
llvm::Error Parsed::run() {
  auto& compiler = *compiler_;
  if (!compiler.createTarget()) return error("the target of the compilation is unknown");
  compiler.createSourceManager(compiler.getFileManager());
  auto input = compiler.getFrontendOpts().Inputs[0];
  auto action = std::make_unique<ParseAction>();
  if (!action->BeginSourceFile(compiler, input)) return error(input.getFile() + " cannot be read");
  action_ = std::move(action);

  tokens_ = std::make_unique<Tokens>(compiler.getPreprocessor());
  macros_ = std::make_unique<Macros>(compiler.getPreprocessor());
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<InclusionWatcher>(*this));
  if (auto failed = action_->Execute()) return failed;
  // After a warning that -Werror makes an error, the tree is still complete.
  if (compiler.getDiagnostics().hasUncompilableErrorOccurred()) {
    auto* first = static_cast<FirstError*>(compiler.getDiagnostics().getClient());
    return error(input.getFile() + " does not compile: " + first->text());
  }
  // Nothing may come before `export module`, so the hooks cannot be declared.
  if (context().getCurrentNamedModule()) return error(input.getFile() + " is part of a C++ module");
  return llvm::Error::success();
}

bool Parsed::warns() const {
  auto& diagnostics = *compiler_->getDiagnostics().getClient();
  return diagnostics.getNumWarnings() || diagnostics.getNumErrors();
}

Parsed::~Parsed() {
  tokens_.reset();
  if (action_) action_->EndSourceFile();
}

void Parsed::remember(clang::FileEntryRef file) {
  auto path = absolute(file.getName());
  auto [entry, is_new] = inclusions_.insert({file.getUniqueID(), {path, false}});
  if (!is_new && entry->second.path != path) entry->second.under_two_names = true;
}

bool Parsed::under_two_names(clang::FileID file) const {
  auto entry = sources().getFileEntryRefForID(file);
  if (!entry) return false;
  auto found = inclusions_.find(entry->getUniqueID());
  return found != inclusions_.end() && found->second.under_two_names;
}

std::string Parsed::path_of(clang::FileID file) const {
  auto entry = sources().getFileEntryRefForID(file);
  return entry ? absolute(entry->getName()) : "";
}

bool is_directive_next(const Parsed& parsed, clang::SourceLocation location) {
  auto next = clang::Lexer::findNextToken(location, parsed.sources(), parsed.language());
  return next && next->is(clang::tok::hash) && next->isAtStartOfLine();
}

std::optional<Place> first_inside(const Parsed& parsed, const clang::CompoundStmt& block) {
  auto& tokens = parsed.tokens();
  auto brace = tokens.find(block.getLBracLoc());
  if (!brace) return std::nullopt;
  if (is_directive_next(parsed, block.getLBracLoc())) {
    auto next =
        tokens.find(block.body_empty() ? block.getRBracLoc() : block.body_front()->getBeginLoc());
    if (next) return tokens.before(*next);
  }
  return tokens.after(*brace);
}

std::string Parsed::absolute(llvm::StringRef path) const {
  llvm::SmallString<256> result(path);
  if (!directory_.empty()) llvm::sys::fs::make_absolute(directory_, result);
  if (!llvm::sys::path::is_absolute(result)) llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, true);
  return result.str().str();
}

}  // namespace omc::source
