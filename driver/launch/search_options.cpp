// Values are read by set_option, which the runtime uses too; here they only change their form.
#include "launch/search_options.h"

#include <fmt/format.h>

namespace omc::driver {

std::string SearchOptions::for_runtime() const {
  std::string out;
  for (const auto& [key, value] : given)
    if (find_option(key.c_str())->runtime)
      out += fmt::format("{}{}={}", out.empty() ? "" : ":", key, value);
  return out;
}

std::vector<std::pair<std::string, std::string>> SearchOptions::in_effect() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    std::string value = row.default_text;
    bool is_given = false;
    for (const auto& [key, text] : given)
      if (key == row.key) value = text, is_given = true;
    if (is_given || (row.runtime && row.type == OptionType::words))
      out.emplace_back(row.key, value);
  }
  return out;
}

// Where threads may switch decides how many steps a schedule has.
std::string SearchOptions::for_replay() const {
  std::string out;
  for (const auto& [key, value] : given)
    if (key == "granularity" || key == "memory-model" || key == "spurious" || key == "reuse" ||
        key == "check" || key == "expect-exit")
      out += fmt::format("--{} {} ", key, value);
  return out;
}

}  // namespace omc::driver
