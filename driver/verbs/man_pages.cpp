// Pages in man's macros: omc(1) with the verbs and topics, and a page for each verb.
#include <fmt/format.h>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "user_error.h"
#include "verbs/check_arguments.h"
#include "verbs/manual.h"
#include "verbs/topics.h"
#include "version.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

// Text as roff takes it: a backslash and a minus have a meaning, and so has a dot at the beginning.
std::string roff(StringRef text) {
  std::string out;
  if (text.starts_with(".") || text.starts_with("'")) out = "\\&";
  for (char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string title(const std::string& page) {
  return fmt::format(".TH {} 1 \"\" \"omc {}\" \"User Commands\"\n", StringRef(page).upper(),
                     version);
}

// Paragraphs; lines that are indented stay as they are.
std::string paragraphs(StringRef text) {
  std::string out;
  bool is_literal = false;
  llvm::SmallVector<StringRef, 64> lines;
  text.rtrim().split(lines, '\n');
  for (StringRef line : lines) {
    bool is_indented = line.starts_with("  ");
    bool begins_with_number =
        !line.empty() && llvm::isDigit(line[0]) && line.substr(1).starts_with(" ");
    bool keeps = is_indented || begins_with_number;
    if (keeps != is_literal && !line.empty()) out += keeps ? ".nf\n" : ".fi\n", is_literal = keeps;
    out += line.empty() ? ".PP\n" : roff(line) + "\n";
  }
  return out + (is_literal ? ".fi\n" : "");
}

std::string option_list(const std::vector<FlagHelp>& flags) {
  std::string out;
  for (const FlagHelp& flag : flags) {
    std::string names;
    for (const std::string& name : {flag.letter, flag.name})
      if (!name.empty())
        names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
    if (!flag.value.empty()) names += fmt::format(" \\fI{}\\fR", roff(flag.value));
    out += fmt::format(".TP\n{}\n{}\n", names, roff(flag.text));
  }
  return out;
}

struct HelpParts {
  std::string usage;  // lines
  std::string text;   // without usage and options
};

// "usage: …" up to the first empty line; then everything but the lines of flags.
HelpParts parts_of(StringRef help) {
  HelpParts parts;
  bool is_usage = true, is_flag = false;
  llvm::SmallVector<StringRef, 64> lines;
  help.split(lines, '\n');
  for (StringRef line : lines) {
    if (is_usage && line.empty()) {
      is_usage = false;
      continue;
    }
    if (is_usage) {
      line.consume_front("usage:");
      parts.usage += roff(line.trim()) + "\n";
      continue;
    }
    is_flag = line.starts_with("  -") || (is_flag && line.starts_with("        "));
    if (!is_flag) parts.text += line.str() + "\n";
  }
  while (StringRef(parts.text).contains("\n\n\n")) parts.text.erase(parts.text.find("\n\n\n"), 1);
  return parts;
}

std::string see_also(const std::string& but) {
  std::string out = but == "omc" ? "" : ".BR omc (1)";
  for (const Verb& verb : verbs())
    if (fmt::format("omc-{}", verb.name) != but && StringRef(verb.name) != "help")
      out += fmt::format("{}.BR omc\\-{} (1)", out.empty() ? "" : ",\n", verb.name);
  return ".SH SEE ALSO\n" + out + "\n";
}

std::string verb_page(const Verb& verb) {
  std::string page = fmt::format("omc-{}", verb.name);
  HelpParts parts = parts_of(verb.help ? StringRef(verb.help) : check_usage());
  std::string out = title(page);
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(page), roff(verb.summary));
  out += ".SH SYNOPSIS\n.nf\n" + parts.usage + ".fi\n";
  out += ".SH DESCRIPTION\n" + paragraphs(parts.text);
  if (std::string options = option_list(flags_of(verb)); !options.empty())
    out += ".SH OPTIONS\n" + options;
  return out + see_also(page);
}

std::string main_page() {
  std::string out = title("omc");
  out +=
      ".SH NAME\nomc \\- model checker for multithreaded C and C++ programs\n"
      ".SH SYNOPSIS\n.B omc\n.I VERB\n.RI [ OPTIONS ]\n.RI [ ARGUMENTS ]\n"
      ".SH DESCRIPTION\nomc explores every interleaving of the threads of a C or C++ program, and\n"
      "reports a bug as a short schedule that can be replayed.\n.PP\n.nf\n"
      "omc\\-c++ \\-g foo.cpp \\-o foo      build it\n"
      "omc check ./foo                check it\n.fi\n.SH VERBS\n";
  for (const Verb& verb : verbs())
    out += fmt::format(".TP\n\\fBomc {}\\fR {}\n{}\n", verb.name, roff(verb.arguments),
                       roff(verb.summary));
  for (const Topic& topic : topics())
    out += fmt::format(".SH {}\n{}", roff(StringRef(topic.name).upper()), paragraphs(topic.text));
  out +=
      ".SH ENVIRONMENT\n.TP\n.B OMC_OPTIONS\noptions of omc check, as key=value:key=value\n"
      ".TP\n.BR OMC_CC \", \" OMC_CXX\nthe compilers behind omc\\-cc and omc\\-c++\n"
      ".TP\n.B OMC_OFF\n1 compiles without instrumentation\n"
      ".SH FILES\n.TP\n.I omc\\-out/latest\nthe last run: report.txt, run.json and other formats\n";
  return out + see_also("omc");
}

}  // namespace

llvm::Expected<std::string> man_page(const std::string& page) {
  if (page == "omc") return main_page();
  for (const Verb& verb : verbs())
    if (page == fmt::format("omc-{}", verb.name)) return verb_page(verb);
  return user_error(fmt::format("there is no manual page {}", page), "omc, or omc-VERB");
}

}  // namespace omc::driver
