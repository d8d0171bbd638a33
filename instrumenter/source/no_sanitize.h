// Functions whose accesses their author wants no thread sanitizer to see: no_sanitize("thread").
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

// The compiler that follows is not told to sanitize, so that the source does not read differently
// (__has_feature), and forgets the attribute. A mark in the body tells omc-versions.so.
void mark_uncounted(const Parsed& parsed, Filter& filter, const clang::FunctionDecl& function,
                    Edits& edits);

}  // namespace omc::source
