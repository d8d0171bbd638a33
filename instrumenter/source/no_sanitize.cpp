#include "source/no_sanitize.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Sanitizers.h"

namespace omc::source {

using namespace clang;

static bool has_no_sanitize(const FunctionDecl& function) {
  return llvm::any_of(function.specific_attrs<NoSanitizeAttr>(), [](auto* attribute) {
    return bool(attribute->getMask() & SanitizerKind::Thread);
  });
}

void mark_no_sanitize(const Parsed& parsed, Filter& filter, const FunctionDecl& function,
                      Edits& edits) {
  if (!function.doesThisDeclarationHaveABody() || !has_no_sanitize(function)) return;
  // The mark is not valid in a constant expression.
  if (function.isConstexpr())
    return filter.note(function.getLocation(), "no_sanitize(\"thread\") of a constexpr function");
  auto* block = dyn_cast<CompoundStmt>(function.getBody());
  auto place = block ? first_inside(parsed, *block) : std::nullopt;
  if (place && filter.takes(place->file)) return edits.no_sanitize(*place);
  filter.note(function.getLocation(),
              "no_sanitize(\"thread\") of a function whose body is not a block in this file");
}

}  // namespace omc::source
