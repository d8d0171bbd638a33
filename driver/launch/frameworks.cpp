// A framework is recognised by the name of its list option, which is in the program or in a library
// that it needs: no program is run with an option that it might not know.
#include "launch/frameworks.h"

#include <algorithm>

#include <fmt/format.h>

#include "launch/program.h"
#include "launch/temporary_folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "user_error.h"

extern char** environ;

namespace omc::driver {
namespace {

using llvm::StringRef;

struct Framework {
  const char* name;
  const char* mark;     // text of every program that is made with it
  const char* library;  // that it needs, where it is a shared one
  Words list;           // the arguments that list the cases
  std::vector<TestCase> (*read)(StringRef text);
};

// The first whose mark a program has.
const std::vector<Framework>& frameworks() {
  static const std::vector<Framework> rows = {
      {"GoogleTest", "gtest_list_tests", "libgtest.so", {"--gtest_list_tests"}, read_google_list},
      {"Catch2",
       "list-test-names-only",
       "libCatch2.so",  // of version 3, which has another option
       {"--list-test-names-only"},
       read_catch_list},
      {"Catch2",
       "libidentify",
       "libCatch2.so.3",
       {"--list-tests", "--verbosity", "quiet"},
       read_catch_list},
      {"doctest",
       "list-test-cases",
       "libdoctest.so",
       {"--list-test-cases", "--no-version", "--no-colors"},
       read_doctest_list},
      {"Boost.Test",
       "list_content",
       "libboost_unit_test_framework",
       {"--list_content=HRF"},
       read_boost_list},
  };
  return rows;
}

const Framework* framework_of(const std::string& program) {
  auto file = llvm::MemoryBuffer::getFile(program, false, false);
  if (!file) return nullptr;
  for (const Framework& each : frameworks())
    if ((*file)->getBuffer().contains(each.mark) || needs_library(program, each.library))
      return &each;
  return nullptr;
}

constexpr unsigned longest_listing = 60;  // seconds

// What the program prints, on stdout and on stderr. Options for a search are not for this run.
llvm::Expected<std::string> output_of(const std::string& program, const std::string& name,
                                      const Words& arguments) {
  TemporaryFolder folder;
  std::string out = folder.path() + "/listed";
  std::vector<StringRef> words{program}, environment;
  words.insert(words.end(), arguments.begin(), arguments.end());
  for (char** entry = environ; *entry; entry++)
    if (!StringRef(*entry).starts_with("OMC_")) environment.push_back(*entry);
  std::string message;
  bool failed = false;
  int code = llvm::sys::ExecuteAndWait(program, words, llvm::ArrayRef(environment),
                                       {StringRef(), StringRef(out), StringRef(out)},
                                       longest_listing, 0, &message, &failed);
  if (failed || code < 0)
    return user_error(fmt::format("{} {} failed: {}", name, llvm::join(arguments, " "), message),
                      "does it run without omc?");
  auto text = llvm::MemoryBuffer::getFile(out);
  if (!text) return user_error(fmt::format("cannot read {}", out));
  return (*text)->getBuffer().str();
}

llvm::SmallVector<StringRef, 0> lines_of(StringRef text) {
  llvm::SmallVector<StringRef, 0> lines;
  text.split(lines, '\n');
  for (StringRef& line : lines) line = line.rtrim("\r");
  return lines;
}

// With a backslash before each of these characters.
std::string escaped(StringRef text, StringRef characters) {
  std::string out;
  for (char c : text) {
    if (characters.contains(c)) out += '\\';
    out += c;
  }
  return out;
}

// Frameworks allow two cases of one name, which one exploration covers.
void add_case(std::vector<TestCase>& cases, TestCase added) {
  bool is_known =
      llvm::any_of(cases, [&](const TestCase& each) { return each.name == added.name; });
  if (!is_known) cases.push_back(std::move(added));
}

bool is_death_test(StringRef suite) {
  return suite.ends_with("DeathTest") || suite.contains("DeathTest/");
}

bool is_disabled(StringRef suite, StringRef test) {
  return test.starts_with("DISABLED_") || suite.starts_with("DISABLED_") ||
         suite.contains("/DISABLED_");
}

bool has_case(const std::vector<TestCase>& cases, StringRef name) {
  return llvm::any_of(cases, [&](const TestCase& each) { return each.name == name; });
}

bool matches(StringRef name, StringRef filter, const std::vector<TestCase>& cases) {
  if (has_case(cases, filter)) return name == filter;
  if (!filter.contains('*') && !filter.contains('?')) return name.contains(filter);
  auto pattern = llvm::GlobPattern::create(escaped(filter, "[]{}\\"));
  if (!pattern) return llvm::consumeError(pattern.takeError()), false;
  return pattern->match(name);
}

}  // namespace

// "Suite." and below it "  Test", each perhaps with a comment about its parameter.
std::vector<TestCase> read_google_list(StringRef text) {
  std::vector<TestCase> cases;
  std::string suite;
  for (StringRef line : lines_of(text)) {
    StringRef name = line.split("  #").first.rtrim();
    if (!line.starts_with("  ")) {
      suite = name.ends_with(".") && !name.contains(' ') ? name.str() : std::string();
      continue;
    }
    name = name.trim();
    if (suite.empty() || name.empty() || name.contains(' ')) continue;
    TestCase found{suite + name.str(), {"--gtest_filter=" + suite + name.str()}, {}};
    if (is_death_test(StringRef(suite).drop_back())) found.skipped = "death test";
    if (is_disabled(suite, name)) found.skipped = "disabled";
    add_case(cases, std::move(found));
  }
  return cases;
}

// A name on each line.
std::vector<TestCase> read_catch_list(StringRef text) {
  std::vector<TestCase> cases;
  for (StringRef line : lines_of(text)) {
    StringRef name = line.trim();
    // Version 2 quotes names that begin with #.
    if (name.starts_with("\"#") && name.ends_with("\"")) name = name.drop_front().drop_back();
    if (!name.empty()) add_case(cases, {name.str(), {escaped(name, "\\,[]\"")}, {}});
  }
  return cases;
}

// A name on each line, between two lines of =.
std::vector<TestCase> read_doctest_list(StringRef text) {
  std::vector<TestCase> cases;
  bool is_inside = false;
  for (StringRef line : lines_of(text)) {
    bool is_border = line.starts_with("====");
    if (is_border && is_inside) break;
    if (is_border) is_inside = true;
    if (is_border || !is_inside || line.empty()) continue;
    add_case(cases, {line.str(), {"--case-sensitive=1", "--test-case=" + escaped(line, ",")}, {}});
  }
  return cases;
}

// A tree by indentation. An enabled name ends with *, and a description may follow.
std::vector<TestCase> read_boost_list(StringRef text) {
  constexpr size_t indentation = 4;
  std::vector<TestCase> cases;
  Words path;
  bool is_enabled = true;
  auto lines = lines_of(text);
  auto depth_of = [](StringRef line) { return line.find_first_not_of(' ') / indentation; };
  for (size_t i = 0; i < lines.size(); i++) {
    if (lines[i].trim().empty()) continue;
    size_t depth = depth_of(lines[i]);
    StringRef name = lines[i].trim().split(':').first;
    bool is_suite =
        i + 1 < lines.size() && !lines[i + 1].trim().empty() && depth_of(lines[i + 1]) > depth;
    is_enabled = name.consume_back("*");
    path.resize(std::min(path.size(), depth));
    path.push_back(name.str());
    if (is_suite) continue;
    std::string full = llvm::join(path, "/");
    add_case(cases,
             {full, {"--run_test=" + full, "--color_output=no"}, is_enabled ? "" : "disabled"});
  }
  return cases;
}

llvm::Expected<TestSuite> list_test_cases(const std::string& program, const std::string& name) {
  const Framework* framework = framework_of(program);
  if (!framework)
    return user_error(
        fmt::format("{} is no test program of GoogleTest, Catch2, doctest or Boost.Test", name),
        fmt::format("check it as one program: omc check {}", name));
  auto text = output_of(program, name, framework->list);
  if (!text) return text.takeError();
  TestSuite suite{framework->name, framework->read(*text)};
  if (suite.cases.empty())
    return user_error(fmt::format("{} lists no test cases", name),
                      fmt::format("{} {} shows them", name, llvm::join(framework->list, " ")));
  return suite;
}

std::vector<TestCase> select_cases(const std::vector<TestCase>& cases, const Words& filters) {
  std::vector<TestCase> out;
  for (const TestCase& each : cases)
    if (filters.empty() || llvm::any_of(filters, [&](const std::string& filter) {
          return matches(each.name, filter, cases);
        }))
      out.push_back(each);
  return out;
}

}  // namespace omc::driver
