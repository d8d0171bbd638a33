// The kind of an argument decides which part it belongs to.
#include "compile/command_parts.h"

#include "llvm/ADT/StringRef.h"

namespace omc::driver {

using llvm::StringRef;

Words one_source_arguments(const CompileLine& line, size_t which, const std::string& object) {
  const Source& source = line.sources[which];
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = i == source.argument;
    switch (argument.kind) {
      case Argument::other:
      case Argument::gcc:
        keep = true;
        break;
      case Argument::phase:
      case Argument::output:
        keep = object.empty();
        break;
      case Argument::dependency: {
        StringRef word = argument.words[0];
        keep = object.empty() || word == "-MD" || word == "-MMD" || word == "-MP" || word == "-MG";
        break;
      }
      default:
        break;
    }
    if (keep) append(command, argument.words);
  }
  if (!line.by_gcc) command.push_back("-Wno-unused-command-line-argument");
  if (line.is_verbose) command.push_back("-v");
  if (object.empty()) return command;
  append(command, {"-c", "-o", object});
  if (!source.depfile.empty()) append(command, {"-MF", source.depfile});
  if (!source.depfile.empty())
    for (const std::string& target : source.dependency_targets) append(command, {"-MT", target});
  if (!line.by_gcc)
    for (const std::string& file : source.coverage) append(command, {"-Xclang", file});
  return command;
}

Words diagnostics_arguments(const CompileLine& line, size_t which, bool links) {
  Words command;
  for (size_t i = 0; i < line.arguments.size(); i++) {
    const Argument& argument = line.arguments[i];
    bool keep = argument.kind == Argument::other || argument.kind == Argument::gcc ||
                i == line.sources[which].argument ||
                (argument.kind == Argument::link && links == line.links) ||
                (argument.kind == Argument::input && links);
    if (keep) append(command, argument.words);
  }
  if (!links) command.push_back(line.by_gcc ? "-S" : "-c");
  if (line.is_verbose) command.push_back("-v");
  return command;
}

Words rest_arguments(const CompileLine& line, const Words& objects) {
  Words command;
  std::string language;
  size_t next = 0;
  for (const Argument& argument : line.arguments) {
    if (argument.words[0] == "-x")
      language = argument.words.back();
    else if (StringRef(argument.words[0]).starts_with("-x"))
      language = argument.words[0].substr(2);
    if (argument.kind == Argument::dependency && !objects.empty()) continue;
    if (argument.kind != Argument::source) {
      append(command, argument.words);
      continue;
    }
    if (objects.empty()) continue;
    if (!language.empty()) append(command, {"-x", "none"});
    command.push_back(objects[next++]);
    if (!language.empty()) append(command, {"-x", language});
  }
  if (!line.by_gcc) command.push_back("-Wno-unused-command-line-argument");
  if (line.is_verbose) command.push_back("-v");
  return command;
}

}  // namespace omc::driver
