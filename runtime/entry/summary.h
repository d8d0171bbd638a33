// What a program says that is explored without the driver: a plain summary on stderr.
#pragma once

#include "run/options.h"

namespace omc {

void say(const char* text);
void say_number(uint64_t n);
void say_summary(const Run& run, const Options& options);
void say_options();
// The verdict and the first bug in one line each.
const char* bug_text(const Run& run, const BugRecord& bug);

}  // namespace omc
