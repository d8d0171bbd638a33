// All four frameworks begin with the place, and the message goes on up to a line that is empty or a
// border:
//   a.cpp:4: Failure                                GoogleTest
//   a.cpp:4: FAILED:                                Catch2
//   a.cpp:4: ERROR: CHECK( n == 2 ) is NOT correct!   doctest
//   a.cpp(4): error: in "case": check n == 2 has failed   Boost.Test
#include "explain/failed_check.h"

#include <regex>

#include "llvm/ADT/StringRef.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

struct FailedCheck {
  std::string file, message;
  std::string text;  // the lines of the output
  unsigned line = 0;
};

bool ends_message(StringRef line) {
  return line.trim().empty() || line.starts_with("[") || line.starts_with("===") ||
         line.starts_with("---") || line.starts_with("***");
}

std::string without_border(const std::string& text, StringRef marker) {
  // GoogleTest has its text on the next lines; the word before it says nothing.
  return marker == "Failure" || marker == "FAILED:" ? std::string() : text;
}

bool read_first(StringRef output, FailedCheck& found) {
  static const std::regex head(
      R"(^(.+?)[:(]([0-9]+)\)?: )"
      R"((Failure|FAILED:|(?:FATAL )?ERROR:|(?:fatal )?error: in "[^"]*":)\s*(.*)$)");
  constexpr unsigned most_lines = 8;
  unsigned lines = 0;
  while (!output.empty()) {
    auto [line, rest] = output.split('\n');
    output = rest;
    std::smatch match;
    std::string text = line.rtrim().str();
    if (!lines && text.size() < 4096 && std::regex_match(text, match, head)) {
      found.file = match[1];
      found.line = static_cast<unsigned>(std::stoul(match[2].str().substr(0, 9)));
      found.message = without_border(match[4], StringRef(match[3].str()));
      found.text = text + "\n";
      lines = 1;
    } else if (lines) {
      if (ends_message(line) || lines++ == most_lines) break;
      found.text += text + "\n";
      found.message += (found.message.empty() ? "" : " ") + line.trim().str();
    }
  }
  return lines;
}

}  // namespace

void name_failed_check(Bug& bug) {
  FailedCheck found;
  if (bug.kind != "exit" || !(read_first(bug.out, found) || read_first(bug.err, found))) return;
  if (!found.message.empty()) bug.message = found.message;
  bug.out = found.text;
  bug.err.clear();
  Place place{found.file, found.line, 0, {}};
  for (const Step& step : bug.steps)
    if (step.place.line == found.line && StringRef(step.place.file).ends_with(found.file))
      place = step.place;
  bug.place = place;
  bug.places.insert(bug.places.begin(), place);
}

}  // namespace omc::driver
