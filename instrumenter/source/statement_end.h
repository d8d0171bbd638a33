// Where a statement ends, its semicolon included; Clang's own ends leave that out.
#pragma once

#include <optional>

#include "clang/AST/Stmt.h"
#include "source/tokens.h"

namespace omc::source {

// Nothing for statements of other languages and of compiler extensions.
std::optional<Tokens::Index> last_token(const clang::Stmt* statement, const Tokens& tokens);

}  // namespace omc::source
