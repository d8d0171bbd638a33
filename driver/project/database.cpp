// Clang's own table of options reads the commands. A flag that it does not know belongs to another
// compiler and is dropped; of the others it knows which words are paths.
#include "project/database.h"

#include <fmt/format.h>

#include "clang/Driver/Options.h"
#include "clang/Driver/Types.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "compile/precompiled.h"
#include "compile/sanitizer.h"
#include "launch/command.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace options = clang::driver::options;

constexpr const char* database_name = "compile_commands.json";

std::string absolute(StringRef file, StringRef directory) {
  llvm::SmallString<256> result(file);
  fs::make_absolute(directory, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

llvm::Expected<std::string> find_database(const std::string& place) {
  llvm::SmallString<256> here;
  fs::current_path(here);
  if (!place.empty()) {
    std::string file = fs::is_directory(place) ? place + "/" + database_name : place;
    if (fs::exists(file)) return absolute(file, here);
    return user_error(
        fmt::format("no such file: {}", file),
        "with CMake, -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes it; with make, bear does");
  }
  for (StringRef folder = here; !folder.empty(); folder = path::parent_path(folder))
    for (const char* below : {"", "build/"}) {
      std::string file = fmt::format("{}/{}{}", folder.str(), below, database_name);
      if (fs::exists(file)) return file;
    }
  return user_error(
      fmt::format("there is no {} in {} or above it", database_name, here.str().str()),
      "name the build folder that has one with -p");
}

// The compiler of the database if that is a clang; otherwise clang-19 for the same language.
std::string clang_for(const std::string& command) {
  StringRef name = path::filename(command);
  if (name.contains("clang") && !find_command(command).empty()) return find_command(command);
  std::string ours = name.contains("++") ? "clang++-19" : "clang-19";
  std::string found = find_command(ours);
  return found.empty() ? ours : found;
}

llvm::opt::InputArgList parse(llvm::ArrayRef<std::string> arguments) {
  llvm::SmallVector<const char*, 64> words;
  for (const std::string& word : arguments) words.push_back(word.c_str());
  unsigned missing_index, missing_count;
  return clang::driver::getDriverOptTable().ParseArgs(words, missing_index, missing_count,
                                                      llvm::opt::Visibility(options::ClangOption));
}

// A precompiled header has no hooks; its text is read instead.
bool is_precompiled(const llvm::opt::Arg& argument) {
  return argument.getOption().matches(options::OPT_include_pch);
}

bool is_strict(const llvm::opt::Arg& argument) {
  return argument.getOption().matches(options::OPT_pedantic_errors) ||
         (argument.getOption().matches(options::OPT_W_Joined) &&
          StringRef(argument.getValue()).starts_with("error"));
}

// The flags that Clang knows. -Werror is dropped: the warnings are another compiler's.
Words known_flags(llvm::ArrayRef<std::string> arguments, std::set<std::string>& dropped) {
  Words kept;
  llvm::opt::InputArgList list = parse(arguments);
  bool is_path_of_precompiled = false;
  for (const llvm::opt::Arg* argument : list) {
    llvm::opt::ArgStringList words;
    argument->render(list, words);
    if (argument->getOption().matches(options::OPT_Xclang)) {
      bool is_flag = StringRef(argument->getValue()) == "-include-pch";
      bool skip = is_flag || is_path_of_precompiled;
      is_path_of_precompiled = is_flag;
      if (skip) continue;
    }
    if (argument->getOption().matches(options::OPT_UNKNOWN) ||
        unfit_sanitizer({argument->getAsString(list)})) {
      dropped.insert(argument->getAsString(list));
      continue;
    }
    if (is_precompiled(*argument) || is_strict(*argument)) continue;
    kept.insert(kept.end(), words.begin(), words.end());
  }
  return kept;
}

bool is_c_or_cxx(const std::string& file, const Words& command) {
  for (size_t i = 0; i < command.size(); i++) {
    StringRef language = command[i];
    if (!language.consume_front("-x")) continue;
    if (language.empty() && i + 1 < command.size()) language = command[i + 1];
    return language == "c" || language == "c++";
  }
  StringRef extension = path::extension(file);
  extension.consume_front(".");
  auto type = clang::driver::types::lookupTypeForExtension(extension);
  return type == clang::driver::types::TY_C || type == clang::driver::types::TY_CXX;
}

bool takes_path(const llvm::opt::Arg& argument) {
  for (auto option : {options::OPT_INPUT, options::OPT_I, options::OPT_iquote, options::OPT_include,
                      options::OPT_imacros, options::OPT_o, options::OPT_MF})
    if (argument.getOption().matches(option)) return true;
  return false;
}

// Folders of system headers are not copied, but relative paths to them must be made absolute.
bool takes_outside_path(const llvm::opt::Arg& argument) {
  for (auto option : {options::OPT_isystem, options::OPT_idirafter, options::OPT_F,
                      options::OPT__sysroot_EQ, options::OPT_isysroot})
    if (argument.getOption().matches(option)) return true;
  return false;
}

}  // namespace

llvm::Expected<Database> read_database(const std::string& place) {
  auto file = find_database(place);
  if (!file) return file.takeError();
  Database database;
  database.path = *file;
  std::string message;
  auto json = clang::tooling::JSONCompilationDatabase::loadFromFile(
      *file, message, clang::tooling::JSONCommandLineSyntax::Gnu);
  if (!json)
    return user_error(fmt::format("cannot read {}: {}", *file, message),
                      "configure the project again");
  for (clang::tooling::CompileCommand& command : json->getAllCompileCommands()) {
    DatabaseEntry entry;
    entry.directory = absolute(command.Directory, path::parent_path(*file));
    entry.file = absolute(command.Filename, entry.directory);
    if (command.CommandLine.empty()) continue;
    clang::tooling::addExpandedResponseFiles(command.CommandLine, entry.directory,
                                             llvm::cl::TokenizeGNUCommandLine,
                                             *llvm::vfs::getRealFileSystem());
    if (!is_c_or_cxx(entry.file, command.CommandLine)) {
      database.other_languages.push_back(entry.file);
      continue;
    }
    entry.command = {clang_for(command.CommandLine[0])};
    Words given = with_headers_as_text(command.CommandLine, entry.directory);
    Words flags = known_flags(llvm::ArrayRef(given).drop_front(), database.dropped);
    entry.command.insert(entry.command.end(), flags.begin(), flags.end());
    database.entries.push_back(std::move(entry));
  }
  if (database.entries.empty())
    return user_error(fmt::format("{} has no C or C++ source", *file),
                      "configure the project again");
  return database;
}

Words translate_command(const DatabaseEntry& entry,
                        llvm::function_ref<std::string(const std::string&)> translate) {
  Words command = {entry.command[0]};
  llvm::opt::InputArgList list = parse(llvm::ArrayRef(entry.command).drop_front());
  bool is_included_path = false;
  for (const llvm::opt::Arg* argument : list) {
    llvm::opt::ArgStringList words;
    argument->render(list, words);
    bool is_xclang = argument->getOption().matches(options::OPT_Xclang);
    bool is_project = takes_path(*argument) || (is_xclang && is_included_path);
    if (is_project || takes_outside_path(*argument)) {
      std::string path = absolute(argument->getValue(), entry.directory);
      if (is_project && StringRef(argument->getValue()) != "/dev/null") path = translate(path);
      bool is_separate = words.size() > 1;
      if (is_separate) command.push_back(words[0]);
      StringRef flag = StringRef(words[0]).drop_back(strlen(argument->getValue()));
      command.push_back(is_separate ? path : flag.str() + path);
    } else {
      command.insert(command.end(), words.begin(), words.end());
    }
    is_included_path = is_xclang && StringRef(argument->getValue()) == "-include";
  }
  return command;
}

std::string output_of(const DatabaseEntry& entry) {
  llvm::opt::InputArgList list = parse(llvm::ArrayRef(entry.command).drop_front());
  const llvm::opt::Arg* output = list.getLastArg(options::OPT_o);
  return output ? absolute(output->getValue(), entry.directory) : std::string();
}

}  // namespace omc::driver
