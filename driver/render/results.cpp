// Paths are compared as text, because nothing here looks at the disk: the verb that made the report
// has entered the folder and the root.
#include "render/results.h"

#include <map>

#include <fmt/format.h>

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "render/render.h"

namespace omc::driver {
namespace {

namespace path = llvm::sys::path;

std::string absolute_file(const Report& run, llvm::StringRef file) {
  llvm::SmallString<256> full;
  if (!path::is_absolute(file)) full = run.directory;
  path::append(full, file);
  path::remove_dots(full, true);
  return full.str().str();
}

bool is_unreserved(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("-._~/!$&'()*+,;=@").contains(c);
}

std::string percent_encoded(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    out += is_unreserved(c) ? std::string(1, c)
                            : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

std::string without_digits(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    if (!llvm::isDigit(c)) out += c;
  return out;
}

// A character that XML 1.0 does not allow, not even escaped.
bool is_forbidden(unsigned char c) { return c < 0x20 && c != '\t' && c != '\n' && c != '\r'; }

}  // namespace

std::vector<const Report*> all_runs(const Report& report) {
  std::vector<const Report*> out;
  for (const Report& each : report.cases) out.push_back(&each);
  if (report.framework.empty()) out.push_back(&report);
  return out;
}

std::vector<FoundBug> all_bugs(const Report& report) {
  std::vector<FoundBug> out;
  for (const Report* run : all_runs(report))
    for (const Bug& bug : run->bugs) out.push_back({run, &bug});
  return out;
}

std::string path_below_root(const Report& run, const std::string& file) {
  std::string full = absolute_file(run, file);
  llvm::StringRef below(full);
  if (run.root.empty() || !below.consume_front(run.root) || !below.consume_front("/")) return full;
  return below.str();
}

std::string uri_below_root(const Report& run, const std::string& file) {
  std::string name = path_below_root(run, file);
  return (path::is_absolute(name) ? "file://" : "") + percent_encoded(name);
}

std::string root_uri(const Report& run) {
  return run.root.empty() ? std::string() : "file://" + percent_encoded(run.root) + "/";
}

std::string fingerprint(const FoundBug& found) {
  llvm::MD5 digest;
  const Bug& bug = *found.bug;
  for (const std::string& part :
       {bug.kind, path_below_root(*found.run, bug.place.file), bug.place.function,
        without_digits(bug.message), found.run->test_case}) {
    digest.update(part);
    digest.update(llvm::StringRef("\0", 1));
  }
  return digest.final().digest().str().str();
}

std::string replay_command(const Report& run, const Bug& bug) {
  std::string more;
  if (!bug.other_schedule.empty()) more += fmt::format("--other '{}' ", bug.other_schedule);
  if (!bug.loop.empty()) more += fmt::format("--loop '{}' ", bug.loop);
  if (!bug.selector.empty()) more += fmt::format("--show {} ", bug.selector);
  return fmt::format("omc replay {}-s '{}' {}{}", run.replay_options, bug.schedule, more,
                     run.replay_target);
}

std::string passing_command(const Report& run, const Bug& bug) {
  if (bug.turning_point.passing_schedule.empty()) return {};
  return fmt::format("omc replay {}-s '{}' {}", run.replay_options,
                     bug.turning_point.passing_schedule, run.replay_target);
}

std::string kind_description(const std::string& kind) {
  static const std::map<std::string, const char*> descriptions = {
      {"deadlock", "No thread can run, and not all have ended."},
      {"data-race", "Two accesses, one a write, not ordered and not both atomic."},
      {"order-race", "The order of threads decides what is computed."},
      {"assert", "An assertion or an invariant fails, or an exception is not caught."},
      {"exit", "A schedule ends with another exit status than expected."},
      {"undefined", "Undefined behaviour that the compiler's checks see."},
      {"crash", "A thread faults."},
      {"memory", "A use of memory that was freed, or outside of its block."},
      {"livelock", "Threads run for ever and achieve nothing."},
      {"misuse", "A primitive is used against its rules."},
  };
  auto found = descriptions.find(kind);
  return found == descriptions.end() ? kind : found->second;
}

std::string run_title(const Report& run) {
  if (!run.test_case.empty()) return run.test_case;
  std::string out = run.program;
  for (const std::string& argument : run.arguments) out += " " + argument;
  return out;
}

std::string as_utf8(const std::string& text) {
  return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
}

std::string xml_escaped(const std::string& text) {
  std::string out;
  for (char c : as_utf8(text)) {
    if (is_forbidden(static_cast<unsigned char>(c)))
      out += "\xef\xbf\xbd";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace omc::driver
