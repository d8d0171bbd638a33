// What the formats for other tools share: the bugs of all cases, paths below the root of the
// sources, and a fingerprint that stays the same when lines move.
#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace omc::driver {

// A bug, and the run that found it.
struct FoundBug {
  const Report* run;
  const Bug* bug;
};
std::vector<FoundBug> all_bugs(const Report& report);

// The run itself, or its cases.
std::vector<const Report*> all_runs(const Report& report);

// The file relative to the root of the sources, or its absolute path when it lies elsewhere.
std::string path_below_root(const Report& run, const std::string& file);
// The same as a URI reference: "src/a%20b.cpp", "file:///usr/include/x.h".
std::string uri_below_root(const Report& run, const std::string& file);
// "file:///home/me/project/"; empty when the root is unknown.
std::string root_uri(const Report& run);

// 32 hexadecimal digits of the kind, the file, the function and the message without its numbers.
std::string fingerprint(const FoundBug& found);

// What a kind of bug is, in a sentence.
std::string kind_description(const std::string& kind);

// "omc replay -s '0*4 1' ./prog"
std::string replay_command(const Report& run, const Bug& bug);

// The same of the schedule that passes instead; empty where none is known.
std::string passing_command(const Report& run, const Bug& bug);

// "./queue_test --fast", or the name of the case.
std::string run_title(const Report& run);

// Valid UTF-8, with U+FFFD for what is not.
std::string as_utf8(const std::string& text);

// "<" becomes "&lt;"; characters that XML and HTML forbid become U+FFFD.
std::string xml_escaped(const std::string& text);

}  // namespace omc::driver
