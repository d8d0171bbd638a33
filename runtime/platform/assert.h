// OMC_ASSERT: an invariant of the checker, always checked. A failure ends this process with a line
// on stderr; its parent then reports that a part of the search was lost.
#pragma once

#define OMC_ASSERT(condition) \
  ((condition) ? (void)0 : omc::internal_assertion_failed(#condition, __FILE__, __LINE__))

namespace omc {

[[noreturn]] void internal_assertion_failed(const char* condition, const char* file, int line);

}  // namespace omc
