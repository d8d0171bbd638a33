// What of a program omc does not see into: objects and libraries that were compiled without omc-cc. Their pages are part
// of the state like any other, but where they read and write is not known, so a race there is missed.
#pragma once

#include <string>
#include <vector>

#include "run.h"

namespace omc {

// The sources, or objects, of an ELF file that were compiled without instrumentation; by the file's symbol table.
std::vector<std::string> unseen_objects(const std::string& file);

// The names of the libraries among these files that have none, but for those of C and C++ themselves.
std::vector<std::string> unseen_libraries(const std::vector<std::string>& files);

// The files that a run had loaded, and those that the loader would load for a program.
std::vector<std::string> loaded_files(const Run& run);
std::vector<std::string> files_to_load(const std::string& program);

// Both, for the program of a run.
std::vector<std::string> unseen_parts(const Run& run, const std::string& program);
// The same for a program that has not run yet: true as well where that can not be told, because the program was stripped.
bool may_have_unseen_parts(const std::string& program);

}  // namespace omc
