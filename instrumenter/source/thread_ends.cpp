// Which calls start threads, and with which functions. Such calls are known by name: std::thread,
// std::jthread, std::async, pthread_create, thrd_create, omc_run_threads, and calls of the standard
// library that construct a std::thread, such as emplace_back on a vector of threads. The visitor
// also visits template instantiations, because only there a type parameter is a concrete lambda.
#include "source/thread_ends.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "source/statement_end.h"
#include "source/thread_functions.h"

namespace omc::source {
namespace {

using namespace clang;

bool is_thread(const CXXRecordDecl* record) {
  return record && is_in_std(*record) && record->getIdentifier() &&
         (record->getName() == "thread" || record->getName() == "jthread");
}

bool is_thread(QualType type) {
  return !type.isNull() && !type->isDependentType() && is_thread(type->getAsCXXRecordDecl());
}

bool mentions_thread(llvm::ArrayRef<TemplateArgument> arguments) {
  return llvm::any_of(arguments, [](auto& argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return mentions_thread(argument.pack_elements());
    return argument.getKind() == TemplateArgument::Type && is_thread(argument.getAsType());
  });
}

// std::vector<std::thread>::emplace_back, std::make_unique<std::thread>.
bool makes_thread(const FunctionDecl& callee) {
  if (!is_in_std(callee)) return false;
  if (auto* arguments = callee.getTemplateSpecializationArgs())
    if (mentions_thread(arguments->asArray())) return true;
  auto* method = dyn_cast<CXXMethodDecl>(&callee);
  auto* container =
      method ? dyn_cast<ClassTemplateSpecializationDecl>(method->getParent()) : nullptr;
  return container && mentions_thread(container->getTemplateArgs().asArray());
}

class ThreadFinder : public RecursiveASTVisitor<ThreadFinder> {
 public:
  ThreadFinder(const Parsed& parsed, ThreadFunctions& functions)
      : parsed_(parsed), functions_(functions) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl* declaration) {
    if (!declaration) return true;
    auto location = declaration->getBeginLoc();
    if (location.isValid() && parsed_.sources().isInSystemHeader(location)) return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitCXXConstructExpr(CXXConstructExpr* construct) {
    auto* constructor = construct->getConstructor();
    if (is_thread(constructor->getParent()) && construct->getNumArgs() > 0 &&
        !constructor->isCopyOrMoveConstructor())
      functions_.add(construct->getArg(0));
    return true;
  }

  bool VisitCallExpr(CallExpr* call) {
    auto* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier()) return true;
    auto name = callee->getName();
    auto argument = [&](unsigned i) {
      if (i < call->getNumArgs()) functions_.add(call->getArg(i));
    };
    if (name == "pthread_create") argument(2);
    if (name == "thrd_create" || name == "omc_run_threads") argument(1);
    // The first argument may be a launch policy, which is not callable and adds nothing.
    if (name == "async" && is_in_std(*callee)) argument(0), argument(1);
    if (makes_thread(*callee))
      for (auto* each : call->arguments()) functions_.add(each);
    return true;
  }

 private:
  const Parsed& parsed_;
  ThreadFunctions& functions_;
};

struct MustTailFinder : RecursiveASTVisitor<MustTailFinder> {
  bool found = false;
  bool VisitAttributedStmt(AttributedStmt* statement) {
    for (auto* attribute : statement->getAttrs()) found |= isa<MustTailAttr>(attribute);
    return true;
  }
};

// The handlers of a function-try-block belong to the function, so the guard goes around all of it.
void put_done_around(const Parsed& parsed, Filter& filter, const CXXTryStmt& whole, Edits& edits) {
  auto& tokens = parsed.tokens();
  auto first = tokens.find(whole.getTryLoc());
  auto last = last_token(&whole, tokens);
  if (!first || !last) return;
  auto open = tokens.before(*first), close = tokens.after(*last);
  if (open && close && open->file == close->file && filter.takes(open->file))
    edits.done_around(*open, *close);
}

void put_done(const Parsed& parsed, Filter& filter, FunctionDecl& function, Edits& edits) {
  auto location = function.getLocation();
  if (!filter.takes(function.getBody()->getBeginLoc()) || !filter.takes(function)) return;
  // The frame of a coroutine outlives the call, and a tail call permits no cleanup after it.
  if (isa<CoroutineBodyStmt>(function.getBody()))
    return filter.note(location, "a thread function that is a coroutine");
  MustTailFinder tails;
  tails.TraverseStmt(function.getBody());
  if (tails.found) return filter.note(location, "a thread function with a tail call");
  if (auto* whole = dyn_cast<CXXTryStmt>(function.getBody()))
    return put_done_around(parsed, filter, *whole, edits);

  auto place = first_inside(parsed, *cast<CompoundStmt>(function.getBody()));
  if (place && filter.takes(place->file)) edits.done(*place);
}

}  // namespace

void find_thread_ends(const Parsed& parsed, Filter& filter, Edits& edits) {
  ThreadFunctions functions;
  ThreadFinder(parsed, functions).TraverseDecl(parsed.context().getTranslationUnitDecl());
  for (auto* function : functions.definitions()) put_done(parsed, filter, *function, edits);
}

}  // namespace omc::source
