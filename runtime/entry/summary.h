// The plain summary on stderr of a program that is explored without the driver.
#pragma once

#include "run/options.h"

namespace omc {

void print(const char* text);
void print(uint64_t n);
template <class First, class Second, class... Rest>
void print(const First& first, const Second& second, const Rest&... rest) {
  print(first);
  print(second);
  (print(rest), ...);
}

void print_summary(const Run& run, const Options& options);
void print_options();
// The text of a bug, or its kind where it has none.
const char* bug_text(const Run& run, const BugRecord& bug);

}  // namespace omc
