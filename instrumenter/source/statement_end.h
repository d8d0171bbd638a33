// Where a statement ends, including its semicolon. Clang's own ends exclude it.
#pragma once

#include <optional>

#include "clang/AST/Stmt.h"
#include "source/tokens.h"

namespace omc::source {

// Nothing for statements of other languages or of compiler extensions.
std::optional<Tokens::Index> last_token(const clang::Stmt* statement, const Tokens& tokens);

}  // namespace omc::source
