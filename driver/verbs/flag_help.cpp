// A line of a help text that begins with a flag: two spaces, perhaps a letter, the name, its value,
// and behind two spaces or more the description, which lines below may continue:
//   -j, --jobs N         explore N cases at once
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "run/options.h"
#include "verbs/manual.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

FlagHelp flag_in_line(StringRef line) {
  FlagHelp flag;
  size_t end = line.find("  ");
  StringRef names = line.substr(0, end);
  if (end != StringRef::npos) flag.text = line.substr(end).trim().str();
  llvm::SmallVector<StringRef, 4> words;
  names.split(words, ' ', -1, false);
  for (StringRef word : words) {
    word = word.rtrim(',');
    auto [name, value] = word.split('=');
    if (name.starts_with("--"))
      flag.name = name.str();
    else if (name.starts_with("-"))
      flag.letter = name.str();
    else
      flag.value = word.str();
    if (!value.empty()) flag.value = value.str();
  }
  return flag;
}

std::vector<FlagHelp> flags_in_text(StringRef text) {
  std::vector<FlagHelp> flags;
  bool continues = false;
  llvm::SmallVector<StringRef, 64> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.starts_with("  -")) {
      flags.push_back(flag_in_line(line.trim()));
      continues = true;
    } else if (continues && line.starts_with("        ")) {
      flags.back().text += " " + line.trim().str();
    } else {
      continues = false;
    }
  }
  return flags;
}

void add_table(std::vector<FlagHelp>& flags) {
  auto is_there = [&](const std::string& name) {
    for (const FlagHelp& flag : flags)
      if (flag.name == name) return true;
    return false;
  };
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    FlagHelp flag{row.letter ? std::string("-") + row.letter : "", std::string("--") + row.key,
                  row.type == OptionType::flag ? "" : row.value, row.help};
    if (*row.default_text && row.type != OptionType::flag)
      flag.text += std::string(" [") + row.default_text + "]";
    if (!is_there(flag.name)) flags.push_back(flag);
  }
}

}  // namespace

std::vector<FlagHelp> flags_of(const Verb& verb) {
  std::vector<FlagHelp> flags;
  if (verb.help) flags = flags_in_text(verb.help);
  if (verb.has_search_options) add_table(flags);
  return flags;
}

}  // namespace omc::driver
