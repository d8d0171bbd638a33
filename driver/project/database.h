// Finds and reads a project's compile_commands.json, and makes each command one that Clang accepts.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "launch/command.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

// One command of the database, all paths absolute.
struct DatabaseEntry {
  std::string file, directory;
  Words command;  // a clang, and flags that it knows
};

struct Database {
  std::string path;
  std::vector<DatabaseEntry> entries;        // of C and C++ sources
  std::set<std::string> dropped;             // flags that Clang does not know
  std::vector<std::string> other_languages;  // files that are not C or C++
};

// `place` is a database or its folder; when it is empty, this folder and those above it are
// searched.
llvm::Expected<Database> read_database(const std::string& place);

// The same command for copies of the project's files: `translate` replaces each path in it, which
// it gets absolute.
Words translate_command(const DatabaseEntry& entry,
                        llvm::function_ref<std::string(const std::string&)> translate);

// The absolute path of the command's output; empty when the command does not name one.
std::string output_of(const DatabaseEntry& entry);

}  // namespace omc::driver
