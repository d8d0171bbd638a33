// `omc report`: reads a run.json back and renders it in another format, or once more as text.
#include <fmt/format.h>

#include "launch/terminal.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "render/formats.h"
#include "render/render.h"
#include "user_error.h"
#include "verbs/recorded_run.h"
#include "verbs/sources.h"
#include "verbs/verbs.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

constexpr const char* flags = "--format|--verbose|--color|-v";

struct ReportArguments {
  std::string format = "text", color = "auto", run = "latest";
  bool verbose = false;
};

llvm::Expected<ReportArguments> read_report_arguments(const Words& words) {
  ReportArguments out;
  bool has_run = false;
  for (size_t i = 0; i < words.size(); i++) {
    auto [flag, value] = StringRef(words[i]).split('=');
    if (flag == "--format" || flag == "--color") {
      bool is_next = flag.size() == words[i].size();
      if (is_next && i + 1 == words.size())
        return user_error(fmt::format("{} needs a value", flag.str()), "omc help report shows one");
      (flag == "--format" ? out.format : out.color) = is_next ? words[++i] : value.str();
    } else if (flag == "-v" || flag == "--verbose") {
      out.verbose = true;
    } else if (flag.starts_with("-")) {
      std::string hint = nearest_hint(flag.str(), flags);
      return user_error(fmt::format("unknown option {}", flag.str()),
                        hint.empty() ? "omc help report lists them" : hint);
    } else if (has_run) {
      return user_error(fmt::format("there is more than one run: {}", words[i]),
                        "omc report shows one at a time");
    } else {
      out.run = words[i];
      has_run = true;
    }
  }
  return out;
}

llvm::Expected<const Format*> find_format(const std::string& name) {
  std::string names;
  for (const Format& format : formats()) {
    if (name == format.name) return &format;
    names += (names.empty() ? "" : "|") + std::string(format.name);
  }
  std::string hint = nearest_hint(name, names.c_str());
  return user_error(fmt::format("unknown format '{}'", name),
                    hint.empty() ? "choose from " + format_names() : hint);
}

}  // namespace

llvm::Expected<int> report_verb(const Words& words) {
  auto arguments = read_report_arguments(words);
  if (!arguments) return arguments.takeError();
  auto format = find_format(arguments->format);
  if (!format) return format.takeError();
  auto file = find_run_file(arguments->run);
  if (!file) return file.takeError();
  auto buffer = llvm::MemoryBuffer::getFile(*file);
  if (!buffer)
    return user_error(fmt::format("cannot read {}: {}", *file, buffer.getError().message()));
  auto report = read_json((*buffer)->getBuffer(), *file);
  if (!report) return report.takeError();
  if (arguments->format != "text") {
    read_sources(*report);
    llvm::outs() << (*format)->render(*report);
    return exit_ok;
  }
  TextStyle style = text_style(arguments->color);
  style.verbose = arguments->verbose;
  llvm::outs() << render_text(*report, style);
  return exit_ok;
}

}  // namespace omc::driver
