// Options may stand before, between and behind program and filters. They are sorted out by the
// option table, and read as those of omc check.
#include "verbs/test_arguments.h"

#include <fmt/format.h>

#include "llvm/ADT/StringRef.h"
#include "run/options.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

// Whether a flag takes the next word as its value.
bool takes_next_word(StringRef word) {
  if (word.contains('=')) return false;
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    bool is_named = word == fmt::format("--{}", row.key) ||
                    (row.letter && word == fmt::format("-{}", row.letter));
    if (is_named) return row.type != OptionType::flag;
  }
  return false;
}

}  // namespace

llvm::Expected<TestArguments> read_test_arguments(const Words& words) {
  TestArguments out;
  Words options, rest, own;
  for (size_t i = 0; i < words.size(); i++) {
    StringRef word = words[i];
    if (word == "--") {
      own.assign(words.begin() + static_cast<long>(i) + 1, words.end());
      break;
    }
    if (word == "--list") {
      out.list = true;
    } else if (word.starts_with("-") && word != "-") {
      options.push_back(words[i]);
      if (takes_next_word(word) && i + 1 < words.size()) options.push_back(words[++i]);
    } else {
      rest.push_back(words[i]);
    }
  }
  if (rest.empty())
    return user_error("omc test needs a test program", "for example: omc test ./queue_test");
  out.filters.assign(rest.begin() + 1, rest.end());
  append(options, {"--", rest[0]});
  append(options, own);
  auto check = read_check_arguments(options);
  if (!check) return check.takeError();
  out.check = std::move(*check);
  if (out.check.target.is_sources())
    return user_error(fmt::format("{} is a source", rest[0]),
                      "build a test program of it with omc-c++, and name that");
  if (!out.check.expect.empty())
    return user_error("--expect is for one program", "omc check --expect KIND PROG ARGS");
  return out;
}

}  // namespace omc::driver
