// Functions with the attribute no_sanitize("thread"), whose accesses are not reported.
#pragma once

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"

namespace omc::source {

// Marks the body for omc-versions.so (pass/sanitize_attribute.h). The compiler drops the attribute,
// because it runs without -fsanitize=thread, which would change what __has_feature answers.
void mark_no_sanitize(const Parsed& parsed, Filter& filter, const clang::FunctionDecl& function,
                      Edits& edits);

}  // namespace omc::source
