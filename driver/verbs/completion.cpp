// A script for each shell: the verbs; behind a verb its flags; behind a flag the words that it
// takes, or files.
#include <algorithm>

#include <fmt/format.h>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "render/formats.h"
#include "user_error.h"
#include "verbs/manual.h"
#include "verbs/topics.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

// The words that a flag takes: "rewind fork"; empty when it takes anything.
std::string words_of(const FlagHelp& flag) {
  std::string words;
  if (flag.name == "--format") {
    words = format_names();
    std::replace(words.begin(), words.end(), ',', ' ');
  } else if (StringRef(flag.value).contains('|')) {
    words = flag.value;
    std::replace(words.begin(), words.end(), '|', ' ');
  }
  return words;
}

std::string verb_names() {
  std::string names;
  for (const Verb& verb : verbs()) names += (names.empty() ? "" : " ") + std::string(verb.name);
  return names;
}

std::string topic_names() {
  std::string names = verb_names();
  for (const Topic& topic : topics()) names += " " + std::string(topic.name);
  return names;
}

// In single quotes, as bash and zsh read them.
std::string shell_text(StringRef text) {
  std::string out;
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

std::string flag_names(const Verb& verb) {
  std::string out;
  for (const FlagHelp& flag : flags_of(verb))
    for (const std::string& name : {flag.letter, flag.name})
      if (!name.empty()) out += (out.empty() ? "" : " ") + name;
  return out;
}

std::string bash_completion() {
  std::string values, flags;
  for (const Verb& verb : verbs()) {
    flags += fmt::format("    {}) flags='{}' ;;\n", verb.name, shell_text(flag_names(verb)));
    for (const FlagHelp& flag : flags_of(verb))
      if (std::string words = words_of(flag); !words.empty())
        values += fmt::format("    {}:{}) words='{}' ;;\n", verb.name, flag.name, words);
  }
  return fmt::format(R"(# bash completion for omc, generated from its option table
_omc() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local verb=${{COMP_WORDS[1]}}
  local flags='' words=''
  COMPREPLY=()
  if [[ $COMP_CWORD == 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{0} --help --version' -- "$word")
    return
  fi
  if [[ $verb == help ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{1}' -- "$word")
    return
  fi
  case $verb in
{2}  esac
  case $verb:$before in
{3}  esac
  if [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -o filenames -F _omc omc
)",
                     verb_names(), topic_names(), flags, values);
}

// A description inside of brackets.
std::string zsh_text(StringRef text) {
  std::string out;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return shell_text(out);
}

std::string zsh_argument(const FlagHelp& flag) {
  std::string out;
  for (const std::string& name : {flag.letter, flag.name}) {
    if (name.empty()) continue;
    out += fmt::format(" \\\n        '{}{}[{}]", name,
                       flag.value.empty() ? ""
                       : name.size() == 2 ? "+"
                                          : "=",
                       zsh_text(flag.text));
    std::string words = words_of(flag);
    if (!words.empty())
      out += fmt::format(":value:({})", words);
    else if (!flag.value.empty())
      out += fmt::format(":{}:_files", zsh_text(flag.value));
    out += "'";
  }
  return out;
}

std::string zsh_completion() {
  std::string list, cases;
  for (const Verb& verb : verbs()) {
    list += fmt::format("    '{}:{}'\n", verb.name, zsh_text(verb.summary));
    if (StringRef(verb.name) == "help") continue;
    std::string arguments;
    for (const FlagHelp& flag : flags_of(verb)) arguments += zsh_argument(flag);
    cases += fmt::format("    {})\n      _arguments{} \\\n        '*:file:_files'\n      ;;\n",
                         verb.name, arguments);
  }
  return fmt::format(R"(#compdef omc
# zsh completion for omc, generated from its option table
_omc() {{
  local -a verbs
  verbs=(
{0}  )
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
    help) _values 'topic' {1} ;;
{2}  esac
}}
_omc "$@"
)",
                     list, topic_names(), cases);
}

// In single quotes, as fish reads them.
std::string fish_text(StringRef text) {
  std::string out;
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string fish_flag(const Verb& verb, const FlagHelp& flag) {
  std::string out = fmt::format("complete -c omc -n '__fish_seen_subcommand_from {}'", verb.name);
  if (!flag.letter.empty()) out += " -s " + flag.letter.substr(1);
  if (!flag.name.empty()) out += " -l " + flag.name.substr(2);
  std::string words = words_of(flag);
  if (!words.empty())
    out += fmt::format(" -x -a '{}'", words);
  else if (!flag.value.empty())
    out += " -r";
  return out + fmt::format(" -d '{}'\n", fish_text(flag.text));
}

std::string fish_completion() {
  std::string out = "# fish completion for omc, generated from its option table\n";
  for (const Verb& verb : verbs())
    out += fmt::format("complete -c omc -f -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                       fish_text(verb.summary));
  out += fmt::format("complete -c omc -f -n '__fish_seen_subcommand_from help' -a '{}'\n",
                     topic_names());
  for (const Verb& verb : verbs())
    for (const FlagHelp& flag : flags_of(verb)) out += fish_flag(verb, flag);
  return out;
}

}  // namespace

llvm::Expected<std::string> completion_for(const std::string& shell) {
  if (shell == "bash") return bash_completion();
  if (shell == "zsh") return zsh_completion();
  if (shell == "fish") return fish_completion();
  return user_error(fmt::format("there is no completion for '{}'", shell),
                    "choose bash, zsh or fish");
}

}  // namespace omc::driver
